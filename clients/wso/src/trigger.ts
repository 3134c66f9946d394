import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { OrderStatusDto, StoreClient } from '../../typescript/src/index.js';
import { ALL_PARTS, factsOf } from './events.js';
import { print } from './output.js';
import { UsageError } from './errors.js';

/** A test order that reaches an event. */
interface Test {
  item: { sku: string; quantity: number; variation?: string };
  /** Status of the order in which the store does something; undefined: it only waits. */
  when?: OrderStatusDto['status'];
  act?: (store: StoreClient, number: string) => Promise<unknown>;
}

const SHIPPED = { sku: 'WSO-TEST-SHIPPED', quantity: 1 };
const DELIVERED = { sku: 'WSO-TEST-DELIVERED', quantity: 1, variation: 'M' };
const REFUNDED = { sku: 'WSO-TEST-REFUNDED', quantity: 1 };

const ask = async (store: StoreClient, number: string): Promise<number> => {
  const items = [{ line: 1, quantity: 1 }];
  return (await store.requestReturn(number, { items, reason: 'wso trigger' })).data.id;
};
const withdraw = async (store: StoreClient, number: string): Promise<unknown> =>
  store.withdrawReturn(number, await ask(store, number));
const correct = async (store: StoreClient, number: string): Promise<unknown> =>
  store.correctOrder(number, { shipping: { address: '2, Test Road' } });

/** Test orders by the event that they reach. */
const TESTS: Readonly<Record<string, Test>> = {
  'order.awaiting_payment': { item: SHIPPED },
  'order.pending': { item: SHIPPED },
  'order.partially_shipped': { item: { sku: 'WSO-TEST-PARTIAL', quantity: 2 } },
  'order.shipped': { item: SHIPPED },
  'order.delivered': { item: DELIVERED },
  'order.returned': { item: { sku: 'WSO-TEST-RETURNED', quantity: 1 } },
  'order.cancelled': { item: REFUNDED },
  'order.expired': { item: { sku: 'WSO-TEST-EXPIRED', quantity: 1 } },
  'order.updated': { item: SHIPPED, when: 'awaiting_payment', act: correct },
  'order.refunded': { item: REFUNDED },
  'return.requested': { item: DELIVERED, when: 'delivered', act: ask },
  'return.withdrawn': { item: DELIVERED, when: 'delivered', act: withdraw },
  'return.accepted': { item: DELIVERED, when: 'delivered', act: ask },
  // Its order stays shipped: the return of one that is delivered meanwhile is accepted.
  'return.declined': { item: SHIPPED, when: 'shipped', act: ask },
  'return.received': { item: DELIVERED, when: 'delivered', act: ask },
  'return.settled': { item: DELIVERED, when: 'delivered', act: ask },
};

/** Names of the events, for the help. */
export const TEST_EVENTS = Object.keys(TESTS);

const DEFAULT_SECONDS = 15;

/**
 * Places a test order that reaches an event, and waits for it. `wso listen` forwards the changes of orders.
 *
 * @throws UsageError for an unknown event or a live token
 */
export async function trigger(
  store: StoreClient,
  event: string,
  everySeconds: number | null,
): Promise<void> {
  if (event === 'document.issued') {
    throw new UsageError(
      'no test order reaches document.issued: only live orders have documents. Send your program the example of /docs/mirror#document-issued',
    );
  }
  const test = Object.hasOwn(TESTS, event) ? TESTS[event] : undefined;
  if (test === undefined) {
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
    items: [test.item],
    store_order_id: `trigger-${randomUUID()}`,
  });
  const printed = new Set<string>();
  for (let { act } = test; ;) {
    const order = await store.getOrderStatus(number, { include: ALL_PARTS });
    for (const { id, type, at } of factsOf(order)) {
      if (!printed.has(id)) print(`${new Date(at).toISOString()} ${type} ${number}`);
      printed.add(id);
      if (type === event) return;
    }
    if (act !== undefined && order.status === test.when) {
      await act(store, number);
      act = undefined;
      if (event === 'order.updated') {
        print(`${new Date().toISOString()} ${event} ${number}`);
        return;
      }
      continue;
    }
    await sleep((everySeconds ?? store.pollSeconds('getOrderStatus') ?? DEFAULT_SECONDS) * 1000);
  }
}
