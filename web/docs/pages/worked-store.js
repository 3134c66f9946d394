// node store.mjs sync | place ID SKU 2 | edit ID SKU 3 'New street' | cancel ID | run
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const { STORE_URL, STORE_TOKEN, STORE_DOMAIN } = process.env;
const FILE = 'store.json';
const state = existsSync(FILE) ? JSON.parse(readFileSync(FILE)) : { products: {}, orders: {} };
const save = () => {
  writeFileSync(`${FILE}.new`, JSON.stringify(state), { flush: true });
  renameSync(`${FILE}.new`, FILE);
};

async function call(method, path, body, more) {
  const headers = {
    Authorization: `Bearer ${STORE_TOKEN}`,
    'X-Client-Domain': STORE_DOMAIN,
    ...(body && { 'Content-Type': 'application/json' }),
    ...more,
  };
  for (let tries = 1; ; tries += 1) {
    const signal = AbortSignal.timeout(30_000);
    const sent = { method, headers, body: body && JSON.stringify(body), signal };
    const response = await fetch(STORE_URL + path, sent).catch(() => null);
    const answer = await response?.json().catch(() => null);
    if (answer && response.ok) return answer;
    const isFinal = answer && response.status < 500 && ![408, 429].includes(response.status);
    if (isFinal || tries === 5) {
      throw Object.assign(new Error(answer?.message ?? 'no answer'), { answer, isFinal });
    }
    const seconds = Number(response?.headers.get('Retry-After')) || 0.1 * 2 ** tries;
    await sleep(seconds * 1000 * (1 + Math.random() / 4));
  }
}

/** Reads a feed from the stored cursor on. Rows and cursor are stored together. */
async function read(path, query, cursor, take) {
  for (let more = true; more; save()) {
    const page = await call(
      'GET',
      `${path}?${new URLSearchParams({ ...query, [cursor]: state[cursor] ?? '' })}`,
    );
    await take(page);
    [state[cursor], more] = [page.next_cursor, page.has_more];
  }
}

const takeProducts = ({ reset, removed, data }) => {
  if (reset) state.products = {};
  for (const sku of removed) delete state.products[sku];
  for (const product of data) state.products[product.sku] = product;
};
const takeOrders = async ({ reset, data }) => {
  if (reset) await restore();
  for (const { store_order_id: id, order_number: number, status } of data) {
    if (state.orders[id]) Object.assign(state.orders[id], { number, status });
  }
};

/** Repeats what the service has lost: cancels again, and has what has not ended sent again. */
async function restore() {
  for (const [id, order] of Object.entries(state.orders)) {
    if (order.status === 'cancelled') await cancel(id);
    else if (!['delivered', 'returned', 'expired'].includes(order.status)) order.sent = false;
  }
}

/** Stores what the customer wants before it is sent, so that a crash at any line loses nothing. */
async function want(id, request) {
  const fresh = { request, status: null, sent: false, problem: null };
  state.orders[id] = { key: randomUUID(), ...state.orders[id], ...fresh };
  save();
  await send(id);
}

async function send(id) {
  const order = state.orders[id];
  try {
    const body = { ...order.request, store_order_id: id };
    const placed = await call('POST', '/api/orders', body, { 'Idempotency-Key': order.key });
    Object.assign(order, { number: placed.order_number, status: placed.status, sent: true });
  } catch ({ answer, isFinal }) {
    if (answer?.order_number) await adopt(id, answer);
    else if (isFinal) await refuse(id, answer);
    // Otherwise it stays unsent, and the next run sends it again.
  }
  save();
}

/** Makes an order that exists, perhaps from an earlier try, what the customer wants, or cancels it. */
async function adopt(id, { order_number: number, order_status: status, differs, message }) {
  const order = Object.assign(state.orders[id], { number, status });
  const { customer, shipping, notes = null } = order.request;
  // Null or missing: the edit is invalid, or the order has ended. It stays as it is.
  if (!differs) order.problem = message;
  try {
    if (differs?.includes('items')) await cancel(id);
    else if (differs?.length)
      await call('PATCH', `/api/orders/${number}`, { customer, shipping, notes });
    order.sent = true;
  } catch ({ message, answer, isFinal }) {
    order.problem = message;
    // It must not go to the old address.
    if (['charge_changed', 'not_serviceable'].includes(answer?.code)) await cancel(id);
    else order.sent = isFinal;
  }
}

async function refuse(id, { code, message, errors = [] }) {
  state.orders[id].problem = `${message} ${errors.map((error) => error.message)}`;
  // An earlier try may have placed it, as it was before an edit. Wrong credentials are no fault of the order: it waits.
  if (!/^(token|domain|subscription)_/.test(code)) await cancel(id);
}

/** Cancels an order, also one of which it is not known whether it arrived. */
async function cancel(id) {
  const order = state.orders[id];
  try {
    await call('POST', `/api/orders/${encodeURIComponent(id)}/cancel`, {});
    Object.assign(order, { status: 'cancelled', sent: true });
  } catch ({ message, answer, isFinal }) {
    if (answer?.code === 'order_not_found')
      Object.assign(order, { status: 'cancelled', sent: true });
    else order.problem = message;
    if (!isFinal) throw new Error(message);
  }
}

const [command, id, sku, quantity, address = '14, Lake View Road'] = process.argv.slice(2);
if (command === 'sync')
  await read('/api/changes', { include: 'variations,delivery' }, 'since', takeProducts);
if (command === 'place' || command === 'edit') {
  await want(id, {
    customer: { name: 'Asha Verma', phone: '+91 98765 43210' },
    shipping: { address, city: 'Bengaluru', state: 'Karnataka', pincode: '560001' },
    items: [{ sku, quantity: Number(quantity) }],
  });
}
if (command === 'cancel') await cancel(id);
if (command === 'run') {
  await read('/api/orders', {}, 'cursor', takeOrders);
  for (const each in state.orders) if (!state.orders[each].sent) await send(each);
}
save();
process.stdout.write(
  `${id ? JSON.stringify(state.orders[id]) : Object.keys(state.products).length}\n`,
);
