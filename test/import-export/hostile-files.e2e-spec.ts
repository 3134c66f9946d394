import request from 'supertest';
import { ADMIN_TOKEN, TestApp } from '../support/app.js';
import {
  everything,
  file,
  refused,
  reportOf,
  send,
  type Report,
} from '../support/shop/catalog-file.js';
import { givenProduct } from '../support/shop/given.js';
import { workbook } from '../support/shop/supplier-file.js';

const NEW = 'sku,name,base_price,delivery_charge';
const GOOD = 'GOOD-1,Cup,1,1';
const MIB = 1024 * 1024;
const app = await TestApp.start();
await givenProduct(app);
// The first use of the admin token is an audit entry.
await app.admin('get', 'plans').expect(200);
const before = await everything(app);
afterEach(async () => {
  expect(await everything(app)).toEqual(before);
});
afterAll(() => app.expectInvariants());
const utf8 = (...parts: (string | Buffer)[]): Buffer =>
  Buffer.concat(parts.map((part) => Buffer.from(part)));

describe('a file that is not a catalog:', () => {
  it.each<[string, string | Buffer, ...string[]]>([
    ['nothing at all', '', '1 -: is missing: the file is empty'],
    ['a byte order mark and nothing else', '\uFEFF', '1 -: is missing: the file is empty'],
    ['blank lines only', '\r\n\n\r\n', '1 -: is missing: the file is empty'],
    ['a header only', NEW, '1 -: has nothing below it'],
    ['no column sku', file('name', 'Cup'), '1 sku: is missing'],
    ['no header', file(GOOD), '1 GOOD-1: is not a column', '1 Cup: ', '1 1: ', '1 1: ', '1 sku: '],
    ['another separator', file(NEW.replaceAll(',', '|')), '1 sku|name', '1 sku: is missing'],
    [
      'an Excel workbook',
      workbook([NEW.split(','), ['A', 'Cup', 1, 1]]),
      '1 -: is an Excel workbook: save it as "CSV UTF-8"',
    ],
    ['a column twice', file(`${NEW},name`, `${GOOD},Mug`), '1 name: is there more than once'],
    ['an unknown column', file(`${NEW},color`, `${GOOD},red`), '1 color: is not a column'],
    ['NUL in a name', file(NEW, 'A\0,Cup\0,1,1'), '2 sku: must not hold', '2 name: must not hold'],
    [
      'NUL in other cells',
      file(`${NEW},active,images,variations`, 'A,Cup,1\0,1,true\0,https://a.example/\0,S:\0'),
      '2 base_price: ',
      '2 active: ',
      '2 images: ',
      '2 variations: ',
    ],
    ['NUL in the header', file(`${NEW},\0`, `${GOOD},`), '1 \ufffd: is not a column'],
    ['a row without its last cell', file(NEW, GOOD, 'B,Cup,1'), '3 delivery_charge: '],
    [
      'a quote that stays open',
      file(NEW, GOOD, '"B,Cup,1,1', GOOD),
      '3 -: has a cell whose closing',
    ],
    ['a quote inside a cell', file(NEW, GOOD, 'B,7" plate,1,1'), '3 -: has a quote in the wrong'],
    [
      'Latin-1 after a letter of UTF-8',
      utf8(`${NEW}\n₹${GOOD}\nB,,1,1\nC,Caf`, Buffer.from([0xe9]), ',1,1\n'),
      '3 name: is required',
      '4 -: is not UTF-8',
    ],
    [
      'numbers that Excel has shortened',
      file(`${NEW},hsn,gtin`, '1.49E+12,Cup,1,1,8.3E+07,8.9E+12'),
      '2 sku: has lost its digits',
      '2 hsn: has lost its digits',
      '2 gtin: has lost its digits',
    ],
    ['an SKU of 10,001 characters', file(NEW, `${'x'.repeat(10_001)},Cup,1,1`), '2 sku: must have'],
    [
      'more combinations than there may be',
      file(
        `${NEW},variations`,
        `A,Cup,1,1,${['a', 'b', 'c'].flatMap((name) => Array.from({ length: 100 }, (_, index) => `${name}:${index}`)).join('|')}`,
      ),
      '2 variations: must have at most 1000 combinations',
    ],
    [
      'names of properties for keys',
      file(`${NEW},variations,stock`, 'A,Cup,1,1,S:M,"__proto__=1\nconstructor=2"'),
      '2 stock: must have one key=quantity per line',
    ],
    [
      'a key that the product does not have',
      file(`${NEW},variations,stock`, 'A,Cup,1,1,S:M,S:L=2'),
      '2 stock: has keys of no variation of the product: S:L',
    ],
  ])('%s is refused with a message', async (_, content, ...expected) => {
    const problems = await refused(app, content);
    const starts = problems.map((problem, index) => problem.slice(0, expected[index]?.length));
    expect(starts).toEqual(expected);
  });

  it('a byte order mark is accepted', async () => {
    const response = await send(app, `\uFEFF${file(NEW, GOOD)}`, { dryRun: true }).expect(200);
    expect(reportOf(response)).toMatchObject({ created: 1, problems: [] });
  });

  it('a large cell is not quoted in the answer', async () => {
    const long = 'y'.repeat(MIB);
    const names = Array.from({ length: 300_000 }, (_, index) => `N${index}:v`).join('|');
    const content = file(
      `${NEW},variations,stock,${long}`,
      `A,${long},1,1,${names},${long}=1,`,
      `B,Cup,1,1,S:M,S:${long}=1,`,
      `${long},Cup,1,1,S:M,,`,
    );
    const { body, text } = await send(app, content).expect(422);
    expect(text.length).toBeLessThan(5_000);
    expect((body as { data: Report }).data.problems).toHaveLength(6);
  });
});

describe('an upload that is', () => {
  it('more than 64 MiB is answered 413, with or without Content-Length', async () => {
    const announced = await request(app.server)
      .post('/admin/products/import')
      .set({ Authorization: `Bearer ${ADMIN_TOKEN}`, 'Content-Type': 'text/csv' })
      .set('Content-Length', String(64 * MIB + 1))
      .expect(413);
    expect(announced.body).toMatchObject({
      code: 'payload_too_large',
      message: 'The file is larger than 64 MiB.',
    });
    const streamed = app.admin('post', 'products/import').type('text/csv');
    for (let sent = 0; sent <= 64; sent += 1) streamed.write(Buffer.alloc(MIB, '\n'));
    expect((await streamed.expect(413)).body).toMatchObject({ code: 'payload_too_large' });
  });

  it.each([
    'application/json',
    'text/html',
    'text/csv; charset=latin1',
    'multipart/form-data; boundary=x',
  ])('%s is 415', async (type) => {
    const { body } = await send(app, file(NEW, GOOD), { type }).expect(415);
    expect(body).toMatchObject({ code: 'unsupported_media_type' });
  });

  it('compressed is 415', async () => {
    await send(app, file(NEW, GOOD)).set('Content-Encoding', 'gzip').expect(415);
  });

  it.each(['text/csv; charset=utf-8', 'text/csv; charset="UTF-8"; header=present', 'TEXT/CSV'])(
    '%s is fine',
    async (type) => {
      await send(app, file(NEW, GOOD), { type, dryRun: true }).expect(200);
    },
  );

  it('dry_run is true or false', async () => {
    const { body } = await app
      .admin('post', 'products/import?dry_run=maybe')
      .type('text/csv')
      .send(file(NEW, GOOD))
      .expect(422);
    expect(body).toMatchObject({ code: 'validation_failed', errors: [{ field: 'dry_run' }] });
  });
});
