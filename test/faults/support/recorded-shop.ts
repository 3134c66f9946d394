import { setTimeout as sleep } from 'node:timers/promises';
import type { DatabaseConnection } from '../../../ormconfig.js';
import { orderBody, unique } from '../../support/shop/given.js';
import { send, type Answer, type Call } from './http.js';
import {
  RecordedHistory,
  type Line,
  type ListedProduct,
  type PlacedOrder,
} from './recorded-history.js';
import { OPERATOR, type Shop } from './shop.js';

const RETRY_MS = 40;
const WAIT_LIMIT_MS = 60_000;
/** Small, so that faults come between pages. */
const PAGE = 3;
/** Refusals that operators and orders may receive; all others are problems. */
const REFUSALS = new Set(['insufficient_stock', 'stock_below_reserved']);

/** Answers that leave open whether the request had an effect. */
const isUnsure = ({ status }: Answer): boolean => status === 0 || status === 503;

interface Reading {
  cursor: string | null;
  /** Time of the request for the first of the pages being read; null after the last page. */
  begun: number | null;
}

/** A store that knows products and orders only by the two feeds, wherever it polls them. */
export class Follower {
  readonly changes: Reading = { cursor: null, begun: null };
  readonly orders: Reading = { cursor: null, begun: null };
  readonly products = new Map<string, ListedProduct>();
  readonly statuses = new Map<string, string>();
}

/** Begin and end of a store's reading of a feed. */
interface Span {
  begin: number;
  end: number;
}

/** A shop whose callers note when each request was sent and answered, and what came of it, to be checked together. */
export class RecordedShop {
  readonly counts: Record<string, number> = {};
  private readonly history: RecordedHistory;
  private priceChanges = 0;

  constructor(
    private readonly shop: Shop,
    connection: DatabaseConnection,
    /** Draws an address of the service for each request. */
    private readonly anywhere: () => string,
    stock: number,
  ) {
    this.history = new RecordedHistory(shop, connection, stock);
  }

  /** Checks everything, once all callers have left and the service answers. Returns the problems. */
  async check(): Promise<readonly string[]> {
    await this.history.check();
    return this.history.problems;
  }

  /** Places an order and insists on it until it is placed or refused. */
  async order(lines: readonly Line[]): Promise<PlacedOrder | null> {
    const key = unique('order');
    const { answer, begin } = await this.insist('/api/orders', {
      method: 'POST',
      headers: { ...this.shop.buyer.headers, 'Idempotency-Key': key },
      body: orderBody([...lines], { notes: key }),
    });
    const { body, status, endedAt: end } = answer;
    if (status !== 201) {
      this.refused(key, answer);
      const errors = (body.errors ?? []) as { field: string; available: number }[];
      for (const { field, available } of errors) {
        const line = lines[Number(field.split('.')[1])];
        if (line) this.history.read(line.sku, available, answer.sentAt, end, `${key} refused`);
      }
      if (answer.sentAt > begin + RETRY_MS) this.history.unsureOrders.set(key, { lines, begin });
      return null;
    }
    this.count('orders');
    const total = Math.round(Number(body.total) * 100);
    const number = String(body.order_number);
    return this.history.keep({ key, number, lines, total, begin, end });
  }

  async cancel({ key, number, lines }: PlacedOrder): Promise<void> {
    const { answer, begin } = await this.insist(`/api/orders/${number}/cancel`, {
      method: 'POST',
      headers: this.shop.buyer.headers,
      body: {},
    });
    if (answer.status !== 200) return this.refused(`cancel ${key}`, answer);
    this.count('cancellations');
    const end = answer.endedAt;
    this.history.statuses.wrote(number, 'cancelled', begin, end);
    for (const { sku, quantity } of lines) {
      const what = `${key} canceled gives ${quantity}`;
      this.history.change(sku, { what, begin, end, delta: quantity });
    }
  }

  async pay({ key, number }: PlacedOrder): Promise<void> {
    const { answer, begin } = await this.insist(`/admin/orders/${number}/payments`, {
      method: 'POST',
      headers: OPERATOR,
      body: { method: 'neft', reference: key },
    });
    if (answer.status !== 200 && answer.status !== 201) return this.refused(`pay ${key}`, answer);
    this.count('payments');
    this.history.statuses.wrote(number, 'pending', begin, answer.endedAt);
  }

  /** Adds or removes units as an operator, once, because a repetition would add them again. */
  async adjust(sku: string, delta: number): Promise<void> {
    const reason = unique('adjustment');
    const answer = await this.send(`/admin/products/${sku}/stock/adjustments`, {
      method: 'POST',
      headers: OPERATOR,
      body: { delta, reason },
    });
    const { sentAt: begin, endedAt: end } = answer;
    if (isUnsure(answer)) this.history.unsureAdjustments.set(reason, { sku, begin, delta });
    else if (answer.status !== 201) this.refused(reason, answer);
    else this.history.change(sku, { what: `${reason} of ${delta}`, begin, end, delta });
    this.count('adjustments');
  }

