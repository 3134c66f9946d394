import { comparison } from './comparison.js';
import { startBatched } from '../limits/limits.js';
import { OrderLoad, orderLines } from '../load/order-load.js';
import { query } from '../shop/workspace.js';

const FEW_ORDERS = 1_000;
const MANY_ORDERS = 1_000_000;
/** Tables that orders write to. */
const WRITTEN = ['orders', 'order_items', 'order_status_changes', 'stock_levels'];

export const ORDER_ROWS = [
  comparison({
    name: 'order',
    service: 'POST /api/orders, 2 lines of random SKUs',
    limit:
      'bare node:http, one call for all that wait, which does the same writes without triggers',
    unit: 'orders/s',
    goal: { atLeast: 0.5 },
    prepare: (bench, scope) => prepareOrders(bench, scope),
  }),
  comparison({
    name: 'order-one-sku',
    service: 'the same, all on one SKU',
    limit: 'the same, all on one row',
    unit: 'orders/s',
    goal: { atLeast: 0.5 },
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
  const lines = isOneSku ? [await plainLine(shop.database, all)] : all;
  // In a separate database, because the service needs the triggers that this removes.
  const plain = await bench.openDatabase(scope);
  for (const table of WRITTEN) {
    await query(plain.database, `ALTER TABLE ${table} DISABLE TRIGGER USER`);
  }
  const bare = await startBatched(bench, scope, 'order', plain);
  return {
    service: roundsOf(await openOrders(bench, shop, lines)),
    limit: roundsOf(await openOrders(bench, { ...plain, ...bare }, lines)),
  };
}

/** Makes a product's only line. */
async function plainLine(database, lines) {
  const [{ n }] = await query(
    database,
    `SELECT min(n) AS n FROM bench.lines WHERE variation IS NULL`,
  );
  return lines[n - 1];
}

/** Opens a load of orders at a shop, with the given lines or by default with all. */
export async function openOrders(bench, shop, lines) {
  const chosen = lines ?? (await orderLines(shop.database));
  return OrderLoad.open(bench, { ...shop, lines: chosen });
}

function roundsOf(load) {
  return () => load.round();
}
