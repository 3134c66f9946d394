import { writeXlsx } from 'hucre/xlsx';
import type { Test } from 'supertest';
import type { ShipmentImportReportDto } from '../../src/fulfillment/shipping/import/shipment-import.dto.js';
import { file } from '../support/shop/catalog-file.js';
import { csvText, windows1252, workbook } from '../support/shop/supplier-file.js';
import { orderLock, whileLocked } from '../support/database/locks.js';
import { givenLines } from '../support/shop/order-actions.js';
import { givenSuite, givenTestShop } from '../support/shop/shop.js';

const ALL = 'order_number,courier,tracking_number,tracking_url,line,quantity';
const SHORT = 'order_number,courier,tracking_number';
const MIB = 1024 * 1024;
const { app, admin, shop } = await givenSuite();

function send(content: string | Buffer, { query = '', type = 'text/csv' } = {}): Test {
  return app.adminFile(`shipments/import${query}`, content, type);
}

async function reportOf(content: string | Buffer, query = ''): Promise<ShipmentImportReportDto> {
  const { body } = await send(content, { query }).expect(200);
  return (body as { data: ShipmentImportReportDto }).data;
}

/** Lists the problems of a report as `line column: text`. */
function problemsOf({ problems }: ShipmentImportReportDto): string[] {
  return problems.map(({ line, column, problem }) => `${line} ${column ?? '-'}: ${problem}`);
}

/** Makes a paid order with a line for each quantity. */
const givenOrder = async (...quantities: number[]): Promise<string> =>
  (await givenLines(shop, quantities, 'pay')).order;

/** Reads the status of an order and each of its shipments as `tracking number: line x quantity`. */
async function shipmentsOf(order: string): Promise<string[]> {
  const { status, shipments } = await admin.orders.get(order);
  const recorded = shipments.map(
    ({ tracking_number: number, items }) =>
      `${number}: ${items.map(({ line, quantity }) => `${line}x${quantity}`).join(' ')}`,
  );
  return [status, ...recorded];
}

