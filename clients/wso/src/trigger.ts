import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { StoreClient } from '../../typescript/src/index.js';
import { print } from './output.js';
import { UsageError } from './errors.js';

/** Test products by the event to which an order of one of them leads. */
const TEST_PRODUCTS = {
  'order.awaiting_payment': { sku: 'WSO-TEST-SHIPPED', quantity: 1 },
  'order.pending': { sku: 'WSO-TEST-SHIPPED', quantity: 1 },
  'order.partially_shipped': { sku: 'WSO-TEST-PARTIAL', quantity: 2 },
  'order.shipped': { sku: 'WSO-TEST-SHIPPED', quantity: 1 },
  'order.delivered': { sku: 'WSO-TEST-DELIVERED', quantity: 1, variation: 'M' },
  'order.returned': { sku: 'WSO-TEST-RETURNED', quantity: 1 },
  'order.cancelled': { sku: 'WSO-TEST-REFUNDED', quantity: 1 },
  'order.expired': { sku: 'WSO-TEST-EXPIRED', quantity: 1 },
} as const;

/** Names of the events, for the help. */
export const TEST_EVENTS = Object.keys(TEST_PRODUCTS);

const DEFAULT_SECONDS = 15;

/**
 * Places a test order that reaches an event, and waits for it. `wso listen` forwards the same changes.
 *
 * @throws UsageError for an unknown event or a live token
 */
export async function trigger(
  store: StoreClient,
  event: string,
  everySeconds: number | null,
): Promise<void> {
  if (!isTestEvent(event)) {
    throw new UsageError(`unknown event ${event}, expected one of ${TEST_EVENTS.join(', ')}`);
  }
  const { data: me } = await store.getMe();
  if (me.mode !== 'test') {
    throw new UsageError(
      'the token is live, and orders of live tokens are real: create a test token in the dashboard',
    );
  }
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
    if (order.timeline.some(({ status }) => status === wanted)) return;
    await sleep((everySeconds ?? store.pollSeconds('getOrderStatus') ?? DEFAULT_SECONDS) * 1000);
  }
}

function isTestEvent(event: string): event is keyof typeof TEST_PRODUCTS {
  return Object.hasOwn(TEST_PRODUCTS, event);
}
