import { OrderArchiveService } from '../../src/orders/archive/order-archive.service.js';
import { execute } from '../support/database/database.js';
import { whileQueued } from '../support/database/locks.js';
import { scratchFolder } from '../support/processes/run.js';
import { inDays, makeAllOlder } from '../support/time.js';
import { givenSuite } from '../support/shop/shop.js';

const { app, admin, shop } = await givenSuite();
const folder = await scratchFolder();

it('an archive waits for a numbering that gives its orders a position', async () => {
  const order = await shop.placeNew();
  await admin.orders.cancel(order);
  await makeAllOlder(app, 200, order);
  await app.stopJobs();
  await execute(
    app.connection,
    'UPDATE orders SET updated_at = created_at',
    'SELECT number_changes(NULL, 0)',
    'DELETE FROM order_positions',
  );
  const numbering = `INSERT INTO change_queue (kind, ids) SELECT 'order', array_agg(id) FROM orders;
    SELECT number_changes(NULL, 0)`;
  const before = inDays(-100).toISOString().slice(0, 10);
  const archive = async (): Promise<number> => {
    let archived = 0;
    for await (const { orders } of app.service(OrderArchiveService).archive(before, folder)) {
      archived += orders;
    }
    return archived;
  };
  expect(await whileQueued(app, numbering, [archive])).toEqual([1]);
  await app.expectInvariants();
});
