import { isDatabaseUnavailable } from '../../../../src/platform/database/database-errors.js';
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
import type { Feed, Page, SimulatedStore } from './store.js';

/** Comparison of answers with the states of the database while they were made. */
export class AnswerCheck {
  /** Problems, each with its step. */
  readonly problems: string[] = [];
  /** Step in which the database was last restored to an older state; -1: never. */
  restoredAt = -1;

  constructor(
    private readonly observer: Observer,
    private readonly stores: readonly SimulatedStore[],
  ) {}

  fail(step: number, problem: string): void {
    this.problems.push(`step ${step}: ${problem}`);
  }

  /** Checks the error of a request that failed: only a refusal with a code, or 503, is correct. */
  refusal(step: number, error: unknown): string {
    if (error instanceof AppError) return error.code;
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

  /** Checks what a step did to orders: only a restore removes one, and nothing is old enough to expire. */
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
