/**
 * An independent model of the service in memory, by its specification, for comparison in the model test. Amounts are whole
 * paise, discounts basis points.
 * - every method returns the answer that the service must give
 */

export type OrderStatus =
  | 'awaiting_payment'
  | 'pending'
  | 'partially_shipped'
  | 'shipped'
  | 'delivered'
  | 'returned'
  | 'cancelled'
  | 'expired';

export interface Plan {
  code: string;
  discountBp: number;
  /** The plan's own prices by SKU. */
  prices: Map<string, number>;
}

export interface Level {
  onHand: number;
  reserved: number;
}

export interface Product {
  sku: string;
  basePrice: number | null;
  deliveryCharge: number;
  active: boolean;
  /** By variation key. '' is the level of a product without variations. */
  levels: Map<string, Level>;
}

export interface Client {
  plan: Plan;
  isSubscribed: boolean;
  /** True if the token its store uses is live. */
  hasToken: boolean;
  wallet: number;
}

export interface Item {
  sku: string;
  quantity: number;
  variation?: string;
}

export interface Line {
  item: Item;
  product: Product;
  variationKey: string;
  price: number;
  shipped: number;
  /** Units that were not shipped when the order was closed. */
  canceled: number;
  /** Returned, and back in the stock. */
  restocked: number;
}

export interface Payment {
  method: 'bank' | 'wallet';
  reference: string | null;
  outcome: 'applied' | 'credited';
}

/** Units of a line; the first one is 1. */
export interface Units {
  line: number;
  quantity: number;
}

export interface Order {
  /** The service creates it. */
  number: string;
  client: Client;
  storeOrderId: string | null;
  lines: Line[];
  subtotal: number;
  delivery: number;
  status: OrderStatus;
  paymentStatus: 'unpaid' | 'paid' | 'refunded';
  /** Each payment covers the total. */
  payments: Payment[];
  refunds: number[];
  timeline: OrderStatus[];
  /** Tracking number of the latest shipment. */
  trackingNumber: string | null;
  /** True: it goes to another address than it was placed with. */
  isCorrected: boolean;
}

/** Minimum content of an answer. */
export interface Answer {
  http: number;
  body: Record<string, unknown>;
}

/** Some ways to write the combinations of the shirt, the one product with variations. */
export const SPELLINGS = new Map([
  ['Size:M|Colour:Red', 'Size:M|Colour:Red'],
  ['M / Red', 'Size:M|Colour:Red'],
  ['blue, m', 'Size:M|Colour:Blue'],
  ['L|Red', 'Size:L|Colour:Red'],
  ['colour: BLUE / size: L', 'Size:L|Colour:Blue'],
]);
export const SHIRT_KEYS = [...new Set(SPELLINGS.values())];

/** Converts paise to the JSON number that the service has to write. */
export function amount(paise: number): number {
  const digits = String(paise).padStart(3, '0');
  return Number(`${digits.slice(0, -2)}.${digits.slice(-2)}`);
}

/** Computes the wholesale price on a plan; null: the product has none there. Never 0. */
export function priceOn({ discountBp, prices }: Plan, { sku, basePrice }: Product): number | null {
  const own = prices.get(sku);
  if (own !== undefined) return own;
  if (basePrice === null) return null;
  const exact = BigInt(basePrice) * BigInt(10_000 - discountBp);
  const halfUp = Number((2n * exact + 10_000n) / 20_000n);
  return halfUp > 0 ? halfUp : null;
}

export function availableOf({ onHand, reserved }: Level): number {
  return onHand - reserved;
}

export const leftOf = ({ item, shipped, canceled }: Line): number =>
  item.quantity - shipped - canceled;

/** Money that came in, by its reference. */
export interface Receipt {
  client: Client;
  amount: number;
  /** The order that the money is for; null for none, or for several. */
  order: Order | null;
  paid: Order[];
  /** The wallet after the money was recorded and had paid its orders. */
  walletAfter: number;
}

/** Money that was paid out, by its reference. */
export interface Payout {
  client: Client;
  amount: number;
  walletAfter: number;
}

export class Model {
  readonly orders: Order[] = [];
  readonly receipts = new Map<string, Receipt>();
  readonly payouts = new Map<string, Payout>();

