import fc from 'fast-check';
import { unique } from './given.js';
import {
  SPELLINGS,
  type Answer,
  type Client,
  type Item,
  type Model,
  type Order,
  type OrderStatus,
  type Product,
} from './model.js';
import { compareOrder, compareShop, same } from './model-compare.js';
import type { ProductChange, Shop } from './model-shop.js';

/** An order in one of these states (null: in any), counted back from the latest. */
interface Choice {
  back: number;
  statuses: readonly OrderStatus[] | null;
}

/** Mostly an order that a step is for, else any. */
function orderIn(...statuses: OrderStatus[]): fc.Arbitrary<Choice> {
  return fc.record({
    back: fc.nat(5),
    statuses: fc.option(fc.constant(statuses), { freq: 5 }),
  });
}

/** The one, or once in ten the other. */
function mostly<T, U>(one: fc.Arbitrary<T>, other: fc.Arbitrary<U>): fc.Arbitrary<T | U> {
  return fc.oneof({ weight: 9, arbitrary: one }, { weight: 1, arbitrary: other });
}

/** Something that happens to the model and to the shop, and has to come out the same for both. */
type Step = fc.AsyncCommand<Model, Shop>;

const price = fc.oneof(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: 10_000_000 }));

/** What steps are drawn from; products, clients and plans by index. */
export const draw = {
  client: fc.nat(1),
  plan: fc.nat(1),
  product: fc.nat(3),
  items: fc.array(
    fc.record({
      /** A to C are plain, D has variations, E does not exist. */
      sku: mostly(fc.constantFrom(...'ABCD'), fc.constant('E')),
      quantity: fc.integer({ min: 1, max: 4 }),
      variation: fc.option(mostly(fc.constantFrom(...SPELLINGS.keys()), fc.constant('XXL / Red')), {
        freq: 15,
        nil: undefined,
      }),
    }),
    { minLength: 1, maxLength: 4, size: 'max' },
  ),
  storeOrderId: fc.option(fc.constantFrom('S1', 'S2', 'S3', 'S4'), { freq: 2 }),
  reference: fc.option(fc.constantFrom('R1', 'R2', 'R3', 'R4'), { freq: 2 }),
  /** null: all that is left. */
  parcel: fc.option(
    fc.array(
      fc.record({
        line: mostly(fc.constantFrom(1, 2), fc.constant(4)),
        quantity: fc.constantFrom(1, 2),
      }),
      { minLength: 1, maxLength: 2 },
    ),
    { freq: 3 },
  ),
  outcome: fc.constantFrom('delivered' as const, 'returned' as const),
  /** Of a product's levels; one more than there can be is none. */
  level: mostly(fc.nat(3), fc.constant(4)),
  delta: fc.integer({ min: -9, max: 9 }).filter((delta) => delta !== 0),
  stock: fc.array(fc.integer({ min: 0, max: 16 }), { minLength: 4, maxLength: 4 }),
  price,
  basePrice: fc.option(price, { freq: 15 }),
  /** Some that often leave half a paisa. */
  discountBp: mostly(
    fc.oneof(fc.constantFrom(0, 1_250, 2_500, 5_000), fc.integer({ min: 0, max: 6_000 })),
    fc.constantFrom(9_999, 10_000),
  ),
};

const OK: Answer = { http: 200, body: { success: true } };

const place = fc
  .tuple(draw.client, draw.items, draw.storeOrderId)
  .map(([buyer, items, id]) =>
    step(`client ${buyer} orders ${JSON.stringify(items)} as ${id}`, (model, shop) =>
      placed(model, shop, at(model.clients, buyer), items, id),
    ),
  );

const placeAgain = fc.nat(5).map((back) =>
  stepOn({ back, statuses: null }, 'is sent again', (order, model, shop) => {
    const items = order.lines.map(({ item }) => item);
    return placed(model, shop, order.client, items, order.storeOrderId);
  }),
);