  /** Sets a price that the product has never had. */
  async price(sku: string): Promise<void> {
    this.priceChanges += 1;
    const paise = 10_000 + this.priceChanges;
    const { answer, begin } = await this.insist(`/admin/products/${sku}`, {
      method: 'PATCH',
      headers: OPERATOR,
      body: { base_price: paise / 100 },
    });
    if (answer.status !== 200) return this.refused(`price of ${sku}`, answer);
    this.history.prices.wrote(sku, paise, begin, answer.endedAt);
    this.count('prices');
  }

  /** Reads the stock of a product, of two, or the list of all. */
  async readStock(sku: string, other: string, way: number): Promise<void> {
    const path = [`products/${sku}/stock`, `stock?skus=${sku},${other}`, 'products'][way % 3] ?? '';
    const answer = await this.send(`/api/${path}`, { headers: this.shop.buyer.headers });
    if (isUnsure(answer)) return;
    if (answer.status !== 200) return this.refused(`GET ${path}`, answer);
    const { body, sentAt, endedAt } = answer;
    const rows = (body.data ?? [body]) as (ListedProduct & { pricing?: object })[];
    for (const row of rows.filter((one) => this.shop.skus.includes(one.sku))) {
      this.history.read(row.sku, row.stock_qty, sentAt, endedAt, `GET ${path}`);
      if (row.pricing !== undefined) this.history.readPrice(row, sentAt, endedAt);
    }
    this.count('reads');
  }

  /**
   * Polls both feeds to their ends. Afterwards the store's copies are as new as the first page.
   * - if the service is unavailable in between, the next poll continues with the pages
   */
  async follow(store: Follower): Promise<void> {
    const changes = await this.pages('changes', store.changes, (body) => {
      if (body.reset === true && store.changes.cursor !== null)
        this.history.problems.push('a cursor restarted');
      for (const row of body.data as ListedProduct[]) store.products.set(row.sku, row);
      return body.next_cursor as string;
    });
    if (changes !== null) this.keepProducts(store, changes);
    const orders = await this.pages('orders', store.orders, (body) => {
      for (const row of body.data as { order_number: string; status: string }[]) {
        store.statuses.set(row.order_number, row.status);
      }
      return body.next_cursor as string;
    });
    if (orders !== null) this.history.polls.push({ ...orders, statuses: new Map(store.statuses) });
    this.count('polls');
  }

  private keepProducts(store: Follower, { begin, end }: Span): void {
    for (const sku of this.shop.skus) {
      const row = store.products.get(sku);
      if (row === undefined) {
        this.history.problems.push(`${sku} is missing after a poll of changes`);
        continue;
      }
      this.history.read(sku, row.stock_qty, begin, end, 'a copy after polling changes');
      this.history.readPrice(row, begin, end);
    }
  }

  /** Reads pages until there are no more. Returns null if one was not answered. */
  private async pages(
    feed: 'changes' | 'orders',
    reading: Reading,
    take: (body: Record<string, unknown>) => string,
  ): Promise<Span | null> {
    reading.begun ??= performance.now();
    for (;;) {
      const parameter = feed === 'changes' ? 'since' : 'cursor';
      const from =
        reading.cursor === null ? '' : `&${parameter}=${encodeURIComponent(reading.cursor)}`;
      const path = `/api/${feed}?limit=${PAGE}${from}`;
      const answer = await this.send(path, { headers: this.shop.buyer.headers });
      if (isUnsure(answer)) return null;
      if (answer.status !== 200) {
        this.refused(path, answer);
        return null;
      }
      reading.cursor = take(answer.body);
      if (answer.body.has_more === true) continue;
      const span = { begin: reading.begun, end: answer.endedAt };
      reading.begun = null;
      return span;
    }
  }

  /** Sends a request again, to any instance, until its outcome is known. */
  private async insist(path: string, call: Call): Promise<{ answer: Answer; begin: number }> {
    const begin = performance.now();
    for (;;) {
      const answer = await this.send(path, call);
      if (!isUnsure(answer)) return { answer, begin };
      if (answer.sentAt > begin + WAIT_LIMIT_MS)
        throw new Error(`${path}: ${answer.status} ${answer.failure ?? ''}`);
      this.count('repetitions');
      await sleep(RETRY_MS);
    }
  }

  private send(path: string, call: Call): Promise<Answer> {
    return send(`${this.anywhere()}${path}`, call);
  }

  private refused(what: string, { status, body }: Answer): void {
    this.count('refusals');
    if (!REFUSALS.has(String(body.code)))
      this.history.problems.push(`${what}: ${status} ${JSON.stringify(body)}`);
  }

  private count(what: string): void {
    this.counts[what] = (this.counts[what] ?? 0) + 1;
  }
}
