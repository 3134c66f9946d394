import { setTimeout as sleep } from 'node:timers/promises';
import { comparison } from './comparison.js';
import { openOrders } from './orders.js';
import { openList } from './reads.js';

const PRODUCTS = 1_000;
const MANY_PRODUCTS = 10_000;
const ORDERS_PER_SECOND = 200;
/** Seconds of orders before and after the requests of the list. */
const MARGIN_SECONDS = 1;
/** Minimum share of the intended orders. */
const LEAST_SHARE = 0.9;

export const LIST_ROWS = [
  comparison({
    name: 'list-under-orders',
    service: `GET /api/products during ${ORDERS_PER_SECOND} orders a second`,
    limit: 'the service without them',
    goal: { atLeast: 0.5 },
    prepare: prepareListUnderOrders,
  }),
  comparison({
    name: 'list-10000',
    service: 'time for a product, GET /api/products of 10,000',
    limit: 'the service with 1,000',
    unit: 'products/s',
    goal: { atMost: 1.2 },
    ratio: (service, limit) => limit / service,
    prepare: prepareLongList,
  }),
];

async function prepareListUnderOrders(bench, scope) {
  const shop = await bench.openShop(scope);
  const list = await openList(bench, shop);
  const orders = await openOrders(bench, shop);
  return {
    limit: () => list.round(),
    service: async () => {
      const placing = orders.run({
        atMostPerSecond: ORDERS_PER_SECOND,
        seconds: bench.seconds + 2 * MARGIN_SECONDS,
      });
      await sleep(MARGIN_SECONDS * 1_000);
      const round = await list.round();
      const reached = (await placing).perSecond;
      if (reached < LEAST_SHARE * ORDERS_PER_SECOND) {
        throw new Error(
          `only ${Math.round(reached)} orders a second were placed while the list was read`,
        );
      }
      return { perSecond: round.perSecond };
    },
  };
}

async function prepareLongList(bench, scope) {
  const long = await openList(bench, await bench.openShop(scope, { products: MANY_PRODUCTS }));
  const short = await openList(bench, await bench.openShop(scope, { products: PRODUCTS }));
  return {
    limit: () => productsOf(short, PRODUCTS),
    service: () => productsOf(long, MANY_PRODUCTS),
  };
}

async function productsOf(list, products) {
  const { perSecond, time } = await list.round();
  return { perSecond: products * perSecond, time };
}
