import { html, type Html, type Part } from '../html.js';
import { code, copyable, type Section } from '../section.js';

/** A program of a store's backend in a language of the clients. */
interface Program {
  language: string;
  /** As code blocks name it. */
  code: string;
  text: Part;
}

const BASE = html`<span data-base-address>https://orders.example</span>`;

const PROGRAMS: readonly Program[] = [
  {
    language: 'TypeScript',
    code: 'ts',
    text: [
      `import { randomUUID } from 'node:crypto';
import { createStoreClient, StoreApiError } from '@wholesale-store-orders/client';

const store = createStoreClient({
  baseUrl: '`,
      BASE,
      `',
  token: 'wso_your_token',
  domain: 'your-store.example',
});

// The copy of the catalog. Store the products together with the cursor.
const products = new Map<string, object>();
let since: string | undefined;
const include = 'variations,delivery';
for await (const page of store.changePages({ since, include })) {
  if (page.reset) products.clear();
  for (const sku of page.removed) products.delete(sku);
  for (const product of page.data) products.set(product.sku, product);
  since = page.next_cursor;
}
console.log(\`\${products.size} products; again in \${store.pollSeconds('listChanges')} s\`);

// An order. Store it with its key before you send it, and send both again after a crash.
const order = {
  store_order_id: 'SHOP-1001',
  customer: { name: 'Asha Verma', phone: '+91 98765 43210' },
  shipping: { address: '14, Lake View Road', city: 'Bengaluru', state: 'Karnataka', pincode: '560001' },
  items: [{ sku: 'TW-GLS-06', quantity: 1 }],
};
const idempotencyKey = randomUUID();
try {
  const placed = await store.placeOrder(order, { idempotencyKey });
  console.log(\`\${placed.order_number}: \${placed.total} to pay\`);
} catch (error) {
  if (!(error instanceof StoreApiError)) throw error;
  if (error.code === 'duplicate_order' && error.answer?.same_request) {
    // An earlier try has arrived.
    console.log(\`\${error.answer.order_number} is \${error.answer.order_status}\`);
  } else if (error.status === 422 || error.status === 409) {
    console.log('refused for good', error.code, error.fields);
  } else {
    console.log('send it again later', error.code, error.requestId);
  }
}

// How the orders are. Store the cursor; match the orders by store_order_id.
let cursor: string | undefined;
for await (const page of store.orderPages({ cursor })) {
  for (const { store_order_id, status } of page.data) console.log(store_order_id, status);
  cursor = page.next_cursor;
}
console.log(\`again in \${store.pollSeconds('listOrders')} s\`);`,
    ],
  },
  {
    language: 'Python',
    code: 'py',
    text: [
      `import uuid

from wholesale_store_orders import StoreApiError, StoreClient

store = StoreClient("`,
      BASE,
      `", token="wso_your_token", domain="your-store.example")

# The copy of the catalog. Store the products together with the cursor.
products = {}
since = None
for page in store.change_pages(since, include=["variations", "delivery"]):
    if page["reset"]:
        products.clear()
    for sku in page["removed"]:
        products.pop(sku, None)
    products.update({product["sku"]: product for product in page["data"]})
    since = page["next_cursor"]
print(f"{len(products)} products; again in {store.poll_seconds('listChanges')} s")

# An order. Store it with its key before you send it, and send both again after a crash.
order = {
    "store_order_id": "SHOP-1001",
    "customer": {"name": "Asha Verma", "phone": "+91 98765 43210"},
    "shipping": {
        "address": "14, Lake View Road",
        "city": "Bengaluru",
        "state": "Karnataka",
        "pincode": "560001",
    },
    "items": [{"sku": "TW-GLS-06", "quantity": 1}],
}
key = str(uuid.uuid4())
try:
    placed = store.place_order(order, idempotency_key=key)
    print(f"{placed['order_number']}: {placed['total']:g} to pay")
except StoreApiError as error:
    if error.code == "duplicate_order" and error.answer["same_request"]:
        # An earlier try has arrived.
        print(error.answer["order_number"], "is", error.answer["order_status"])
    elif error.status in (409, 422):
        print("refused for good", error.code, error.fields)
    else:
        print("send it again later", error.code, error.request_id)

# How the orders are. Store the cursor; match the orders by store_order_id.
cursor = None
for page in store.order_pages(cursor):
    for row in page["data"]:
        print(row["store_order_id"], row["status"])
    cursor = page["next_cursor"]
print(f"again in {store.poll_seconds('listOrders')} s")`,
    ],
  },
  {
    language: 'PHP',
    code: 'php',
    text: [
      `<?php

require __DIR__ . '/WholesaleStoreOrders.php';

use WholesaleStoreOrders\\StoreApiError;
use WholesaleStoreOrders\\StoreClient;

$store = new StoreClient('`,
      BASE,
      `', 'wso_your_token', 'your-store.example');

// The copy of the catalog. Store the products together with the cursor.
$products = [];
$since = null;
foreach ($store->changePages($since, ['include' => ['variations', 'delivery']]) as $page) {
    if ($page['reset']) {
        $products = [];
    }
    $products = array_diff_key($products, array_flip($page['removed']));
    $products = array_column($page['data'], null, 'sku') + $products;
    $since = $page['next_cursor'];
}
echo count($products), " products; again in {$store->pollSeconds('listChanges')} s\\n";

// An order. Store it with its key before you send it, and send both again after a crash.
$order = [
    'store_order_id' => 'SHOP-1001',
    'customer' => ['name' => 'Asha Verma', 'phone' => '+91 98765 43210'],
    'shipping' => [
        'address' => '14, Lake View Road',
        'city' => 'Bengaluru',
        'state' => 'Karnataka',
        'pincode' => '560001',
    ],
    'items' => [['sku' => 'TW-GLS-06', 'quantity' => 1]],
];
$key = bin2hex(random_bytes(16));
try {
    $placed = $store->placeOrder($order, $key);
    echo "{$placed['order_number']}: {$placed['total']} to pay\\n";
} catch (StoreApiError $error) {
    if ($error->errorCode === 'duplicate_order' && $error->answer['same_request']) {
        // An earlier try has arrived.
        echo "{$error->answer['order_number']} is {$error->answer['order_status']}\\n";
    } elseif (in_array($error->status, [409, 422], true)) {
        echo "refused for good {$error->errorCode} ", json_encode($error->fields), "\\n";
    } else {
        echo "send it again later {$error->errorCode} {$error->requestId}\\n";
    }
}

// How the orders are. Store the cursor; match the orders by store_order_id.
$cursor = null;
foreach ($store->orderPages($cursor) as $page) {
    foreach ($page['data'] as $row) {
        echo "{$row['store_order_id']} {$row['status']}\\n";
    }
    $cursor = $page['next_cursor'];
}
echo "again in {$store->pollSeconds('listOrders')} s\\n";`,
    ],
  },
];

/** Returns a whole round of a store's backend with a client: the catalog, an order, the orders. */
export function withAClient(): Section {
  return {
    id: 'with-a-client',
    title: 'With a client',
    body: html`<p>
        The clients of the <a href="./downloads">downloads</a> try again what is safe to try again,
        read all pages, and name the seconds until the next round. Their methods have the names of
        the operations in the <a href="./reference">reference</a>, in Python in snake_case. This is
        a round of a store's backend; repeat its first and its last part as often as they say.
      </p>
      ${PROGRAMS.map(program)}
      <p>
        Parameters of a list are an object, keyword arguments or an array with the names of the
        reference, such as ${code('limit')}. With a cache, unchanged answers are not transferred
        again: ${code('cache: new Map()')}, ${code('cache={}')},
        ${code('cache: new ArrayObject()')}. The service ignores fields that it does not know:
        ${code("ignoredFields('placeOrder')")}, in Python ${code('ignored_fields("placeOrder")')},
        names those of the latest call.
      </p>`,
  };
}

function program({ language, code: name, text }: Program): Html {
  return html`<details>
    <summary>${language}</summary>
    ${copyable(text, name)}
  </details>`;
}