  constructor(
    readonly plans: readonly Plan[],
    readonly products: readonly Product[],
    readonly clients: readonly Client[],
  ) {}

  /** Finds the reason to refuse a client: token first, then subscription. */
  denial({ hasToken, isSubscribed }: Client): Answer | null {
    if (!hasToken) return refused(401, 'token_invalid');
    return isSubscribed ? null : refused(403, 'subscription_inactive');
  }

  place(client: Client, items: readonly Item[], storeOrderId: string | null): Answer {
    const denial = this.denial(client);
    if (denial !== null) return denial;
    const duplicate = this.orders.find(
      (order) =>
        storeOrderId !== null && order.client === client && order.storeOrderId === storeOrderId,
    );
    if (duplicate !== undefined) {
      const placed = duplicate.lines.map(({ item }) => item);
      const isSame = (of: (item: Item) => unknown): boolean =>
        JSON.stringify(placed.map(of)) === JSON.stringify(items.map(of));
      // The order has variation keys, and none of a product without variations.
      const asPlaced = ({ sku, quantity, variation = '' }: Item): unknown => {
        const isPlain = this.products.some((each) => each.sku === sku && each.levels.has(''));
        return [sku, quantity, isPlain ? '' : (SPELLINGS.get(variation) ?? variation)];
      };
      return refused(409, 'duplicate_order', {
        order_number: duplicate.number,
        order_status: duplicate.status,
        same_request: isSame((item) => item),
        differs: [
          ...(duplicate.isCorrected ? ['shipping.address'] : []),
          ...(isSame(asPlaced) ? [] : ['items']),
        ],
      });
    }
    const checked = items.map((item) => this.checkItem(client.plan, item));
    const lines = checked.filter((line) => typeof line !== 'string');
    const errors = checked.flatMap((line, index) => problemsOf(line, index, lines));
    if (errors.length > 0) {
      const codes = new Set(errors.map(({ code }) => code));
      return refused(422, codes.size === 1 ? [...codes].join() : 'validation_failed', { errors });
    }
    const subtotal = sum(lines.map(({ price, item }) => price * item.quantity));
    const delivery = sum(
      [...new Set(lines.map(({ product }) => product))].map((product) => product.deliveryCharge),
    );
    reserve(lines);
    this.orders.push({
      number: '',
      client,
      storeOrderId,
      lines,
      subtotal,
      delivery,
      status: 'awaiting_payment',
      paymentStatus: 'unpaid',
      payments: [],
      refunds: [],
      timeline: ['awaiting_payment'],
      trackingNumber: null,
      isCorrected: false,
    });
    return done(201, {
      subtotal: amount(subtotal),
      delivery: amount(delivery),
      total: amount(subtotal + delivery),
      items_count: items.length,
      status: 'awaiting_payment',
    });
  }

  pay(order: Order, reference: string | null): Answer {
    const known = reference === null ? undefined : this.receipts.get(reference);
    if (known !== undefined) {
      const isFor = [known.order, ...known.paid].includes(order);
      const isSame = isFor && known.amount === totalOf(order);
      return isSame ? done(201) : refused(409, 'payment_recorded');
    }
    // Without a reference it can't be distinguished from the same payment, recorded again.
    if (reference === null && order.payments.length > 0) return refused(409, 'payment_recorded');
    const goesOn = isPayable(order);
    if (!goesOn && reference === null) return refusedFrom(order, 'pending');
    const { client } = order;
    if (goesOn) settle(order);
    else client.wallet += totalOf(order);
    const outcome = goesOn ? 'applied' : 'credited';
    order.payments.push({ method: 'bank', reference, outcome });
    if (reference !== null) {
      this.receipts.set(reference, {
        client,
        amount: totalOf(order),
        order,
        walletAfter: client.wallet,
        paid: goesOn ? [order] : [],
      });
    }
    return done(201);
  }

  cancel(order: Order): Answer {
    if (order.status !== 'awaiting_payment' && order.status !== 'pending') {
      return refusedFrom(order, 'cancelled');
    }
    if (order.paymentStatus === 'paid') {
      giveBack(order, totalOf(order));
      order.paymentStatus = 'refunded';
    }
    release(order.lines);
    return advance(order, 'cancelled');
  }

