import { dateInShop } from '../../src/platform/time-zone.js';
import { ChangeLogJob } from '../../src/platform/live-cache/change-log.job.js';
import { ChangePositions } from '../../src/platform/live-cache/change-positions.js';
import { PrintingRepository } from '../../src/tax/printing/printing.repository.js';
import { financialYearOf } from '../../src/tax/documents/numbers/document-number.js';
import { rowLock, statusesWhileLocked } from '../support/database/locks.js';
import { checkShipping, givenOrderOf } from '../support/shop/order-actions.js';
import { givenProduct } from '../support/shop/given.js';
import { givenShop, type Shop } from '../support/shop/shop.js';
import { KARNATAKA, startTaxSuite, tax } from '../support/tax/tax-admin.js';
import { admin, app } from '../support/money/suite.js';

const YEAR = financialYearOf(dateInShop(new Date()));

let shop: Shop;
let sku: string;
startTaxSuite();
beforeAll(async () => {
  await tax.putProfile();
  shop = await givenShop(app);
  await tax.changeClient(shop.client.id, KARNATAKA);
  ({ sku } = await givenProduct(app, { hsn: '7323', gstRateBp: 1_800 }));
});

const givenOrder = (): Promise<string> => givenOrderOf(shop, sku, 1, 'pay');
const numbers = async () => (await tax.documents()).data.map(({ number }) => number).toReversed();
const sql = <T>(text: string) => app.dataSource.query<T>(text);

describe('the numbers of tax documents', () => {
  it('follow each other without a gap, with refusals in between', async () => {
    await admin.orders.ship(await givenOrder());
    const canceled = await givenOrder();
    await admin.orders.cancel(canceled);
    await admin.orders.ship(canceled).refused(409);
    await admin.orders.ship(await givenOrder());
    expect(await numbers()).toEqual([`WS-${YEAR}-000001`, `WS-${YEAR}-000002`]);
  });

  it('are taken by one shipment after the other: the second waits for the first', async () => {
    const [first, second] = [await givenOrder(), await givenOrder()];
    const calls = [admin.orders.ship(first), admin.orders.ship(second)];
    const lock = rowLock('document_series', 'WS', 'series');
    expect(await statusesWhileLocked(app, lock, calls)).toEqual([201, 201]);
    expect(await numbers()).toEqual([1, 2, 3, 4].map((n) => `WS-${YEAR}-00000${n}`));
  });

  it('are taken once by a shipment that is repeated with its key, because its answer was lost', async () => {
    const order = await givenOrderOf(shop, sku, 3, 'pay');
    const before = (await numbers()).length;
    const items = [{ line: 1, quantity: 1 }];
    const ship = () => admin.orders.ship(order, { items }).set('Idempotency-Key', 'shipment-1');
    expect(await ship()).toEqual(await ship());
    expect((await admin.orders.get(order)).shipments).toHaveLength(1);
    expect(await numbers()).toHaveLength(before + 1);
  });

  it('stay free if the shipment fails after its document', async () => {
    const order = await givenOrder();
    await sql(`CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN RAISE EXCEPTION 'later'; END $$`);
    await sql(`CREATE CONSTRAINT TRIGGER fail AFTER INSERT ON tax_documents DEFERRABLE INITIALLY DEFERRED
      FOR EACH ROW EXECUTE FUNCTION fail()`);
    await admin.orders.ship(order).refused(500);
    await sql('DROP FUNCTION fail CASCADE');
    await admin.orders.ship(order);
    expect((await numbers()).at(-1)).toBe(`WS-${YEAR}-000006`);
  });

  it('cannot be changed, removed or given twice, even in the database itself', async () => {
    const refused = (text: string) => expect(sql(text)).rejects.toThrow(/append-only|continue/);
    await refused(`UPDATE tax_documents SET content = '{}'`);
    await refused('DELETE FROM tax_documents');
    await refused('TRUNCATE tax_documents CASCADE');
    await refused('DELETE FROM document_series');
    await refused(`INSERT INTO tax_documents (kind, series, financial_year, number, document_number, issued_on, total_minor,
      taxable_minor, cgst_minor, sgst_minor, igst_minor, content)
      VALUES ('canceled', 'WS', '${YEAR}', 9, 'WS-${YEAR}-000009', current_date, 0, 0, 0, 0, 0, '{}')`);
  });

  it('numbers that were printed before a restore are canceled, so that none is used twice', async () => {
    await tax.catchUp('WS', YEAR, 6).refused(422);
    const [last] = (await tax.catchUp('WS', YEAR, 9)).filter(({ series }) => series === 'WS');
    expect(last).toMatchObject({ last_number: 9, last: `WS-${YEAR}-000009` });
    await admin.orders.ship(await givenOrder());
    const { data } = await tax.documents();
    expect(data.slice(0, 4).map(({ number, kind }) => [number, kind])).toEqual([
      [`WS-${YEAR}-000010`, 'invoice'],
      [`WS-${YEAR}-000009`, 'canceled'],
      [`WS-${YEAR}-000008`, 'canceled'],
      [`WS-${YEAR}-000007`, 'canceled'],
    ]);
    await tax.catchUp('CN', YEAR, 1);
    await tax.catchUp('WS', '9698', 1).refused(422);
    await tax.catchUp('ws', YEAR, 20).refused(422);
    await tax.catchUp('ZZ', YEAR, 7).refused(422);
    const next = financialYearOf(`${Number(dateInShop(new Date()).slice(0, 4)) + 1}-12-31`);
    await tax.catchUp('WS', next, 3).refused(422);
    await tax.catchUp('WS', '1718', 3).refused(422);
  });

  it('numbers of the first day after a month are not in its file', async () => {
    const listed = app.dataSource.transaction(async (manager) => {
      await manager.query('SET LOCAL session_replication_role = replica');
      const next = "date_trunc('month', issued_on) + interval '1 month'";
      await manager.query(`UPDATE tax_documents SET issued_on = ${next}`);
      const [page, month] = [{ afterId: 0, limit: 5 }, dateInShop(new Date()).slice(0, 7)];
      const files = app.service(PrintingRepository);
      const { rows } = await files.listOfMonth(manager, shop.client.id, month, page);
      throw new Error(`${rows.length} documents`);
    });
    await expect(listed).rejects.toThrow('0 documents');
  });

  it('begin again at 1 with the new financial year, at midnight in India', async () => {
    const years = `SELECT financial_year('2027-03-31') AS a, financial_year('2027-04-01') AS b`;
    expect(await sql(years)).toEqual([{ a: '2627', b: '2728' }]);
    const place = `SELECT number FROM reserve_document_number('WS', '2097-04-01')`;
    expect(await sql(place)).toMatchObject([{ number: 1 }]);
  });
});

