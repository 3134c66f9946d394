import fc from 'fast-check';
import { sum, totalOf, type Client, type Model, type Order } from './model.js';
import { same } from './model-compare.js';
import { draw, mostly } from './model-draw.js';
import * as money from './model-money.js';
import { at, orderIn, step, stepOn, type Step } from './model-steps.js';

/** Lists the latest unpaid orders of a client, or of the other client if `isOwn` is false. */
function ordersOf(model: Model, client: Client, count: number, isOwn: boolean): Order[] {
  return model.orders
    .filter((order) => (order.client === client) === isOwn)
    .filter(({ status }) => status === 'awaiting_payment' || status === 'expired')
    .slice(-count);
}

/** Draws a share of an amount, at least a paisa. */
const part = (paise: number, percent: number) => Math.max(1, Math.floor((paise * percent) / 100));

const percent = fc.constantFrom(30, 90, 100, 100, 101, 150);

/** Money for a client's orders. One or more of them may not be payable. */
const receive = fc
  .record({
    client: draw.client,
    count: fc.nat(3),
    percent,
    otherwise: draw.price,
    reference: fc.constantFrom('R1', 'R2', 'M1', 'M2', 'M3', 'M4', 'M5', 'M6', 'M7', 'M8'),
    isOwn: mostly(fc.constant(true), fc.constant(false)),
    latest: fc.boolean(),
  })
  .map(({ client: index, count, percent: share, otherwise, reference, isOwn, latest }) =>
    step(
      `${share} % for ${count} orders of client ${index} comes as ${reference}`,
      async (model, shop) => {
        const client = at(model.clients, index);
        const orders = count === 0 ? [] : ordersOf(model, client, count, isOwn);
        const due = sum(orders.map(totalOf));
        const others = latest
          ? model.orders.filter((each) => each.client === client).slice(-1)
          : [];
        const meant = [...new Set([...orders, ...others])];
        const paise = due === 0 ? otherwise : part(due, share);
        same(
          await shop.receive(client, paise, reference, meant),
          money.receive(model, client, reference, { paise, orders: meant }),
        );
      },
    ),
  );

const settle = fc
  .tuple(orderIn('awaiting_payment', 'expired'), draw.reference)
  .map(([choice, reference]) =>
    stepOn(choice, `is paid from the wallet as ${reference}`, async (order, _, shop) => {
      same(await shop.payFromWallet(order, reference), money.payFromWallet(order, reference));
    }),
  );

const payOut = fc
  .record({
    client: draw.client,
    percent,
    reference: fc.constantFrom('P1', 'P2', 'P3', 'P4', 'P5'),
    fixed: fc.option(fc.constantFrom(1, 500), { freq: 2 }),
  })
  .map(({ client: index, percent: share, reference, fixed }) =>
    step(
      `client ${index} is paid ${fixed ?? `${share} %`} as ${reference}`,
      async (model, shop) => {
        const client = at(model.clients, index);
        const paise = fixed ?? part(client.wallet, share);
        same(
          await shop.payOut(client, paise, reference),
          money.payOut(model, client, reference, paise),
        );
      },
    ),
  );

const correct = fc.tuple(draw.client, draw.price, fc.boolean()).map(([index, price, isDebit]) => {
  const paise = isDebit ? -price : price;
  return step(`the wallet of client ${index} is corrected by ${paise}`, async (model, shop) => {
    const client = at(model.clients, index);
    same(await shop.correct(client, paise), money.correct(client, paise));
  });
});

const refund = fc
  .record({
    choice: orderIn('returned'),
    percent: fc.option(percent, { freq: 2 }),
    restock: fc.option(draw.units, { freq: 2 }),
  })
  .map(({ choice, percent: share, restock }) =>
    stepOn(
      choice,
      `is refunded by ${share} %, ${JSON.stringify(restock)} restocked`,
      async (order, model, shop) => {
        const paise = share && part(totalOf(order), share);
        const back = restock ?? [];
        same(await shop.refund(order, paise, back), model.refund(order, paise, back));
      },
    ),
  );

/** Steps of money that is not for a single order. */
export const MONEY_STEPS: fc.Arbitrary<Step>[] = [
  ...[receive, receive, receive, settle, settle, settle],
  ...[payOut, correct, refund, refund, refund],
];