  expire(order: Order): void {
    if (order.status !== 'awaiting_payment') return;
    release(order.lines);
    advance(order, 'expired');
  }

  /** Ships units of an order. `units` null ships all that are left. */
  ship(order: Order, units: readonly Units[] | null, trackingNumber: string): Answer {
    if (!isShippable(order)) return refusedFrom(order, 'partially_shipped', 'shipped');
    const sent = units ?? restOf(order);
    if (!areLeft(order, sent)) return refused(422, 'validation_failed');
    for (const { line: number, quantity } of sent) {
      const line = order.lines[number - 1]!;
      line.shipped += quantity;
      levelOf(line).onHand -= quantity;
      levelOf(line).reserved -= quantity;
    }
    order.trackingNumber = trackingNumber;
    const isAll = order.lines.every((line) => leftOf(line) === 0);
    return { ...advance(order, isAll ? 'shipped' : 'partially_shipped'), http: 201 };
  }

  close(order: Order): Answer {
    if (order.status !== 'partially_shipped') return refusedFrom(order, 'shipped');
    const rest = order.lines.map((line) => ({ line, units: leftOf(line) }));
    for (const { line, units } of rest) {
      line.canceled = units;
      levelOf(line).reserved -= units;
    }
    giveBack(order, sum(rest.map(({ line, units }) => units * line.price)));
    return advance(order, 'shipped');
  }

  /** Refunds an order. `amount` null refunds everything that is left of the payment. */
  refund(order: Order, amount: number | null, restock: readonly Units[]): Answer {
    if (order.status !== 'returned') return refusedFrom(order, 'returned');
    const left = totalOf(order) - sum(order.refunds);
    if (left === 0) return refused(409, 'nothing_to_refund');
    const back = restock.map(({ line, quantity }) => ({ line: order.lines[line - 1], quantity }));
    const isFit = back.every(
      ({ line, quantity }) => line && quantity <= line.shipped - line.restocked,
    );
    const isTwice = new Set(back.map(({ line }) => line)).size < back.length;
    if ((amount ?? left) > left || !isFit || isTwice) return refused(422, 'validation_failed');
    for (const { line, quantity } of back) {
      if (line === undefined) continue;
      line.restocked += quantity;
      levelOf(line).onHand += quantity;
    }
    giveBack(order, amount ?? left);
    if ((amount ?? left) === left) order.paymentStatus = 'refunded';
    return done(201);
  }

  /** Marks a shipment as delivered, or as returned to its origin. */
  finish(order: Order, status: 'delivered' | 'returned'): Answer {
    const canFinish =
      order.status === 'shipped' || (order.status === 'delivered' && status === 'returned');
    return canFinish ? advance(order, status) : refusedFrom(order, status);
  }

  adjust({ levels }: Product, variationKey: string, delta: number): Answer {
    const level = levels.get(variationKey);
    if (level === undefined) return refused(422, 'validation_failed');
    if (level.onHand + delta < level.reserved) return refused(409, 'stock_below_reserved');
    level.onHand += delta;
    return done(201);
  }

  /** Sets the stock after a count, completely or not at all. */
  setStock({ levels }: Product, counted: ReadonlyMap<string, number>): Answer {
    for (const [key, level] of levels) {
      if ((counted.get(key) ?? level.onHand) < level.reserved) {
        return refused(409, 'stock_below_reserved');
      }
    }
    for (const [key, level] of levels) level.onHand = counted.get(key) ?? level.onHand;
    return done(200);
  }

  /** Imports a catalog file with one row, completely or not at all. */
  import(product: Product, basePrice: number | null, counted: ReadonlyMap<string, number>): Answer {
    if (this.setStock(product, counted).http !== 200) return refused(422, 'import_refused');
    product.basePrice = basePrice;
    return done(200);
  }

  /** Finds the line for an item at the plan's price, or returns the error code. */
  private checkItem(plan: Plan, item: Item): CheckedItem {
    const product = this.products.find(({ sku }) => sku === item.sku);
    const price = product === undefined ? null : priceOn(plan, product);
    if (product?.active !== true || price === null) return 'unknown_sku';
    const hasVariations = !product.levels.has('');
    if (hasVariations && item.variation === undefined) return 'variation_required';
    const variationKey = hasVariations ? SPELLINGS.get(item.variation ?? '') : '';
    if (variationKey === undefined) return 'variation_unknown';
    return { item, product, variationKey, price, shipped: 0, canceled: 0, restocked: 0 };
  }
}