describe('a file of shipments that people edited', () => {
  it.each<[string, (rows: (string | number)[][]) => string | Buffer]>([
    ['semicolons below their name', (rows) => `sep=;\r\n${csvText(rows, ';')}`],
    ['Windows-1252', (rows) => windows1252(csvText(rows, ','))],
    ['a workbook', workbook],
    ['no separators after the last value', ([, row]) => file(`${ALL},,`, row!.join(','))],
  ])('is read as Excel saves it: %s', async (_, encode) => {
    const order = await givenOrder(1);
    const report = await reportOf(encode([SHORT.split(','), [order, 'Café', 4829]]));
    expect(problemsOf(report)).toEqual([]);
    const { shipments } = await admin.orders.get(order);
    expect(shipments).toMatchObject([{ courier: 'Café', tracking_number: '4829' }]);
  });

  it('refuses a number that Excel has shortened, and says what to do', async () => {
    const order = await givenOrder(1);
    const inWorkbook = (number: number) => workbook([SHORT.split(','), [order, 'Post', number]]);
    const dateInWorkbook = async () => {
      const rows = [SHORT.split(','), [order, 'Post', new Date('2026-02-01')]];
      return Buffer.from(await writeXlsx({ sheets: [{ name: 'A', rows }] }));
    };
    for (const content of [
      ...['1.49E+12', '1,49e+12', '1E+12'].map((number) =>
        file(SHORT, `${order},Post,"${number}"`),
      ),
      ...[14908123456789012, 1490812345678900].map(inWorkbook),
      await dateInWorkbook(),
    ]) {
      const report = await reportOf(content);
      expect(problemsOf(report)).toEqual([
        expect.stringMatching(/^2 tracking_number: has lost its digits.*format the column as text/),
      ]);
    }
    const shipment = { courier: 'BlueLine', tracking_number: '1.49E+12' };
    await admin.orders.ship(order, shipment).expectProblems('tracking_number digits_lost');
    expect(await shipmentsOf(order)).toEqual(['pending']);
    await reportOf(inWorkbook(1490812345678901));
    expect(await shipmentsOf(order)).toEqual(['shipped', '1490812345678901: 1x1']);
  });

  it('has the texts that a download for Excel wraps, without their wrapping', async () => {
    const order = await givenOrder(1);
    const report = await reportOf(file(SHORT, `"=""${order}""",'=Post,"=""00482"""`));
    expect(problemsOf(report)).toEqual([]);
    const sent = { courier: '=Post', tracking_number: '00482' };
    expect((await admin.orders.get(order)).shipments).toMatchObject([sent]);
  });

  it('takes order numbers in any case, and a row that is there twice once', async () => {
    const order = await givenOrder(2);
    const row = `${order.toLowerCase()},BlueLine,TWICE-2,,1,1`;
    const report = await reportOf(file(ALL, row, row, ` ${row}`));
    expect(report).toMatchObject({ rows: 3, created: 1, problems: [] });
    expect(await shipmentsOf(order)).toEqual(['partially_shipped', 'TWICE-2: 1x1']);
  });

  it('warns of a tracking number that another order has, recorded before or in the file', async () => {
    const [first, second, third] = [await givenOrder(1), await givenOrder(1), await givenOrder(1)];
    const warning = expect.stringContaining(`tracking number SAME-1 of order ${first}`);
    await reportOf(file(SHORT, `${first},BlueLine,SAME-1`));
    const rows = [`${second},BlueLine,SAME-1`, `${second},BlueLine,OWN-1`, `${third},Post,SAME-1`];
    for (const query of ['?dry_run=true', '']) {
      const { warnings, created } = await reportOf(file(SHORT, ...rows), query);
      expect(created).toBe(2);
      expect(warnings).toEqual([
        { line: 2, order_number: second, warning },
        { line: 4, order_number: third, warning },
      ]);
    }
  });
});

