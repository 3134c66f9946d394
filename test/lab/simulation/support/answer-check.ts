import { isDatabaseUnavailable } from '../../../../src/platform/database/database-errors.js';
import type { DataFault } from '../../../../src/schema/data-faults.js';
import { AppError } from '../../../../src/platform/http/errors.js';
import {
  orderKey,
  productKey,
  SKUS,
  type ObservedOrders,
  type Observer,
  type StoredOrder,
  type StoredProduct,
} from './observer.js';
import type { Feed, Page, SimulatedStore, StoreOrder } from './store.js';

/** Value that a store read, and the steps in which it asked and received it. */
interface Read<Value> {
  received: Value | null;
  began: number;
  now: number;
}

/** Comparison of answers with the states of the database while they were made. */
export class AnswerCheck {
  /** Problems, each with its step. */
  readonly problems: string[] = [];
  /** Step in which the database was last restored to an older state; -1: never. */
  restoredAt = -1;
  /** Numbers of the orders that were acknowledged, by store and Idempotency-Key. */
  private readonly keys = new Map<string, string>();

  constructor(
    private readonly observer: Observer,
    private readonly stores: readonly SimulatedStore[],
  ) {}

  fail(step: number, problem: string): void {
    this.problems.push(`step ${step}: ${problem}`);
  }

  /**
   * Checks the error of a failed request.
   * - only a refusal with a code, or 503, is correct
   * - no store learns of another store's order
   */
  refusal(step: number, error: unknown, store?: SimulatedStore): string {
    if (error instanceof AppError) {
      const { order_number: number } = error.details;
      const order = store && this.observer.orders.get(String(number));
      if (order && order.clientId !== store.client.id) {
        this.fail(step, `${store.name} is refused by ${order.storeOrderId} of another client`);
      }
      return error.code;
    }
    if (isDatabaseUnavailable(error)) return 'unavailable';
    this.fail(step, String((error as Error).stack));
    return 'failed';
  }

  /**
   * Checks a page. After the last page of a round, each of the store's products matches some state since the round
   * began.
   */
  page(feed: Feed, store: SimulatedStore, page: Page, step: number): void {
    page.problems.forEach((problem) => this.fail(step, problem));
    const copy = store.copyOf(feed);
    if (page.isRestart && copy.receivedAt >= this.restoredAt) {
      this.fail(step, `the feed of ${feed} restarted a cursor although nothing was lost`);
    }
    copy.receivedAt = step;
    if (page.hasMore) return;
    const since = copy.since ?? step;
    copy.since = null;
    copy.rounds += 1;
    const { id, planId } = store.client;
    for (const name of new Set([...this.known(feed, id), ...copy.entries.keys()])) {
      const key = feed === 'changes' ? productKey(planId, name) : orderKey(id, name);
      const received = copy.entries.get(name) ?? null;
      const problem = this.observer.history.check(key, received, since, step);
      if (problem !== null) this.fail(step, `${store.name}: ${problem}`);
    }
  }

  /** Checks that an order is stored once it is acknowledged, and that a repeated key names the order that it made. */
  placed(store: SimulatedStore, { id, key }: StoreOrder, number: string, step: number): void {
    const order = this.observer.orders.get(number);
    if (order?.storeOrderId !== id || order.clientId !== store.client.id) {
      this.fail(step, `${id} of ${store.name} is acknowledged as ${number} and not stored`);
    }
    const before = key === null ? undefined : this.keys.get(`${store.name} ${key}`);
    if (before !== undefined && before !== number && this.observer.orders.has(before)) {
      this.fail(step, `${store.name} has two orders of the key ${key}`);
    }
    if (key !== null) this.keys.set(`${store.name} ${key}`, number);
  }

  product({ client }: SimulatedStore, sku: string, read: Read<StoredProduct>): void {
    this.read(productKey(client.planId, sku), read);
  }

  status(
    { name, client }: SimulatedStore,
    id: string,
    read: Read<{ number: string; status: string }>,
  ): void {
    const { received, began, now } = read;
    if (received !== null) {
      this.read(orderKey(client.id, received.number), { ...read, received: received.status });
      return;
    }
    const isMissed = [...this.observer.orders.values()].some(
      (order) =>
        order.clientId === client.id &&
        order.storeOrderId === id &&
        !this.observer.history
          .between(orderKey(client.id, order.number), began, now)
          .includes(null),
    );
    if (isMissed) this.fail(now, `${name} does not find its order ${id}`);
  }

  private read(key: string, { received, began, now }: Read<unknown>): void {
    const problem = this.observer.history.check(key, received, began, now);
    if (problem !== null) this.fail(now, problem);
  }

  faults(faults: readonly DataFault[], step: number): void {
    for (const { broken, subjects } of faults)
      this.fail(step, `verify: ${broken}: ${subjects.join(', ')}`);
  }

  /** Checks the effect of a step on orders: only a restore removes one, and none is old enough to expire. */
  orders({ added, gone }: ObservedOrders, step: number): void {
    for (const order of added) this.prices(order, step);
    if (this.restoredAt !== step) {
      for (const { storeOrderId } of gone) this.fail(step, `${storeOrderId} is gone`);
    }
    for (const { storeOrderId, status } of this.observer.orders.values()) {
      if (status === 'expired') this.fail(step, `${storeOrderId} is expired`);
    }
  }

  /** Checks that a stored order has the prices in force now or in the step before. */
  private prices({ storeOrderId, clientId, lines }: StoredOrder, step: number): void {
    const { client } = this.stores.find((store) => store.client.id === clientId)!;
    for (const { sku, price } of lines) {
      const key = productKey(client.planId, sku);
      const listed = this.observer.history.between<StoredProduct>(key, step - 1, step);
      const prices = listed.flatMap((product) => (product === null ? [] : [product.price]));
      if (prices.includes(price)) continue;
      this.fail(step, `${storeOrderId} has ${sku} at ${price}; it was ${prices.join(' or ')}`);
    }
  }

  private known(feed: Feed, clientId: number): string[] {
    if (feed === 'changes') return SKUS;
    const own = [...this.observer.orders.values()].filter((order) => order.clientId === clientId);
    return own.map(({ number }) => number);
  }
}