const FIELDS = {
  unknown_sku: 'sku',
  variation_required: 'variation',
  variation_unknown: 'variation',
} as const;

type CheckedItem = Line | keyof typeof FIELDS;

interface Problem {
  field: string;
  code: string;
  requested?: number;
  available?: number;
}

/** Lists the problems of an item, together with the other lines. */
function problemsOf(checked: CheckedItem, index: number, lines: readonly Line[]): Problem[] {
  if (typeof checked === 'string') {
    return [{ field: `items.${index}.${FIELDS[checked]}`, code: checked }];
  }
  const requested = wantedOf(lines, checked);
  const available = availableOf(levelOf(checked));
  const problem = { code: 'insufficient_stock', requested, available };
  return requested > available ? [{ field: `items.${index}.quantity`, ...problem }] : [];
}

export function done(http: 200 | 201, body: Record<string, unknown> = {}): Answer {
  return { http, body: { success: true, ...body } };
}

export function refused(http: number, code: string, details: Record<string, unknown> = {}): Answer {
  return { http, body: { success: false, code, ...details } };
}

/** Makes a refusal that names both states. */
export function refusedFrom({ status }: Order, ...to: OrderStatus[]): Answer {
  const message = expect.stringMatching(`\\b${status}\\b.*\\b(${to.join('|')})\\b`);
  return refused(409, 'transition_refused', { message });
}

export function isShippable({ status }: Order): boolean {
  return status === 'pending' || status === 'partially_shipped';
}

/** Returns true if each line of an order is named once at most, and has the units left. @param held units that are not free */
export function areLeft(
  { lines }: Order,
  units: readonly Units[],
  held: (line: number) => number = () => 0,
): boolean {
  const isFit = ({ line, quantity }: Units): boolean =>
    lines[line - 1] !== undefined && quantity <= leftOf(lines[line - 1]!) - held(line);
  return units.every(isFit) && new Set(units.map(({ line }) => line)).size === units.length;
}

/** Lists the units of an order that are left. @param held units that are not free */
export function restOf({ lines }: Order, held: (line: number) => number = () => 0): Units[] {
  return lines
    .map((line, index) => ({ line: index + 1, quantity: leftOf(line) - held(index + 1) }))
    .filter(({ quantity }) => quantity > 0);
}

export function advance(order: Order, status: OrderStatus): Answer {
  if (order.status !== status) order.timeline.push(status);
  order.status = status;
  return done(200);
}

/** Returns true if an order can be paid. The stock of an expired order was released, so it must be available again. */
export function isPayable({ status, lines }: Order): boolean {
  return status === 'awaiting_payment' || (status === 'expired' && areAvailable(lines));
}

export function settle(order: Order): void {
  if (order.status === 'expired') reserve(order.lines);
  order.paymentStatus = 'paid';
  advance(order, 'pending');
}

function giveBack(order: Order, paise: number): void {
  order.client.wallet += paise;
  order.refunds.push(paise);
}

export function totalOf({ subtotal, delivery }: Order): number {
  return subtotal + delivery;
}

function levelOf({ product, variationKey }: Line): Level {
  const level = product.levels.get(variationKey);
  if (level === undefined) throw new Error(`${product.sku} has no level ${variationKey}`);
  return level;
}

/** Adds up the quantities of the lines of one product and combination. */
function wantedOf(lines: readonly Line[], of: Line): number {
  const alike = lines.filter((line) => levelOf(line) === levelOf(of));
  return sum(alike.map(({ item }) => item.quantity));
}

function areAvailable(lines: readonly Line[]): boolean {
  return lines.every((line) => wantedOf(lines, line) <= availableOf(levelOf(line)));
}

function reserve(lines: readonly Line[]): void {
  for (const line of lines) levelOf(line).reserved += line.item.quantity;
}

function release(lines: readonly Line[]): void {
  for (const line of lines) levelOf(line).reserved -= line.item.quantity;
}

export function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
