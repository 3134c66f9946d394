import type { Response, Test } from 'supertest';
import { BackgroundShipmentsJob } from '../../src/fulfillment/shipping/import/background-shipments.job.js';
import { BackgroundShipmentsService } from '../../src/fulfillment/shipping/import/background-shipments.service.js';
import type {
  ShipmentImportDto,
  ShipmentImportReportDto,
} from '../../src/fulfillment/shipping/import/shipment-import.dto.js';
import { ShipmentImportRepository } from '../../src/fulfillment/shipping/import/shipment-import.repository.js';
import { openTransaction } from '../support/database/database.js';
import { orderLock, whileLocked } from '../support/database/locks.js';
import { eventually } from '../support/eventually.js';
import { file } from '../support/shop/catalog-file.js';
import { givenProduct, orderBody } from '../support/shop/given.js';
import { givenOrderOf } from '../support/shop/order-actions.js';
import { givenSuite } from '../support/shop/shop.js';

const { app, admin, shop } = await givenSuite();
const skus: string[] = [(await givenProduct(app)).sku, (await givenProduct(app)).sku];

/** Places paid orders of the same products, in another sequence each time. */
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

const sendFile = (content: string, query = ''): Test =>
  app.adminFile(`shipments/import${query}`, content);

describe('shipments of a file', () => {
  const send = async (orders: readonly string[]): Promise<Response> => {
    const rows = orders.map((order) => `${order},BlueLine,N1-${order}`);
    return sendFile(file('order_number,courier,tracking_number', ...rows));
  };
  const dataOf = ({ body }: { body: unknown }) => (body as { data: ShipmentImportReportDto }).data;
  const statusOf = async (order: string): Promise<string> => (await admin.orders.get(order)).status;

  it('a dry run takes the stock of all shipments of an order at once, in the order of other shipments', async () => {
    const [one, two] = skus as [string, string];
    const order = await shop.orders.place([one, two].map((sku) => ({ sku, quantity: 1 })));
    await admin.orders.pay(order);
    const levelOf = (sku: string): string =>
      `SELECT FROM stock_levels WHERE product_id = (SELECT id FROM products WHERE sku = '${sku}') FOR UPDATE`;
    const boxes = [`${order},BlueLine,B1-${order},2,1`, `${order},BlueLine,A1-${order},1,1`];
    const content = file('order_number,courier,tracking_number,line,quantity', ...boxes);
    const tried = await whileLocked(
      app,
      { lock: levelOf(one), waiting: 1, before: `${levelOf(two)} NOWAIT` },
      async () => sendFile(content, '?dry_run=true'),
    );
    expect(dataOf(tried)).toMatchObject({ created: 2, problems: [] });
  });

  it('shipments are recorded several at once, so that one order in use delays no other', async () => {
    const orders = await givenOrders(4);
    const [locked, ...others] = orders;
    const holder = await openTransaction(app.connection);
    await holder.query(orderLock(locked!));
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

  it('a dry run records one order after the other: orders of several shipments would wait for each other', async () => {
    const orders = await givenOrders(8);
    const rows = orders.flatMap((order) =>
      [1, 2].map((line) => `${order},B,D${line}-${order},${line},1`),
    );
    const content = file('order_number,courier,tracking_number,line,quantity', ...rows);
    const answer = await sendFile(content, '?dry_run=true');
    expect(answer.status).toBe(200);
    expect(dataOf(answer)).toMatchObject({ created: 16, problems: [] });
  });

  it('a last row within which the file ends is not recorded, because its rest may name units', async () => {
    const [order] = await givenOrders(1);
    const header = 'order_number,courier,tracking_number,line,quantity';
    const { created, problems } = dataOf(await sendFile(`${header}\n${order},B,CUT`));
    expect([created, problems]).toMatchObject([
      0,
      [{ line: 2, problem: expect.stringMatching(/^has 3 cells of 5, and/) }],
    ]);
  });

  it('shipments sent again after a failure of the database are unchanged or created', async () => {
    const orders = await givenOrders(12);
    const failing = `N1-${orders[3]!}`;
    await app.dataSource.query(
      `CREATE FUNCTION fail_shipment() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE 'no shipment of this one'; END $$;
      CREATE TRIGGER fail_shipment BEFORE INSERT ON shipments
        FOR EACH ROW WHEN (NEW.tracking_number = '${failing}') EXECUTE FUNCTION fail_shipment()`,
    );
    expect((await send(orders)).status).toBe(500);
    await app.sql`DROP TRIGGER fail_shipment ON shipments`;
    const { created, unchanged, problems } = dataOf(await send(orders));
    expect([created + unchanged, problems]).toEqual([12, []]);
    expect(unchanged).toBeGreaterThan(0);
    for (const order of orders) expect((await admin.orders.get(order)).shipments).toHaveLength(1);
  });
});

interface Given {
  customer?: object;
  shipping?: object;
}

describe('the tracking number of another order in a file', () => {
  it.each([
    ['another name', { customer: { name: 'Ravi Kumar' } }, true],
    ['another phone', { customer: { phone: '+91 98765 00000' } }, true],
    ['another address', { shipping: { address: '13, Lake View Road' } }, true],
    ['another city', { shipping: { city: 'Mysuru' } }, true],
    ['another PIN code', { shipping: { pincode: '560002' } }, true],
    [
      'the same phone without the code of the country',
      { customer: { phone: '09876543210' } },
      false,
    ],
    ['the same address in capitals', { shipping: { city: ' BENGALURU ' } }, false],
  ])('says if the other order goes to %s', async (_, given: Given, isElsewhere) => {
    const sku = skus[0]!;
    const { customer, shipping } = orderBody([]);
    const first = await givenOrderOf(shop, sku, 1, 'pay');
    await admin.orders.ship(first, { courier: 'BlueLine', tracking_number: `BOX 1 ${first}` });
    const second = await shop.orders.place(
      { sku, quantity: 1 },
      {
        customer: { ...(customer as object), ...given.customer },
        shipping: { ...(shipping as object), ...given.shipping },
      },
    );
    await admin.orders.pay(second);
    const rows = file('order_number,courier,tracking_number', `${second},BlueLine,BOX 1 ${first}`);
    const { body } = await app.adminFile('shipments/import?dry_run=true', rows).expect(200);
    const { warnings } = (body as { data: ShipmentImportReportDto }).data;
    expect(warnings).toHaveLength(1);
    expect(warnings![0]!.elsewhere).toBe(isElsewhere || undefined);
  });
});

it('the tracking number of an order whose personal data was removed may be of the same address', async () => {
  const [first, second] = await givenOrders(2);
  await admin.orders.ship(first!, { courier: 'BlueLine', tracking_number: `BOX 1 ${first}` });
  await app.sql`UPDATE orders SET customer_name = 'Anonymized', customer_phone = '', shipping_address = '', shipping_city = '',
      shipping_pincode = '', anonymized_at = now() WHERE order_number = ${first}`;
  const rows = file('order_number,courier,tracking_number', `${second},BlueLine,BOX 1 ${first}`);
  const { body } = await sendFile(rows, '?dry_run=true').expect(200);
  const { warnings } = (body as { data: ShipmentImportReportDto }).data;
  expect(warnings).toEqual([expect.not.objectContaining({ elsewhere: true })]);
});

describe('a file of shipments in the background', () => {
  const HEADER = 'order_number,courier,tracking_number,line,quantity';
  const later = async (content: string, query = ''): Promise<ShipmentImportDto> =>
    dataOf(await sendFile(content, query).set('Prefer', 'respond-async').expect(202));
  const dataOf = ({ body }: Response) => (body as { data: ShipmentImportDto }).data;
  const get = ({ id }: ShipmentImportDto) => admin.call('getShipmentImport', id);
  /** Reads the report of an import, once it has ended. */
  const reportOf = async (stored: ShipmentImportDto) => {
    await eventually(async () => (await get(stored)).state !== 'recording');
    const ended = await get(stored);
    expect(ended).toMatchObject({ state: 'recorded', rows_done: ended.rows });
    return ended.report!;
  };

  it('a file of more than 500 rows is recorded in the background; 5,000 rows are read', async () => {
    const [order, last] = await givenOrders(2);
    const more = Array.from({ length: 500 }, (_, n) => `\u0007,BlueLine,N-${n},,`);
    more[0] = 'WO-1,BlueLine,N-0,,';
    const answer = await sendFile(file(HEADER, `${order},BlueLine,A-1,,`, ...more)).expect(202);
    expect(dataOf(answer)).toMatchObject({ state: 'recording', rows: 501, rows_done: 0 });
    expect(answer.headers.location).toBe(`/admin/shipment-imports/${dataOf(answer).id}`);
    const report = await reportOf(dataOf(answer));
    expect(report).toMatchObject({ rows: 501, created: 1 });
    expect(report.problems).toHaveLength(500);
    expect(report.problems[0]).toMatchObject({ line: 3, problem: 'There is no such order.' });
    await sendFile(file(HEADER, ...more)).expect(200);
    const bad = Array.from({ length: 5_001 }, (_, n) => `\u0007,${'y'.repeat(400)},N${n},,`);
    const long = await reportOf(dataOf(await sendFile(file(HEADER, ...bad)).expect(202)));
    expect(long).toMatchObject({ rows: 5_000, created: 0, more_problems: true });
    expect(long.problems).toHaveLength(1_000);
    const rows = [
      ...Array<string>(4_999).fill('WO-1,B,N,,'),
      ...[1, 2].map((line) => `${last},B,L,${line},1`),
    ];
    const cut = await reportOf(dataOf(await sendFile(file(HEADER, ...rows)).expect(202)));
    expect([cut.created, cut.problems.map(({ line }) => line)]).toEqual([0, [2, 5_001, 5_002]]);
  });

  it('a file whose sender does not wait is recorded in the background, and again without effect', async () => {
    const [order] = await givenOrders(1);
    const content = file(HEADER, `${order},BlueLine,A-2,,`);
    const dry = await reportOf(await later(content, '?dry_run=true'));
    expect(dry).toMatchObject({ dry_run: true, created: 1 });
    expect(await reportOf(await later(content))).toMatchObject({ dry_run: false, created: 1 });
    expect(await reportOf(await later(content))).toMatchObject({ created: 0, unchanged: 1 });
    await app.admin('get', 'shipment-imports/999999').expect(404);
  });

  it('a file is recorded by one instance, and by another one after that has died', async () => {
    Object.assign(app.service(BackgroundShipmentsJob), { run: () => Promise.resolve() });
    const [order] = await givenOrders(1);
    const stored = await later(file(HEADER, `${order},BlueLine,A-3,1,1`));
    const shipments = app.service(BackgroundShipmentsService);
    const leased = await app.service(ShipmentImportRepository).lease(app.dataSource.manager);
    expect(leased).toMatchObject({ id: stored.id, attempts: 1 });
    expect(await shipments.runNext()).toBe(false);
    await app.sql`UPDATE shipment_imports SET leased_until = now() - interval '1 s' WHERE state = 'recording'`;
    expect(await shipments.runNext()).toBe(true);
    expect(await reportOf(stored)).toMatchObject({ created: 1 });
    expect(await shipments.runNext()).toBe(false);
  });
});
