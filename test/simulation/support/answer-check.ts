import { isDatabaseUnavailable } from '../../../src/platform/database/database-errors.js';
import { AppError } from '../../../src/platform/http/errors.js';
import {
  orderKey,
  productKey,
  SKUS,
  type Observer,
  type StoredOrder,
  type StoredProduct,
} from './observer.js';
import type { Feed, Page, SimulatedStore } from './store.js';

/** Comparison of answers with the states of the database while they were made. */
export class AnswerCheck {
  /** Problems, each with its step. */
  readonly problems: string[] = [];

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
    if (page.isRestart) {
      this.fail(step, 'the change feed restarted a cursor although nothing was lost');
    }
    if (page.hasMore) return;
    const copy = store.copyOf(feed);
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

  /** Checks that a stored order has the prices in force now or in the step before. */
  prices({ storeOrderId, clientId, lines }: StoredOrder, step: number): void {
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