describe('a file of shipments', () => {
  it('records complete and partial shipments, and several lines of one shipment', async () => {
    const whole = await givenOrder(2, 3);
    const part = await givenOrder(5);
    const lines = await givenOrder(1, 4);
    const report = await reportOf(
      file(
        ALL,
        `${whole},BlueLine,BL-1,https://track.example/BL-1,,`,
        `${lines},BlueLine,BL-3,,1,1`,
        `${part},Post,P-2,,1,2`,
        `${part},Post,P-3,,1,2`,
        `${lines},BlueLine,BL-3,,2,4`,
      ),
    );
    expect(report).toEqual({ dry_run: false, rows: 5, created: 4, unchanged: 0, problems: [] });
    expect(await shipmentsOf(whole)).toEqual(['shipped', 'BL-1: 1x2 2x3']);
    expect(await shipmentsOf(part)).toEqual(['partially_shipped', 'P-2: 1x2', 'P-3: 1x2']);
    expect(await shipmentsOf(lines)).toEqual(['shipped', 'BL-3: 1x1 2x4']);
    const sent = { courier: 'BlueLine', tracking_url: 'https://track.example/BL-1' };
    expect((await admin.orders.get(whole)).shipments).toMatchObject([sent]);
    const { data } = await admin.audit.list({ subject: `order ${part}`, limit: 2 });
    expect(data.map(({ action }) => action)).toEqual(['order.part_shipped', 'order.part_shipped']);
  });

  it('applies valid rows and reports the others by line and column', async () => {
    const good = await givenOrder(1);
    const short = await givenOrder(2);
    const unpaid = await shop.placeNew();
    const report = await reportOf(
      file(
        ALL,
        `${good},BlueLine,G-1,,,`,
        `${short},BlueLine,S-1,,1,3`,
        `${short},BlueLine,S-2,,2,1`,
        `${unpaid},BlueLine,U-1,,,`,
        'WO-0000000000,BlueLine,N-1,,,',
        `${short},,S-3,ftp://x,one,0`,
        `${short},BlueLine,S-4,,1,`,
        `${short},BlueLine,S-5,,,, ,x`,
        `${short},#REF!,#N/A,,1`,
      ),
    );
    expect(report).toMatchObject({ rows: 9, created: 1, unchanged: 0 });
    expect(problemsOf(report)).toEqual([
      '3 -: line 1 has 2 units left to ship',
      '4 -: line 2 is not a line of the order: expected 1',
      expect.stringMatching(/^5 -: Order \S+ is awaiting_payment/),
      '6 -: There is no such order.',
      '7 courier: is required',
      '7 tracking_url: must be an absolute https address',
      '7 line: must be a whole number',
      '7 quantity: must be from 1 to 10000',
      '8 line: needs a quantity as well',
      expect.stringMatching(/^9 -: has 8 cells, but the header has 6/),
      '10 courier: “#REF!” is an error of a formula',
      '10 tracking_number: “#N/A” is an error of a formula',
      '10 line: needs a quantity as well',
    ]);
    expect(report.problems[0]).toMatchObject({ order_number: short });
    expect(await shipmentsOf(good)).toEqual(['shipped', 'G-1: 1x1']);
    expect(await shipmentsOf(short)).toEqual(['pending']);
    expect(await shipmentsOf(unpaid)).toEqual(['awaiting_payment']);
  });

  it('records a shipment as a whole or not at all', async () => {
    const order = await givenOrder(2, 2);
    const report = await reportOf(
      file(
        ALL,
        `${order},BlueLine,A,,1,1`,
        `${order},BlueLine,A,,2,x`,
        `${order},BlueLine,B,https://t.example/1,1,1`,
        `${order},BlueLine,B,https://t.example/2,2,1`,
        `${order},BlueLine,C,,1,1`,
        `${order},BlueLine,C`,
        `${order},Post,D,,1,1`,
        `${order},post,D,,2,1,x`,
        `${order},Post,E,,1,1`,
        `${order},POST,E,,2`,
      ),
    );
    expect(problemsOf(report)).toEqual([
      '2 -: belongs to the shipment of line 3, which cannot be used',
      '3 quantity: must be a whole number',
      '4 -: has rows of the same shipment with different values of tracking_url',
      '5 -: has rows of the same shipment with different values of tracking_url',
      '6 -: has several rows of the same shipment: each of them needs line and quantity',
      '7 -: has several rows of the same shipment: each of them needs line and quantity',
      '8 -: belongs to the shipment of line 9, which cannot be used',
      expect.stringMatching(/^9 -: has 7 cells/),
      '10 -: belongs to the shipment of line 11, which cannot be used',
      '11 line: needs a quantity as well',
    ]);
    expect(await shipmentsOf(order)).toEqual(['pending']);
  });

  it('changes nothing if it is sent again', async () => {
    const [whole, part] = [await givenOrder(2), await givenOrder(5)];
    const content = file(ALL, `${whole},BlueLine,W-1,,,`, `${part},Post,W-2,,1,2`);
    expect(await reportOf(content)).toMatchObject({ created: 2, unchanged: 0 });
    expect(await reportOf(content)).toMatchObject({ created: 0, unchanged: 2, problems: [] });
    expect(await shipmentsOf(part)).toEqual(['partially_shipped', 'W-2: 1x2']);
    const typed = file(ALL, `${part},POST,W-2,,1,2`, `${part},post,W-2,,1,2`);
    expect(await reportOf(typed)).toMatchObject({ created: 0, unchanged: 1, problems: [] });
    const other = await reportOf(file(ALL, `${part},Post,W-2,,1,1`));
    expect(problemsOf(other)).toEqual([
      '2 -: has a tracking number that was recorded already, with other units',
    ]);
    const { shipments } = await admin.orders.get(part);
    await admin.orders.correctShipment(part, shipments[0]!.id, { tracking_number: 'W-3' });
    expect(problemsOf(await reportOf(content))).toEqual([
      '3 -: was the tracking number of a shipment of the order until it was corrected: record another shipment by hand',
    ]);
    expect(await shipmentsOf(part)).toEqual(['partially_shipped', 'W-3: 1x2']);
  });

  it('stores nothing in a dry run, which reports what the file would do', async () => {
    const order = await givenOrder(3);
    const content = file(ALL, `${order},B,D-1,,1,2`, `${order},B,D-2,,1,2`, `${order},B,D-3,,,`);
    const dryRun = await reportOf(content, '?dry_run=true');
    expect(dryRun).toMatchObject({ dry_run: true, created: 2 });
    expect(problemsOf(dryRun)).toEqual(['3 -: line 1 has 1 units left to ship']);
    expect(await shipmentsOf(order)).toEqual(['pending']);
    expect(await reportOf(content, '?dry_run=false')).toEqual({ ...dryRun, dry_run: false });
    expect(await shipmentsOf(order)).toEqual(['shipped', 'D-1: 1x2', 'D-3: 1x1']);
  });

  it('ships nothing twice if it is sent twice at the same time', async () => {
    const order = await givenOrder(5);
    const content = file(ALL, `${order},BlueLine,R-1,,1,2`);
    const send = () => Promise.all([reportOf(content), reportOf(content)]);
    const reports = await whileLocked(app, { lock: orderLock(order), waiting: 2 }, send);
    expect(reports.map(({ created }) => created).sort()).toEqual([0, 1]);
    expect(await shipmentsOf(order)).toEqual(['partially_shipped', 'R-1: 1x2']);
  });

  it('does not find test orders', async () => {
    const order = await (await givenTestShop(shop)).placeNew();
    const report = await reportOf(file(SHORT, `${order},BlueLine,T-1`));
    expect(problemsOf(report)).toEqual(['2 -: There is no such order.']);
  });
});

