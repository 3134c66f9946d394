import { comparison } from './comparison.js';
import { OrderLoad, orderLines } from './order-load.js';
import { pgbench } from './pgbench.js';
import { query } from './workspace.js';

const FEW_ORDERS = 1_000;
const MANY_ORDERS = 1_000_000;

export const ORDER_ROWS = [
  comparison({
    name: 'order',
    service: 'POST /api/orders, 2 lines of random SKUs',
    limit: 'pgbench, 16 clients: one call that does the same writes',
    unit: 'orders/s',
    goal: { atLeast: 0.45 },
    prepare: (bench, scope) => prepareOrders(bench, scope),
  }),
  comparison({
    name: 'order-one-sku',
    service: 'the same, all on one SKU',
    limit: 'the same, all on one row',
    unit: 'orders/s',
    goal: { atLeast: 1 },
    prepare: (bench, scope) => prepareOrders(bench, scope, { isOneSku: true }),
  }),
  comparison({
    name: 'order-1m',
    service: 'POST /api/orders with 1,000,000 stored orders',
    limit: 'the service with 1,000 stored orders',
    unit: 'orders/s',
    goal: { atLeast: 0.9 },
    prepare: async (bench, scope) => ({
      limit: roundsOf(await openOrders(bench, await bench.openShop(scope, { orders: FEW_ORDERS }))),
      service: roundsOf(
        await openOrders(bench, await bench.openShop(scope, { orders: MANY_ORDERS })),
      ),
    }),
  }),
];

async function prepareOrders(bench, scope, { isOneSku = false } = {}) {
  const shop = await bench.openShop(scope);
  const all = await orderLines(shop.database);
  const [first, last] = isOneSku ? await plainLine(shop.database) : [1, all.length];
  const { folder, seconds } = bench;
  return {
    service: roundsOf(await openOrders(bench, shop, all.slice(first - 1, last))),
    limit: () => pgbench(folder, { url: shop.database, first, last, seconds }),
  };
}

/** The number of a product's only line, twice: as a range. */
async function plainLine(database) {
  const [{ n }] = await query(
    database,
    `SELECT min(n) AS n FROM bench.lines WHERE variation IS NULL`,
  );
  return [n, n];
}

/** Orders at a shop: of these lines, else of all. */
export async function openOrders(bench, shop, lines) {
  const chosen = lines ?? (await orderLines(shop.database));
  return OrderLoad.open(bench, { ...shop, lines: chosen });
}

function roundsOf(load) {
  return () => load.round();
}
