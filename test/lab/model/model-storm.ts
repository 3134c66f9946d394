import fc from 'fast-check';
import type { Response } from 'supertest';
import type { TestApp } from '../../support/app.js';
import type { Model } from './model.js';
import { countOf } from './model-commands.js';
import { draw } from './model-draw.js';
import { ADJUSTED, type OrderRecord, type Shop } from './model-shop.js';
import { at } from './model-steps.js';

/** A call of a storm. It knows the orders from before the storm. */
type Call = (storm: Storm) => Promise<Response | undefined>;

/** An order, counted back from the latest before the round. */
const back = fc.nat(9);
/** Upwards mostly, so that there is something to sell. */
const delta = fc.integer({ min: -6, max: 25 }).filter((units) => units !== 0);

const stock = fc.array(fc.integer({ min: 0, max: 150 }), { minLength: 4, maxLength: 4 });

const place = calling(
  fc.tuple(draw.client, draw.items, draw.storeOrderId),
  ({ shop, model, round }, [buyer, items, id]) =>
    shop.place(at(model.clients, buyer), items, id && `${round}-${id}`),
);
const pay = calling(fc.tuple(back, draw.reference), (storm, [order, reference]) =>
  storm.shop.pay(storm.order(order), reference && `${storm.round}-${reference}`),
);
const cancel = calling(back, (storm, order) => storm.shop.cancel(storm.order(order)));
const ship = calling(fc.tuple(back, draw.units), (storm, [order, units]) =>
  storm.shop.ship(storm.order(order), units, 'T1'),
);
const finish = calling(fc.tuple(back, draw.outcome), (storm, [order, status]) =>
  storm.shop.finish(storm.order(order), status),
);
const close = calling(back, (storm, order) => storm.shop.close(storm.order(order)));
const payFromWallet = calling(fc.tuple(back, draw.reference), (storm, [order, reference]) =>
  storm.shop.payFromWallet(storm.order(order), reference && `${storm.round}-${reference}`),
);
const receive = calling(
  fc.tuple(draw.client, draw.price, fc.nat(5), fc.uniqueArray(back, { maxLength: 2 })),
  (storm, [client, paise, reference, orders]) =>
    storm.shop.receive(
      at(storm.model.clients, client),
      paise,
      `${storm.round}-M${reference}`,
      orders.map((order) => storm.order(order)),
    ),
);
const payOut = calling(
  fc.tuple(draw.client, draw.price, fc.nat(5)),
  (storm, [client, paise, reference]) => storm.payOut(client, paise, `${storm.round}-${reference}`),
);
const correct = calling(
  fc.tuple(draw.client, draw.price, fc.boolean()),
  (storm, [client, paise, isDebit]) => storm.correct(client, isDebit ? -paise : paise),
);
const refund = calling(
  fc.tuple(back, fc.option(draw.price, { freq: 1 }), fc.option(draw.units, { freq: 1 })),
  (storm, [order, paise, restock]) => storm.shop.refund(storm.order(order), paise, restock ?? []),
);
const expire = calling(fc.array(back, { minLength: 1, maxLength: 4 }), async (storm, orders) => {
  await storm.shop.expire(orders.map((order) => storm.order(order)));
  return undefined;
});
const adjust = calling(
  fc.tuple(draw.product, draw.level, delta),
  (storm, [product, level, units]) => storm.adjust(product, level, units),
);
const setStock = calling(fc.tuple(draw.product, stock), ({ shop, model }, [index, quantities]) => {
  const product = at(model.products, index);
  return shop.setStock(product, countOf(product, quantities));
});
const importRow = calling(
  fc.tuple(draw.product, draw.basePrice, stock),
  ({ shop, model }, [index, price, quantities]) => {
    const product = at(model.products, index);
    return shop.import(product, price, countOf(product, quantities));
  },
);
const changeProduct = calling(
  fc.tuple(draw.product, draw.price),
  ({ shop, model }, [index, basePrice]) =>
    shop.changeProduct(at(model.products, index), { basePrice }),
);

/** The calls of one round, all at the same moment. */
export const rounds = fc.array(
  fc.oneof(
    ...[place, place, place, place, place, place, pay, pay, pay, pay, cancel, cancel],
    ...[ship, ship, ship, ship, close, finish, finish, refund, refund, expire],
    ...[receive, receive, payFromWallet, payFromWallet, payOut, correct],
    ...[adjust, adjust, adjust, setStock, importRow, changeProduct],
  ),
  { minLength: 30, maxLength: 60, size: 'max' },
);

function calling<T>(
  drawn: fc.Arbitrary<T>,
  make: (storm: Storm, drawn: T) => Promise<Response | undefined>,
): fc.Arbitrary<Call> {
  return drawn.map((value) => (storm) => make(storm, value));
}

/** An overloaded machine answers with 503 after 0.6 s of waiting, and stores nothing. */
const EXPECTED = [200, 201, 409, 422, 503];

/** Lists the unexpected answers as text. */
export function unexpected(answers: readonly Response[]): string[] {
  return answers
    .filter(({ status }) => !EXPECTED.includes(status))
    .map((answer) => `${answer.status} ${answer.text}`);
}