const pay = fc
  .tuple(orderIn('awaiting_payment', 'expired'), draw.reference)
  .map(([choice, reference]) =>
    stepOn(choice, `is paid by ${reference}`, async (order, model, shop) => {
      same(await shop.pay(order, reference), model.pay(order, reference));
    }),
  );

const cancel = fc
  .oneof(orderIn('awaiting_payment', 'pending'), orderIn('partially_shipped'))
  .map((choice) =>
    stepOn(choice, 'is cancelled', async (order, model, shop) => {
      same(await shop.cancel(order), model.cancel(order));
    }),
  );

const expire = orderIn('awaiting_payment').map((choice) =>
  stepOn(choice, 'waits for two days', async (order, model, shop) => {
    await shop.expire([order]);
    model.expire(order);
  }),
);

const ship = fc
  .tuple(orderIn('pending', 'partially_shipped'), draw.parcel)
  .map(([choice, parcel]) =>
    stepOn(choice, `is shipped: ${JSON.stringify(parcel)}`, async (order, model, shop) => {
      const tracking = unique('T');
      same(await shop.ship(order, parcel, tracking), model.ship(order, parcel, tracking));
    }),
  );

const close = fc
  .tuple(fc.oneof(orderIn('shipped'), orderIn('partially_shipped')), draw.outcome)
  .map(([choice, status]) =>
    stepOn(choice, `is ${status}`, async (order, model, shop) => {
      same(await shop.close(order, status), model.close(order, status));
    }),
  );

const adjust = fc.tuple(draw.product, draw.level, draw.delta).map(([index, level, delta]) =>
  step(`level ${level} of ${'ABCD'[index]} changes by ${delta}`, async (model, shop) => {
    const product = at(model.products, index);
    const keys = [...product.levels.keys()];
    const key = level === 4 ? 'Size:XXL|Colour:Red' : at(keys, level % keys.length);
    same(await shop.adjust(product, key, delta), model.adjust(product, key, delta));
  }),
);

const setStock = fc.tuple(draw.product, draw.stock).map(([index, pieces]) =>
  step(`stock of ${'ABCD'[index]} is counted: ${pieces.join()}`, async (model, shop) => {
    const product = at(model.products, index);
    const counted = countOf(product, pieces);
    same(await shop.setStock(product, counted), model.setStock(product, counted));
  }),
);

const importRow = fc.tuple(draw.product, draw.basePrice, draw.stock).map(([index, price, pieces]) =>
  step(`a file has ${price} and ${pieces.join()} for ${'ABCD'[index]}`, async (model, shop) => {
    const product = at(model.products, index);
    const counted = countOf(product, pieces);
    same(await shop.import(product, price, counted), model.import(product, price, counted));
  }),
);

const changeProduct = fc
  .tuple(
    draw.product,
    fc.oneof(
      fc.record({ basePrice: draw.basePrice }),
      fc.record({ deliveryCharge: draw.price }),
      fc.record({ active: fc.constantFrom(true, true, false) }),
    ),
  )
  .map(([index, change]: [number, ProductChange]) =>
    step(`${'ABCD'[index]} gets ${JSON.stringify(change)}`, async (model, shop) => {
      const product = at(model.products, index);
      Object.assign(product, change);
      same(await shop.changeProduct(product, change), OK);
    }),
  );

const setPlanPrice = fc
  .tuple(draw.plan, draw.product, fc.option(draw.price, { freq: 2 }))
  .map(([index, item, price]) =>
    step(`plan ${index} has ${price} for ${'ABCD'[item]}`, async (model, shop) => {
      const plan = at(model.plans, index);
      const product = at(model.products, item);
      if (price === null) plan.prices.delete(product.sku);
      else plan.prices.set(product.sku, price);
      same(await shop.setPlanPrice(plan, product), OK);
    }),
  );

