import fc from 'fast-check';
import { unique } from '../../support/shop/given.js';
import type { Answer, Client, Item, Model, Product } from './model.js';
import { compareOrder, same } from './model-compare.js';
import { draw, mostCommands, mostly } from './model-draw.js';
import { MONEY_STEPS } from './model-money-commands.js';
import type { ProductChange, Shop } from './model-shop.js';
import { at, orderIn, step, stepOn } from './model-steps.js';

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

const ship = fc.tuple(orderIn('pending', 'partially_shipped'), draw.units).map(([choice, units]) =>
  stepOn(choice, `is shipped: ${JSON.stringify(units)}`, async (order, model, shop) => {
    const tracking = unique('T');
    same(await shop.ship(order, units, tracking), model.ship(order, units, tracking));
  }),
);

const finish = fc
  .tuple(
    fc.oneof(orderIn('shipped'), orderIn('delivered'), orderIn('partially_shipped')),
    draw.outcome,
  )
  .map(([choice, status]) =>
    stepOn(choice, `is ${status}`, async (order, model, shop) => {
      same(await shop.finish(order, status), model.finish(order, status));
    }),
  );

const close = orderIn('partially_shipped').map((choice) =>
  stepOn(choice, 'is closed', async (order, model, shop) => {
    same(await shop.close(order), model.close(order));
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

const setStock = fc.tuple(draw.product, draw.stock).map(([index, quantities]) =>
  step(`stock of ${'ABCD'[index]} is counted: ${quantities.join()}`, async (model, shop) => {
    const product = at(model.products, index);
    const counted = countOf(product, quantities);
    same(await shop.setStock(product, counted), model.setStock(product, counted));
  }),
);

const importRow = fc
  .tuple(draw.product, draw.basePrice, draw.stock)
  .map(([index, price, quantities]) =>
    step(
      `a file has ${price} and ${quantities.join()} for ${'ABCD'[index]}`,
      async (model, shop) => {
        const product = at(model.products, index);
        const counted = countOf(product, quantities);
        same(await shop.import(product, price, counted), model.import(product, price, counted));
      },
    ),
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

/** Some orders that can be shipped, each of two lines. */
export const paidOrders = [0, 1, 0, 1, 0].map((buyer, index) =>
  step(`client ${buyer} orders and pays`, async (model, shop) => {
    const items = ['A', 'B'].map((sku) => ({ sku, quantity: 1 + (index % 3) }));
    await placed(model, shop, at(model.clients, buyer), items, null);
    const order = at(model.orders, index);
    same(await shop.pay(order, null), model.pay(order, null));
  }),
);

/** The steps by which orders come, are paid and end without a courier. */
export const LIFE_STEPS = [place, place, pay, pay, cancel, close, finish];

/** The steps of one run: the life of orders most of all. */
export const runs = fc.commands(
  [
    ...[place, place, place, place, place, place, placeAgain, pay, pay, pay],
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
      finish,
      finish,
      finish,
    ],
    ...MONEY_STEPS,
    ...[adjust, setStock, importRow, changeProduct, setPlanPrice, setDiscount, subscribe],
    fc.oneof({ weight: 5, arbitrary: issueToken }, { weight: 1, arbitrary: revokeToken }),
  ],
  { maxCommands: mostCommands(150), size: 'max' },
);

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

/** Draws a quantity for each of a product's stock levels. */
export function countOf({ levels }: Product, quantities: readonly number[]): Map<string, number> {
  return new Map([...levels.keys()].map((key, index) => [key, at(quantities, index)]));
}