describe('the numbers of tax documents, when committed changes may be gone,', () => {
  // What feed_state says after pg_restore: the row is of another transaction than the one that it names.
  const RESTORED = `started_at = '-infinity', position = position`;
  const OWN = `started_at = '-infinity', written = pg_current_xact_id()`;
  const PROMOTED = `${OWN}, timeline = '0000000A'`;
  const leave = (row: string) => sql(`UPDATE feed_state SET ${row}`);
  const holds = () => tax.call('listDocumentHolds');
  const end = (...last_numbers: object[]) => tax.call('endDocumentHold', { last_numbers });
  const last = async () =>
    (await tax.call('listDocumentSeries')).find(
      ({ series, financial_year: year }) => series === 'WS' && year === YEAR,
    )!;
  const shipNew = async () => admin.orders.ship(await givenOrder());

  it.each([
    ['a restart or a crash', OWN],
    ['a promotion that lost nothing', PROMOTED],
  ])('go on after %s', async (_, row) => {
    const { last_number: before } = await last();
    await leave(row);
    await shipNew();
    expect([await holds(), (await last()).last_number]).toEqual([[], before + 1]);
  });

  /** Leaves an earlier position than the one that this instance has seen. */
  const losePositions = async () => {
    const positions = app.service(ChangePositions);
    await positions.number();
    await leave('position = position + 100, written = pg_current_xact_id()');
    await positions.number();
    await leave(`position = position - 100, ${OWN}`);
  };

  it.each([
    ['after a restore', () => leave(RESTORED)],
    ['when positions are gone that an instance has seen', losePositions],
  ])('are not given %s, until a person enters the last printed one', async (_, lose) => {
    const before = await last();
    const printed = { ...before, last_number: before.last_number + 1 };
    const { series, financial_year, last_number } = printed;
    await lose();
    const order = await givenOrder();
    await admin.orders.ship(order).expectRefusal(409, 'documents_on_hold');
    await expect(checkShipping(app, order)).rejects.toMatchObject({ code: 'documents_on_hold' });
    const listed = expect.arrayContaining([
      { series, financial_year, last_number: before.last_number },
    ]);
    expect(await holds()).toMatchObject([{ certain: true, series: listed }]);
    // Orders and payments go on.
    const later = await givenOrder();
    await tax.catchUp('WS', YEAR, last_number).expectRefusal(409, 'documents_on_hold');
    await end({ series, financial_year, last_number: before.last_number - 1 }).expectProblems(
      'last_number out_of_range',
    );
    await end({ series, financial_year, last_number });
    await end().expectRefusal(409, 'documents_not_on_hold');
    await admin.orders.ship(order);
    await admin.orders.ship(later);
    expect([await holds(), (await last()).last_number]).toEqual([[], last_number + 2]);
    const [entry] = await app.sql<object>`SELECT actor, after FROM audit_entries
        WHERE action = 'documents.released' ORDER BY id DESC LIMIT 1`;
    const after = { last_numbers: [`WS-${YEAR}-${String(last_number).padStart(6, '0')}`] };
    expect(entry).toEqual({ actor: 'operator', after });
  });

  it('are released once, by one of two decisions at the same time', async () => {
    await leave(RESTORED);
    await shipNew().then(
      () => undefined,
      () => undefined,
    );
    const calls = [end(), end()];
    const lock = 'SELECT FROM document_holds WHERE ended_at IS NULL FOR UPDATE';
    expect((await statusesWhileLocked(app, lock, calls)).toSorted()).toEqual([200, 409]);
    await shipNew();
  });

  it('wait for an instance that remembers what there was, if the first one after a promotion does not', async () => {
    // This instance remembers, and must not look before the test does.
    await app.stopJobs(ChangeLogJob);
    await leave(PROMOTED);
    await sql(`SELECT number_changes('', 0)`);
    await admin.orders.ship(await givenOrder()).expectRefusal(409, 'documents_on_hold');
    expect(await holds()).toMatchObject([{ certain: false }]);
    await app.service(ChangePositions).number();
    await shipNew();
  });

  it('go on after a loss before the upgrade', async () => {
    await leave(`${RESTORED}, timeline = NULL`);
    await shipNew();
  });
});