const setDiscount = fc.tuple(draw.plan, draw.discountBp).map(([index, discountBp]) =>
  step(`plan ${index} gives ${discountBp / 100} %`, async (model, shop) => {
    const plan = at(model.plans, index);
    plan.discountBp = discountBp;
    same(await shop.setDiscount(plan), OK);
  }),
);

const subscribe = fc
  .tuple(draw.client, draw.plan, mostly(fc.constant(true), fc.constant(false)))
  .map(([index, plan, isSubscribed]) =>
    step(`client ${index} is ${isSubscribed ? '' : 'not '}on plan ${plan}`, async (model, shop) => {
      const client = at(model.clients, index);
      Object.assign(client, { plan: at(model.plans, plan), isSubscribed });
      same(await shop.subscribe(client), OK);
    }),
  );

const revokeToken = draw.client.map((index) =>
  step(`the token of client ${index} is revoked`, async (model, shop) => {
    const client = at(model.clients, index);
    client.hasToken = false;
    same(await shop.revokeToken(client), OK);
  }),
);

const issueToken = draw.client.map((index) =>
  step(`client ${index} gets a new token`, async (model, shop) => {
    const client = at(model.clients, index);
    client.hasToken = true;
    same(await shop.issueToken(client), { ...OK, http: 201 });
  }),
);

/** The steps of one run: the life of orders most of all. */
export const runs = fc.commands(
  [
    ...[place, place, place, place, place, place, placeAgain, pay, pay, pay, pay, pay],
    ...[
      cancel,
      cancel,
      expire,
      expire,
      ship,
      ship,
      ship,
      ship,
      ship,
      close,
      close,
      close,
      adjust,
      setStock,
    ],
    ...[importRow, changeProduct, setPlanPrice, setDiscount, subscribe],
    fc.oneof({ weight: 5, arbitrary: issueToken }, { weight: 1, arbitrary: revokeToken }),
  ],
  { maxCommands: 150, size: 'max' },
);

/** Takes a step, and compares all there is to see of the shop. */
function step(
  text: string,
  take: (model: Model, shop: Shop) => Promise<void>,
  check: (model: Readonly<Model>) => boolean = () => true,
): Step {
  return {
    check,
    run: async (model, shop) => {
      await take(model, shop);
      await compareShop(model, shop);
    },
    toString: () => text,
  };
}

/** A step of an order, which is compared as well. */
function stepOn(
  { back, statuses }: Choice,
  text: string,
  take: (order: Order, model: Model, shop: Shop) => Promise<void>,
): Step {
  const meant = (orders: readonly Order[]): Order[] =>
    orders.filter(({ status }) => statuses?.includes(status) ?? true);
  return step(
    `order ${-1 - back} of ${statuses?.join(' and ') ?? 'all'} ${text}`,
    async (model, shop) => {
      const orders = meant(model.orders);
      const order = at(orders, orders.length - 1 - (back % orders.length));
      await take(order, model, shop);
      await compareOrder(order, model, shop);
    },
    ({ orders }) => meant(orders).length > 0,
  );
}

async function placed(
  model: Model,
  shop: Shop,
  client: Client,
  items: readonly Item[],
  storeOrderId: string | null,
): Promise<void> {
  if (model.denial(client) !== null && !shop.mayBeRefused()) return;
  const expected = model.place(client, items, storeOrderId);
  const response = await shop.place(client, items, storeOrderId);
  same(response, expected);
  if (response.status !== 201) return;
  const order = at(model.orders, model.orders.length - 1);
  order.number = (response.body as { order_number: string }).order_number;
  await compareOrder(order, model, shop);
}

/** Some pieces for each of a product's levels. */
export function countOf({ levels }: Product, pieces: readonly number[]): Map<string, number> {
  return new Map([...levels.keys()].map((key, index) => [key, at(pieces, index)]));
}

export function at<T>(list: readonly T[], index: number): T {
  const found = list[index];
  if (found === undefined) throw new Error(`nothing at ${index}`);
  return found;
}