/** Calls of all kinds at one moment, and the rules that hold after any outcome. */
export class Storm {
  round = 0;
  private readonly orders: { number: string }[] = [];
  /** Accepted adjustments by level. */
  private readonly adjusted = new Map<string, number>();
  /** Accepted payouts and corrections by client, in paise. */
  private readonly moved = new Map<number, number>();

  private constructor(
    private readonly app: TestApp,
    readonly shop: Shop,
    readonly model: Model,
  ) {}

  /** Prepares a storm over a shop of some orders; `app` gives access to its database. */
  static async over(app: TestApp, shop: Shop, model: Model): Promise<Storm> {
    const storm = new Storm(app, shop, model);
    const items = ['A', 'B', 'C'].map((sku) => ({ sku, quantity: 2 }));
    await storm.blow(
      items.flatMap((item) =>
        model.clients.map((client) => () => shop.place(client, [item], null)),
      ),
    );
    return storm;
  }

  /** Makes the calls at the same moment, and returns their answers. */
  async blow(calls: readonly Call[]): Promise<Response[]> {
    this.round += 1;
    const answers = await Promise.all(calls.map((call) => call(this)));
    const responses = answers.filter((answer) => answer !== undefined);
    for (const { status, body } of responses) {
      const { order_number: number } = body as { order_number?: string };
      if (status === 201 && number !== undefined) this.orders.push({ number });
    }
    return responses;
  }

  /** Finds an order, counted back from the latest before this round. */
  order(back: number): { number: string } {
    return at(this.orders, this.orders.length - 1 - (back % this.orders.length));
  }

  async adjust(index: number, levelIndex: number, delta: number): Promise<Response> {
    const product = at(this.model.products, index);
    const key = at([...product.levels.keys()], levelIndex % product.levels.size);
    const response = await this.shop.adjust(product, key, delta);
    const level = `${product.sku} ${key}`;
    if (response.status === 201) add(this.adjusted, level, delta);
    return response;
  }

  async payOut(index: number, paise: number, reference: string): Promise<Response> {
    const response = await this.shop.payOut(at(this.model.clients, index), paise, reference);
    if (response.status === 201) add(this.moved, index, -paise);
    return response;
  }

  async correct(index: number, paise: number): Promise<Response> {
    const response = await this.shop.correct(at(this.model.clients, index), paise);
    if (response.status === 200) add(this.moved, index, paise);
    return response;
  }

  /** Fails unless every unit and every paisa is accounted for. */
  async expectNothingLost(): Promise<void> {
    const records: OrderRecord[] = [];
    // One after the other: on a busy machine, some of many at once are refused with 503.
    for (const order of this.orders) records.push(await this.shop.order(order));
    await this.expectNoUnitLost(records);
    await this.expectNoMoneyLost(records);
    await this.app.expectInvariants();
  }

  /** Checks each stock level: on hand + shipped and not restocked = first stock or count + adjusted. */
  private async expectNoUnitLost(records: readonly OrderRecord[]): Promise<void> {
    const held = new Map<string, number>();
    for (const item of records.flatMap(({ items }) => items)) {
      const gone = item.shipped_quantity - item.restocked_quantity;
      add(held, `${item.sku} ${item.variation_key ?? ''}`, gone);
    }
    for (const product of this.model.products) {
      for (const [key, level] of Object.entries(await this.shop.levels(product))) {
        add(held, `${product.sku} ${key}`, level.on_hand);
      }
    }
    const given = new Map(this.adjusted);
    const puts = await this.app.sql<{ level: string; units: number }>`
      SELECT concat(sku, ' ', variation_key) AS level, sum(delta)::integer AS units
        FROM stock_movements JOIN products ON products.id = product_id
        WHERE order_id IS NULL AND reason <> ${ADJUSTED} GROUP BY 1`;
    for (const { level, units } of puts) add(given, level, units);
    expect(nonZero(held)).toEqual(nonZero(given));
  }

  /** Checks each client's wallet: received and refunded money less that paid for orders, with payouts and corrections. */
  private async expectNoMoneyLost(records: readonly OrderRecord[]): Promise<void> {
    const balances = await this.shop.wallets();
    for (const [index, client] of this.model.clients.entries()) {
      const own = records.filter(({ client_id: id }) => id === this.shop.idOf(client));
      const applied = own
        .flatMap(({ payments }) => payments)
        .filter(({ outcome }) => outcome === 'applied');
      const refunds = own.flatMap(({ refunds: all }) => all);
      const received = await this.shop.receipts(client);
      const expected = total(received) + total(refunds) - total(applied);
      expect(paise(balances.get(client) ?? NaN)).toBe(expected + (this.moved.get(index) ?? 0));
    }
  }
}

function total(amounts: readonly { amount?: number }[]): number {
  return amounts.reduce((sum, { amount }) => sum + paise(amount!), 0);
}

function paise(amount: number): number {
  return Math.round(amount * 100);
}

function add<K>(sums: Map<K, number>, key: K, summand: number): void {
  sums.set(key, (sums.get(key) ?? 0) + summand);
}

function nonZero(sums: ReadonlyMap<string, number>): Record<string, number> {
  return Object.fromEntries([...sums].filter(([, sum]) => sum !== 0));
}
