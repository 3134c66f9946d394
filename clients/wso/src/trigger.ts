import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { StoreClient } from '../../typescript/src/index.js';
import { print } from './output.js';
import { UsageError } from './errors.js';

const SHIPPED = { sku: 'WSO-TEST-SHIPPED', quantity: 1 };
const DELIVERED = { sku: 'WSO-TEST-DELIVERED', quantity: 1, variation: 'M' };

/** Test products by the event to which an order of one of them leads. */
const TEST_PRODUCTS = {
  'order.awaiting_payment': SHIPPED,
  'order.pending': SHIPPED,
  'order.partially_shipped': { sku: 'WSO-TEST-PARTIAL', quantity: 2 },
  'order.shipped': SHIPPED,
  'order.delivered': DELIVERED,
  'order.returned': { sku: 'WSO-TEST-RETURNED', quantity: 1 },
  'order.cancelled': { sku: 'WSO-TEST-REFUNDED', quantity: 1 },
  'order.expired': { sku: 'WSO-TEST-EXPIRED', quantity: 1 },
} as const;

/** Statuses of an order in which the request of a return leads to an event. */
const RETURNED_WHILE = {
  'return.requested': 'delivered',
  'return.withdrawn': 'delivered',
  'return.declined': 'shipped',
  'return.awaited': 'delivered',
  'return.received': 'delivered',
  'return.settled': 'delivered',
} as const;

/** Names of the events, for the help. */
export const TEST_EVENTS = [...Object.keys(TEST_PRODUCTS), ...Object.keys(RETURNED_WHILE)];

const DEFAULT_SECONDS = 15;

/**
 * Places a test order that reaches an event, or whose return does, and waits for it. `wso listen` forwards the changes of
 * orders.
 *
 * @throws UsageError for an unknown event or a live token
 */
export async function trigger(
  store: StoreClient,
  event: string,
  everySeconds: number | null,
): Promise<void> {
  if (!isKeyOf(TEST_PRODUCTS, event) && !isKeyOf(RETURNED_WHILE, event)) {
    throw new UsageError(`unknown event ${event}, expected one of ${TEST_EVENTS.join(', ')}`);
  }
  const { data: me } = await store.getMe();
  if (me.mode !== 'test') {
    throw new UsageError(
      'the token is live, and orders of live tokens are real: create a test token in the dashboard',
    );
  }
  const wait = (operation: 'getOrder' | 'getOrderStatus'): Promise<void> =>
    sleep((everySeconds ?? store.pollSeconds(operation) ?? DEFAULT_SECONDS) * 1000);
  if (isKeyOf(TEST_PRODUCTS, event)) {
    await reachStatus(store, event, () => wait('getOrderStatus'));
    return;
  }
  const wanted = `order.${RETURNED_WHILE[event]}` as const;
  const number = await reachStatus(store, wanted, () => wait('getOrderStatus'));
  await reachReturn(store, number, event, () => wait('getOrder'));
}

/** Places a test order and waits for a status of it. Returns its number. */
async function reachStatus(
  store: StoreClient,
  event: keyof typeof TEST_PRODUCTS,
  wait: () => Promise<void>,
): Promise<string> {
  const { order_number: number } = await store.placeOrder({
    customer: { name: 'Test Customer', phone: '+91 98765 43210' },
    shipping: { address: '1, Test Road', city: 'Pune', state: 'Maharashtra', pincode: '411001' },
    items: [TEST_PRODUCTS[event]],
    store_order_id: `trigger-${randomUUID()}`,
  });
  const wanted = event.replace('order.', '');
  for (let printed = 0; ;) {
    const order = await store.getOrderStatus(number);
    for (const { status, changed_at } of order.timeline.slice(printed)) {
      print(`${changed_at} order.${status} ${number}`);
    }
    printed = order.timeline.length;
    if (order.timeline.some(({ status }) => status === wanted)) return number;
    await wait();
  }
}

/** Requests the return of a test order's unit, and waits for a status of it. */
async function reachReturn(
  store: StoreClient,
  number: string,
  event: keyof typeof RETURNED_WHILE,
  wait: () => Promise<void>,
): Promise<void> {
  const items = [{ line: 1, quantity: 1 }];
  const { data: asked } = await store.requestReturn(number, { items, reason: 'wso trigger' });
  if (event === 'return.withdrawn') await store.withdrawReturn(number, asked.id);
  for (let printed = ''; ;) {
    const { data: order } = await store.getOrder(number);
    const { status } = order.returns.find(({ id }) => id === asked.id) ?? asked;
    if (status !== printed) print(`${new Date().toISOString()} return.${status} ${number}`);
    printed = status;
    if (`return.${status}` === event) return;
    await wait();
  }
}

function isKeyOf<T extends object>(events: T, name: string): name is keyof T & string {
  return Object.hasOwn(events, name);
}
