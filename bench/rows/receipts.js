import { randomBytes } from 'node:crypto';
import { comparison } from './comparison.js';
import { startBatched } from '../limits/limits.js';
import { OperatorLoad } from '../load/operator-load.js';
import { SETTLE_ORDERS, SETTLE_TABLES } from '../shop/settle-sql.js';
import { query, stopSearchWords } from '../shop/workspace.js';

/** Stored orders; every other one awaits its payment. They are enough for the limit of a fast machine. */
const ORDERS = 200_000;

/** Receipts that pay one order each. */
const RECEIPTS = {
  orders: `SELECT order_number, client_id, total_minor::integer AS total FROM orders
    WHERE status = 'awaiting_payment' ORDER BY id DESC`,
  request: ({ order_number: number, client_id, total }) => ({
    path: 'receipts',
    body: {
      client_id,
      source: 'bank',
      reference: `B-${randomBytes(8).toString('hex')}`,
      amount: total / 100,
      orders: [number],
    },
  }),
};

export const RECEIPT_ROWS = [
  comparison({
    name: 'settle-receipt',
    service: 'POST /admin/receipts that pays an order: a receipt and a settlement',
    limit:
      'bare node:http, one call for all that wait, which does the same writes without triggers',
    unit: 'receipts/s',
    goal: { atLeast: 0.04 },
    prepare: prepareReceipts,
  }),
];

async function prepareReceipts(bench, scope) {
  const shop = await bench.openShop(scope, { orders: ORDERS });
  await stopSearchWords(scope, shop.database);
  // In a separate database, because the service needs the triggers that this removes.
  const plain = await bench.openDatabase(scope, { orders: ORDERS });
  for (const table of SETTLE_TABLES) {
    await query(plain.database, `ALTER TABLE ${table} DISABLE TRIGGER USER`);
  }
  for (const statement of SETTLE_ORDERS) await query(plain.database, statement);
  const bare = await startBatched(bench, scope, 'receipt', plain);
  const [service, limit] = [
    await OperatorLoad.open(bench, shop, RECEIPTS),
    await OperatorLoad.open(bench, { ...plain, ...bare }, RECEIPTS),
  ];
  return { service: () => service.round(), limit: () => limit.round() };
}
