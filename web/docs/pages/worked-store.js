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
    ...{ Authorization: `Bearer ${STORE_TOKEN}`, 'X-Client-Domain': STORE_DOMAIN },
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
    take(page);
    [state[cursor], more] = [page.next_cursor, page.has_more];
  }
}

const takeProducts = ({ reset, removed, data }) => {
  if (reset) state.products = {};
  for (const sku of removed) delete state.products[sku];
  for (const product of data) state.products[product.sku] = product;
};
const takeOrders = ({ data }) => {
  for (const { store_order_id: id, order_number: number, status } of data) {
    if (state.orders[id]) Object.assign(state.orders[id], { number, status });
  }
};

/** Stores what the customer wants before it is sent, so that a crash at any line loses nothing. */
async function want(id, request) {
  state.orders[id] = {
    key: randomUUID(),
    ...state.orders[id],
    request,
    sent: false,
    problem: null,
  };
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
    if (answer?.order_number) await adopt(order, answer);
    else if (isFinal) await refuse(id, order, answer);
    // Otherwise it stays unsent, and the next run sends it again.
  }
  save();
}

/** Makes an order that exists, perhaps from an earlier try, what the customer wants, or cancels it. */
async function adopt(order, { order_number: number, order_status: status, differs }) {
  Object.assign(order, { number, status });
  const { customer, shipping, notes = null } = order.request;
  try {
    if (differs?.includes('items')) await cancel(order);
    else if (differs?.length)
      await call('PATCH', `/api/orders/${number}`, { customer, shipping, notes });
    order.sent = true;
  } catch ({ message, answer, isFinal }) {
    order.problem = message;
    // It must not go to the old address.
    if (['charge_changed', 'not_serviceable'].includes(answer?.code)) await cancel(order);
    order.sent = isFinal;
  }
}

async function refuse(id, order, { code, message, errors = [] }) {
  order.problem = `${message} ${errors.map((error) => error.message)}`;
  // Wrong credentials are no fault of the order: it waits.
  if (/^(token|domain|subscription)_/.test(code)) return;
  try {
    // An earlier try without an answer may have placed it, as it was before the edit.
    const { data } = await call('GET', `/api/orders/${encodeURIComponent(id)}`);
    Object.assign(order, { number: data.order_number, status: data.status });
    await cancel(order);
    order.sent = true;
  } catch ({ answer }) {
    order.sent = answer?.code === 'order_not_found';
  }
}

async function cancel(order) {
  order.status = (await call('POST', `/api/orders/${order.number}/cancel`, {})).status;
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
if (command === 'cancel') await cancel(state.orders[id]);
if (command === 'run') {
  for (const each in state.orders) if (!state.orders[each].sent) await send(each);
  await read('/api/orders', {}, 'cursor', takeOrders);
}
save();
process.stdout.write(
  `${id ? JSON.stringify(state.orders[id]) : Object.keys(state.products).length}\n`,
);
