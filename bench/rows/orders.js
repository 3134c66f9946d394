import { startBareOrders } from '../limits/limits.js';
import { OrderLoad } from '../load/order-load.js';
import { query } from '../shop/workspace.js';
import { comparison } from './comparison.js';

/** Tables that orders write to. */
const WRITTEN = ['orders', 'order_items', 'order_status_changes', 'stock_levels'];

export const ORDER_ROWS = [
  comparison({
    name: 'order',
    unit: 'orders/s',
    goal: { atLeast: 0.35 },
    nodeGoal: { atMost: 480 },
    async prepare(bench, scope) {
      const shop = await bench.openShop(scope);
      // In a separate database, because the service needs the triggers that this removes.
      const plain = await bench.openDatabase(scope);
      for (const table of WRITTEN) {
        await query(plain.database, `ALTER TABLE ${table} DISABLE TRIGGER USER`);
      }
      const bare = await startBareOrders(bench, scope, plain);
      return {
        service: await OrderLoad.open(bench, shop),
        limit: await OrderLoad.open(bench, { ...plain, ...bare }),
      };
    },
  }),
];
