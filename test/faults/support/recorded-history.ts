import type { DatabaseConnection } from '../../../ormconfig.js';
import {
  findContradiction,
  type CounterOperation,
} from '../../support/database/counter-history.js';
import { History } from '../../support/database/history.js';
import { sqlOn } from './books.js';
import type { Shop } from './shop.js';

/** Delivery fee of each product of a {@link Shop}. */
const DELIVERY_MINOR = 1_000;
export interface Line {
  sku: string;
  quantity: number;
}

/** An order that was placed at some moment between two. */
export interface PlacedOrder {
  /** Its Idempotency-Key, which is stored as its notes. */
  key: string;
  number: string;
  lines: readonly Line[];
  /** In paise. */
  total: number;
  begin: number;
  end: number;
}

interface StoredOrder {
  key: string;
  number: string;
  total: number;
}

/** A store's whole copy of orders after a poll of `/api/orders`. */
interface OrdersPoll {
  begin: number;
  end: number;
  statuses: ReadonlyMap<string, string>;
}

/** A product as a caller received it. */
export interface ListedProduct {
  sku: string;
  stock_qty: number;
  pricing: { wholesale_price: number };
}

/** Actions and observations of a shop's callers with their moments, to be checked together. */
export class RecordedHistory {
  /** Contradictions found, one text for each. */
  readonly problems: string[] = [];
  private readonly stock = new Map<string, CounterOperation[]>();
  readonly prices = new History();
  readonly statuses = new History();
  private readonly priceReads: [sku: string, paise: number, begin: number, end: number][] = [];
  private readonly placed: PlacedOrder[] = [];
  readonly polls: OrdersPoll[] = [];
  /** Adjustments whose answers were lost, by their reasons, which are stored with them. */
  readonly unsureAdjustments = new Map<string, { sku: string; begin: number; delta: number }>();
  /** Orders that were refused after an attempt without an answer. That attempt can arrive after the refusal. */
  readonly unsureOrders = new Map<string, { lines: readonly Line[]; begin: number }>();

  /** @param stock what each product had at first */
  constructor(
    private readonly shop: Shop,
    private readonly connection: DatabaseConnection,
    stock: number,
  ) {
    for (const [index, sku] of shop.skus.entries()) {
      this.change(sku, { what: `${stock} units at first`, begin: 0, end: 0, delta: stock });
      this.prices.wrote(sku, 10_000 * (index + 1), 0, 0);
    }
  }

  /** Keeps an order that took its units and exists. */
  keep(order: PlacedOrder): PlacedOrder {
    const { key, number, lines, begin, end } = order;
    for (const { sku, quantity } of lines) {
      this.change(sku, { what: `${key} takes ${quantity}`, begin, end, delta: -quantity });
    }
    this.statuses.wrote(number, 'awaiting_payment', begin, end);
    this.placed.push(order);
    return order;
  }

  read(sku: string, value: number, begin: number, end: number, how: string): void {
    this.change(sku, { what: `${how}: ${value}`, begin, end, delta: 0, read: value });
  }

  readPrice({ sku, pricing }: ListedProduct, begin: number, end: number): void {
    this.priceReads.push([sku, Math.round(pricing.wholesale_price * 100), begin, end]);
  }

  change(
    sku: string,
    { read = null, ...operation }: Omit<CounterOperation, 'read'> & { read?: number | null },
  ): void {
    const operations = this.stock.get(sku) ?? [];
    operations.push({ ...operation, read });
    this.stock.set(sku, operations);
  }

  /** Checks everything, once all callers have left and the service answers. */
  async check(): Promise<void> {
    const stored = await sqlOn(this.connection)<StoredOrder>`
      SELECT notes AS key, order_number AS number, total_minor::integer AS total
        FROM orders WHERE client_id = ${this.shop.buyer.id} ORDER BY id`;
    await this.settleUnsure(stored);
    for (const [sku, operations] of this.stock) {
      const contradiction = findContradiction(operations);
      if (contradiction !== null)
        this.problems.push([`stock of ${sku}:`, ...contradiction].join('\n  '));
    }
    for (const read of this.priceReads) this.note(this.prices.check(...read));
    for (const { begin, end, statuses } of this.polls) {
      for (const number of new Set([...this.statuses.keys, ...statuses.keys()])) {
        this.note(this.statuses.check(number, statuses.get(number) ?? null, begin, end));
      }
    }
    for (const order of this.placed) this.checkTotal(order);
    this.checkKeys(stored);
  }

  /** Checks that every acknowledged order is stored with its total, once, and no other one is. */
  private checkKeys(stored: readonly StoredOrder[]): void {
    const say = ({ key, number, total }: StoredOrder): string => `${key}: ${number} of ${total}`;
    const left = stored.map(say);
    for (const order of this.placed) {
      const index = left.indexOf(say(order));
      if (index === -1) this.problems.push(`lost: ${say(order)}`);
      else left.splice(index, 1);
    }
    for (const one of left) this.problems.push(`placed twice, or after a refusal: ${one}`);
  }

  private checkTotal({ key, lines, total, begin, end }: PlacedOrder): void {
    const totals = lines.reduce<number[]>(
      (sums, { sku, quantity }) =>
        this.prices
          .between<number>(sku, begin, end)
          .flatMap((price) => sums.map((sum) => sum + (price ?? NaN) * quantity + DELIVERY_MINOR)),
      [0],
    );
    if (totals.includes(total)) return;
    this.problems.push(
      `${key}: total ${total} between ${begin} and ${end}, when it was ${totals.join(' or ')}`,
    );
  }

  /** Finds out which of the unanswered calls took effect. */
  private async settleUnsure(orders: readonly StoredOrder[]): Promise<void> {
    const reasons = [...this.unsureAdjustments.keys()];
    const stored = await sqlOn(this.connection)<{ reason: string }>`
      SELECT reason FROM stock_movements WHERE reason = ANY (${reasons})`;
    for (const { reason } of stored) {
      const { sku, begin, delta } = this.unsureAdjustments.get(reason)!;
      this.change(sku, { what: `${reason} of ${delta}`, begin, end: Infinity, delta });
    }
    for (const { key, number, total } of orders) {
      const unsure = this.unsureOrders.get(key);
      if (unsure === undefined) continue;
      this.keep({ key, number, total, ...unsure, end: Infinity });
    }
  }

  private note(problem: string | null): void {
    if (problem !== null) this.problems.push(problem);
  }
}
