import type { ShipmentImportReportDto } from '../../src/fulfillment/shipping/import/shipment-import.dto.js';
import { TestApp } from '../support/app.js';
import { openTransaction } from '../support/database/database.js';
import { eventually } from '../support/eventually.js';
import { Admin } from '../support/shop/admin.js';
import { file } from '../support/shop/catalog-file.js';
import { givenProduct } from '../support/shop/given.js';
import { givenShop } from '../support/shop/shop.js';

const app = await TestApp.start();
const admin = new Admin(app);
const shop = await givenShop(app);
const skus: string[] = [(await givenProduct(app)).sku, (await givenProduct(app)).sku];

describe('shipments of a file are recorded several at once', () => {
  afterAll(() => app.expectInvariants());

  /** Returns paid orders of the same products, in another sequence each time. */
  const givenOrders = async (count: number): Promise<string[]> => {
    const orders: string[] = [];
    for (let n = 0; n < count; n += 1) {
      const items = [skus[n % 2]!, skus[(n + 1) % 2]!].map((sku) => ({ sku, quantity: 1 }));
      const order = await shop.orders.place(items);
      await admin.orders.pay(order);
      orders.push(order);
    }
    return orders;
  };
  const sendFile = (content: string, query = ''): Promise<{ status: number; body: unknown }> =>
    app
      .admin('post', `shipments/import${query}`)
      .type('text/csv')
      .serialize((sent) => sent as string)
      .send(content)
      .then((answer) => answer);
  const send = (orders: readonly string[]): Promise<{ status: number; body: unknown }> =>
    sendFile(
      file(
        'order_number,courier,tracking_number',
        ...orders.map((order) => `${order},BlueLine,N-${order}`),
      ),
    );
  const dataOf = ({ body }: { body: unknown }): ShipmentImportReportDto =>
    (body as { data: ShipmentImportReportDto }).data;
  const statusOf = async (order: string): Promise<string> => (await admin.orders.get(order)).status;

  it('so that one order in use delays no other', async () => {
    const orders = await givenOrders(4);
    const [locked, ...others] = orders;
    const holder = await openTransaction(app.connection);
    await holder.query(`SELECT FROM orders WHERE order_number = '${locked}' FOR UPDATE`);
    const sent = send(orders);
    try {
      for (const order of others) {
        await eventually(async () => (await statusOf(order)) === 'shipped');
      }
    } finally {
      await holder.rollback();
    }
    // The first one is refused if the lock is held for longer than a request waits for one.
    await sent;
    const { created, unchanged, problems } = dataOf(await send(orders));
    expect([created + unchanged, problems]).toEqual([4, []]);
  });

  it('except in a dry run, in which orders of several shipments would wait for each other', async () => {
    const orders = await givenOrders(8);
    const rows = orders.flatMap((order) =>
      [1, 2].map((line) => `${order},B,D${line}-${order},${line},1`),
    );
    const content = file('order_number,courier,tracking_number,line,quantity', ...rows);
    const answer = await sendFile(content, '?dry_run=true');
    expect(answer.status).toBe(200);
    expect(dataOf(answer)).toMatchObject({ created: 16, problems: [] });
  });

  it('and again, unchanged or created, after a failure of the database', async () => {
    const orders = await givenOrders(12);
    const failing = `N-${orders[3]!}`;
    await app.dataSource.query(
      `CREATE FUNCTION fail_shipment() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE 'no shipment of this one'; END $$;
      CREATE TRIGGER fail_shipment BEFORE INSERT ON shipments
        FOR EACH ROW WHEN (NEW.tracking_number = '${failing}') EXECUTE FUNCTION fail_shipment()`,
    );
    expect((await send(orders)).status).toBe(500);
    await app.dataSource.query('DROP TRIGGER fail_shipment ON shipments');
    const { created, unchanged, problems } = dataOf(await send(orders));
    expect([created + unchanged, problems]).toEqual([12, []]);
    expect(unchanged).toBeGreaterThan(0);
    for (const order of orders) expect((await admin.orders.get(order)).shipments).toHaveLength(1);
  });
});