describe('a file of shipments that cannot be used', () => {
  it.each<[string, string | Buffer, string[]]>([
    ['nothing at all', '', ['1 -: is missing: the file is empty']],
    ['a column missing', file('order_number,courier', 'A,B'), ['1 tracking_number: is missing']],
    ['a column twice', file(`${SHORT},courier`, 'A,B,C,D'), ['1 courier: is a duplicate column']],
    [
      'an unknown column',
      file(`${SHORT},trackingurl`, 'A,B,C,D'),
      ['1 trackingurl: trackingurl is not known; did you mean tracking_url?'],
    ],
  ])('is refused: %s', async (_, content, expected) => {
    const { body } = await send(content).expect(422);
    expect(body).toMatchObject({ code: 'import_refused' });
    const found = problemsOf((body as { data: ShipmentImportReportDto }).data);
    expect(found.map((problem, index) => problem.slice(0, expected[index]?.length))).toEqual(
      expected,
    );
  });

  it('has limits for rows, bytes and reported problems', async () => {
    expect(problemsOf(await reportOf(SHORT))).toEqual(['1 -: is the header, but no rows follow']);
    const rows = Array.from({ length: 500 }, (_, index) => `\u0007,${'y'.repeat(400)},N${index}`);
    const report = await reportOf(file(SHORT, ...rows));
    expect(report).toMatchObject({ rows: 500, created: 0 });
    expect(JSON.stringify(report).length).toBeLessThan(500_000);
    const { body, text } = await send(file(`${SHORT},${'z'.repeat(MIB)}`, 'A,B,C,')).expect(422);
    expect(body).toMatchObject({ code: 'file_unreadable' });
    expect(text.length).toBeLessThan(2_000);
    await send(Buffer.alloc(4 * MIB + 1, '\n')).expect(413);
    await send(file(SHORT), { type: 'application/json' }).expect(415);
    await send(file(SHORT), { query: '?dry_run=maybe' }).expect(422);
  });
});
