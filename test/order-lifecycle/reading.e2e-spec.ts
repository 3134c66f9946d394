import { Admin } from '../support/shop/admin.js';
import { allPages, type Query } from '../support/call.js';
import { givenProduct, givenShirt, ISO_UTC, SHIPMENT, SHIPPING } from '../support/shop/given.js';
import { givenShop } from '../support/shop/shop.js';
import { givenTwoApps } from '../support/two-apps.js';
const apps = await givenTwoApps({ UNPAID_ORDER_TTL_HOURS: '0', ORDER_RATE_LIMIT_PER_MINUTE: '0' });
const { one } = apps;
const admin = new Admin(one);
const adminElsewhere = new Admin(apps.two);
const shop = await givenShop(one);
afterAll(() => one.expectInvariants());

describe("the operators' list of orders", () => {
  const numbers = async (query: Record<string, string | number> = {}): Promise<string[]> => {
    const pages = await allPages(2, (page) => adminElsewhere.orders.list({ ...query, ...page }));
    return pages.flat().map((order) => order.order_number);
  };

  it('pages through the orders of a client, in a status, or both, oldest first', async () => {
    const buyer = await givenShop(one);
    const { id } = buyer.client;
    const { sku } = await givenProduct(one);
    const placed: string[] = [];
    for (const store of [buyer, shop, buyer, buyer, shop, buyer]) {
      const order = await store.orders.place({ sku, quantity: 1 });
      if (store === buyer) placed.push(order);
    }
    const [first = '', ...unpaid] = placed;
    await admin.orders.pay(first);
    expect(await numbers({ client_id: id })).toEqual(placed);
    expect(await numbers({ client_id: id, status: 'awaiting_payment' })).toEqual(unpaid);
    expect(await numbers({ client_id: id, status: 'pending' })).toEqual([first]);
    expect(await numbers({ status: 'pending' })).toContain(first);
    expect(await numbers({ status: 'awaiting_payment' })).toEqual(expect.arrayContaining(unpaid));
    expect(await numbers()).toEqual(expect.arrayContaining(placed));
  });

  it('is empty for a client that does not exist', async () => {
    expect(await numbers({ client_id: 2_147_483_647 })).toEqual([]);
  });

  it.each<[field: string, values: string[]]>([
    ['limit', ['1&limit=2']],
    ['cursor', ['garbage', '-1', '%00']],
    ['status', ['Pending', 'pending,nonsense']],
    ['client_id', ['1&client_id=2']],
  ])('refuses a wrong %s and names it', async (field, values) => {
    for (const value of values) {
      const query: Query = `${field}=${value}`;
      const fields = (await admin.orders.list(query).problems()).map((text) => text.split(' ')[0]);
      expect(fields).toEqual([field]);
    }
  });
});

it('an order as operators see it is a summary in the list and complete when read by number', async () => {
  const { sku } = await givenShirt(one);
  const buyer = await givenShop(one);
  const item = { sku, quantity: 2, variation: 'm / red' };
  const order = await buyer.orders.place(item, { store_order_id: 'ALL-1', notes: 'Ring twice' });
  await admin.orders.pay(order, { reference: 'UTR-1' });
  const items = [{ line: 1, quantity: 1 }];
  await admin.orders.ship(order, { items, shipped_at: '2026-01-02T03:04:05+05:30' });

  const { name: client_name } = await admin.clients.get(buyer.client.id);
  const summary = {
    order_number: order,
    client_id: buyer.client.id,
    store_order_id: 'ALL-1',
    client_name,
    status: 'partially_shipped',
    payment_status: 'paid',
    refund_final: false,
    on_hold: false,
    items_count: 1,
    subtotal: 200,
    delivery: 10,
    total: 210,
    currency: 'INR',
    created_at: expect.stringMatching(ISO_UTC),
  };
  const list = await adminElsewhere.orders.list({ client_id: buyer.client.id });
  const customer = { name: 'Asha Verma', phone: '+91 98765 43210' };
  const goesTo = {
    customer_name: customer.name,
    customer_phone: customer.phone,
    city: 'Bengaluru',
  };
  const { tracking_number: number } = SHIPMENT;
  const sent = { tracking_numbers: [number], expires_at: null };
  expect(list.data).toEqual([{ ...summary, partly_refunded: false, ...goesTo, ...sent }]);

  const payment = { method: 'bank_transfer', reference: 'UTR-1', amount: 210 };
  const statuses = ['awaiting_payment', 'pending', 'partially_shipped'];
  expect(await adminElsewhere.orders.get(order)).toEqual({
    ...summary,
    address_warning: null,
    customer: { ...customer, email: null },
    shipping: { ...SHIPPING, country: 'India' },
    notes: 'Ring twice',
    items: [
      {
        ...item,
        line: 1,
        name: `Product ${sku}`,
        variation_key: 'Size:M|Colour:Red',
        shipped_quantity: 1,
        canceled_quantity: 0,
        restocked_quantity: 0,
        unit_price: 100,
        line_total: 200,
      },
    ],
    shipments: [
      { ...SHIPMENT, items, shipped_at: '2026-01-01T21:34:05.000Z', id: expect.any(Number) },
    ],
    payments: [{ ...payment, outcome: 'applied', created_at: summary.created_at }],
    refunds: [],
    returns: [],
    timeline: statuses.map((status) => ({ status, changed_at: summary.created_at })),
  });
});
