import { unzipSync } from 'fflate';
import request from 'supertest';
import { DocumentsRepository } from '../../src/tax/documents/documents.repository.js';
import { DocumentsService } from '../../src/tax/documents/documents.service.js';
import { OPERATOR } from '../support/app.js';
import { whileLocked } from '../support/database/locks.js';
import { ClientProgram, LANGUAGES } from '../support/processes/client-program.js';
import { scratchFolder } from '../support/processes/run.js';
import { givenOrderOf } from '../support/shop/order-actions.js';
import { givenProduct, givenTestToken } from '../support/shop/given.js';
import { TestBrowser } from '../support/shop/people.js';
import { givenShop, type Shop } from '../support/shop/shop.js';
import { KARNATAKA, startTaxSuite, tax, TAX_PROFILE } from '../support/tax/tax-admin.js';
import { registrationOf } from '../support/tax/registrations.js';
import { barCodesOf, pagesOf, pageSizesOf, qrCodeOf } from '../support/tax/read-pdf.js';
import { admin, app } from '../support/money/suite.js';

const MONTH = TAX_PROFILE.effective_from.slice(0, 7);

let shop: Shop;
let stranger: Shop;
let sku: string;
let member: TestBrowser;
startTaxSuite();
beforeAll(async () => {
  await tax.putProfile();
  ({ sku } = await givenProduct(app, { hsn: '7323', gstRateBp: 1_800, basePriceMinor: 11_800 }));
  [shop, stranger] = [await givenShop(app), await givenShop(app)];
  for (const { client } of [shop, stranger]) await tax.changeClient(client.id, KARNATAKA);
  member = await TestBrowser.ofMember(app, shop.client, 'member');
});

/** Ships an order of a store. Returns its invoice. */
async function givenInvoice(of = shop): Promise<{ id: number; number: string; order: string }> {
  const order = await givenOrderOf(of, sku, 2, 'pay', 'ship');
  const { id, number } = (await tax.documents({ order_number: order })).data[0]!;
  return { id, number, order };
}

const pagesIn = async ({ body }: { body: unknown }): Promise<string[]> => pagesOf(body as Buffer);

const print = (query: string) => app.admin('get', `documents/${query}`).responseType('blob');

describe('prints of documents', () => {
  it('name the goods in the scripts of India, and records say which letters no document shows', async () => {
    const name = 'கைத்தறி புடவை / ಚೀರೆ / साड़ी';
    const saree = await givenProduct(app, { name, hsn: '7323', gstRateBp: 1_800 });
    const order = await givenOrderOf(shop, saree.sku, 1, 'pay', 'ship');
    const { id } = (await tax.documents({ order_number: order })).data[0]!;
    const [page] = await pagesIn(await print(`${id}/pdf`));
    expect(page!.replaceAll(/\s+/g, ' ')).toContain(name);
    const read = async (path: string): Promise<unknown> => {
      const { body } = await app.admin('get', path).expect(200);
      return (body as { data: { unprintable?: string[] } }).data.unprintable;
    };
    expect(await read(`products/${saree.sku}`)).toBeUndefined();
    const gift = await givenProduct(app, { name: 'Gift 🎁 عرب 🎁' });
    expect(await read(`products/${gift.sku}`)).toEqual(['🎁', 'ع', 'ر', 'ب']);
    expect(await read(`clients/${shop.client.id}`)).toBeUndefined();
    await tax.changeClient(stranger.client.id, { name: 'அன்பு 株' });
    expect(await read(`clients/${stranger.client.id}`)).toEqual(['株']);
  });

  it('are one PDF in the given order, with the mark of each copy', async () => {
    const [one, two] = [await givenInvoice(), await givenInvoice(stranger)];
    const answer = await print(`pdf?ids=${two.id},${one.id}&copies=original,duplicate`).expect(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `inline; filename="${two.number}.pdf"`,
      'cache-control': 'private, no-store',
    });
    // A browser shows it.
    const { headers: ofPage } = await request(app.server).get('/docs').expect(200);
    expect(answer.headers['content-security-policy']).toBe(ofPage['content-security-policy']);
    const html = await app.admin('get', `documents/${one.id}/html`).expect(200);
    expect(html.headers).toMatchObject({
      'content-security-policy': expect.stringContaining('sandbox'),
      'x-frame-options': 'SAMEORIGIN',
    });
    const pages = await pagesIn(answer);
    expect(pages.map((page) => /[A-Z]+-\d{4}-\d{6}/.exec(page)![0])).toEqual([
      ...[two.number, two.number, one.number, one.number],
    ]);
    expect(pages[0]).toContain('Original for recipient');
    expect(pages[3]).toContain('Duplicate for transporter');
  });

  it('are marked from the second one on, and each is an event', async () => {
    const { id } = await givenInvoice();
    await app.admin('get', `documents/${id}/html`).expect(200);
    for (const path of [`${id}/pdf`, `pdf?ids=${id}`]) {
      await request(app.server).head(`/admin/documents/${path}`).set(OPERATOR).expect(200);
    }
    const [first, second] = [await print(`${id}/pdf`), await print(`${id}/pdf`)];
    expect((await pagesIn(first))[0]).not.toContain('printed before');
    expect((await pagesIn(second))[0]).toContain('Duplicate (printed before)');
    expect((await tax.document(id)).events.map(({ kind }) => kind)).toEqual(['printed', 'printed']);
  });

  it('two prints at the same time are one original and one duplicate', async () => {
    const { id } = await givenInvoice();
    const lock = `SELECT pg_advisory_xact_lock(hashtextextended('tax document ${id}', 0))`;
    const twice = () => Promise.all([print(`${id}/pdf`), print(`${id}/pdf`)]);
    const answers = await whileLocked(app, { lock, waiting: 2 }, twice);
    const pages = await Promise.all(answers.map(pagesIn));
    expect(pages.filter(([page]) => page!.includes('printed before'))).toHaveLength(1);
  });

  it('have the QR code of a registered document', async () => {
    const { id, number } = await givenInvoice();
    const data = registrationOf(number);
    await app.dataSource.transaction((manager) =>
      app.service(DocumentsService).note(manager, { documentId: id, kind: 'registered', data }),
    );
    const answer = await print(`${id}/pdf`).expect(200);
    expect(await qrCodeOf(answer.body as Buffer)).toBe(data.signed_qr);
    expect((await pagesIn(answer))[0]).toContain(data.irn);
  });

  it('are refused if a document does not exist or has nothing to print', async () => {
    const { id } = await givenInvoice();
    const [series] = await tax.series();
    await tax.catchUp(series!.series, series!.financial_year, series!.last_number + 1);
    const { id: canceled, number } = (await tax.documents({ kind: 'canceled' })).data[0]!;
    for (const [ids, message] of [
      ['999999999', 'There is no document 999999999 that can be printed.'],
      [
        `${canceled},${id},999999999`,
        `There are no documents ${canceled} (${number}, canceled), 999999999 that can be printed: leave them out.`,
      ],
      [canceled, `There is no document ${canceled} (${number}, canceled) that can be printed.`],
    ]) {
      const { body } = await app.admin('get', `documents/pdf?ids=${ids}`).expect(404);
      expect(body).toMatchObject({ code: 'document_not_found', message });
    }
    expect((await tax.document(id)).events).toEqual([]);
    for (const query of ['', 'ids=', 'ids=x', 'ids=0', 'ids=1&ids=2', `ids=${ids(201)}`]) {
      await app.admin('get', `documents/pdf?${query}`).expect(422);
    }
    await app.admin('get', `documents/${id}/pdf?copies=fourth`).expect(422);
  });

  it('are for the warehouse, pages with amounts are not', async () => {
    const { id, order } = await givenInvoice();
    const [shipment] = (await admin.orders.get(order)).shipments;
    const warehouse = await TestBrowser.ofOperator(app, ['warehouse']);
    expect((await warehouse.admin('get', `documents/${id}/pdf`)).status).toBe(200);
    expect((await warehouse.admin('get', `shipments/${shipment!.id}/pdf`)).status).toBe(200);
    expect((await warehouse.admin('get', 'shipments/999999999/pdf')).status).toBe(404);
    const withSlip = app.admin('get', `shipments/${shipment!.id}/pdf?slip=true`);
    const [slip, invoice, ...more] = await pagesIn(await withSlip.responseType('blob').expect(200));
    expect(slip).toContain('Deliver to');
    expect(slip).toContain(order);
    expect(slip).toContain('Asha Verma');
    expect(slip).not.toMatch(/₹|GSTIN|\d\.\d\d/);
    expect(invoice).toContain('Tax Invoice');
    expect(more).toEqual([]);
    const label = app.admin('get', `shipments/${shipment!.id}/pdf?slip=true&paper=100x150`);
    const { body } = await label.responseType('blob').expect(200);
    expect(await pageSizesOf(body as Buffer)).toEqual(['283 x 425', '595 x 842']);
    expect(await barCodesOf(body as Buffer)).toEqual([order]);
    expect((await warehouse.admin('get', `documents/${id}/html`)).status).toBe(403);
  });
});

it('the series of numbers have no gaps, and name each number that was lost', async () => {
  const [lost] = [await givenInvoice(), await givenInvoice()];
  expect((await tax.series()).map(({ gaps }) => gaps)).toEqual([[]]);
  const repository = app.service(DocumentsRepository);
  const runner = app.dataSource.createQueryRunner();
  await runner.startTransaction();
  // Without the triggers, as rows are lost that way only.
  await runner.query('SET LOCAL session_replication_role = replica');
  await runner.query('DELETE FROM tax_documents WHERE id = $1', [lost.id]);
  await runner.query('UPDATE document_series SET last_number = last_number + 2');
  const gaps = await repository.listGaps(runner.manager);
  await runner.rollbackTransaction();
  await runner.release();
  const number = Number(lost.number.slice(-6));
  const { last_number: last } = (await tax.series())[0]!;
  expect(gaps).toMatchObject([
    { series: 'WS', first: number, last: number },
    { series: 'WS', first: last + 1, last: last + 2 },
  ]);
});

it('the page of a document runs and loads nothing, with any texts', async () => {
  const customer = { name: '<script>alert(1)</script>', phone: '+919876543210' };
  const order = await shop.orders.place({ sku, quantity: 1 }, { customer });
  await admin.sell(order);
  const { id } = (await tax.documents({ order_number: order })).data[0]!;
  const { text, headers } = await app.admin('get', `documents/${id}/html`).expect(200);
  expect(headers['content-security-policy']).toMatch(/^default-src 'none';.*sandbox$/);
  expect(text).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  expect(text).not.toContain('<script');
  expect(text).not.toContain('9876543210');
});

describe("a client's own documents", () => {
  it('are PDFs without marks, however often they are fetched', async () => {
    const { id, number } = await givenInvoice();
    await print(`${id}/pdf`);
    const { body } = await member.file(`documents/${id}/pdf`);
    const [page] = await pagesOf(body);
    expect(page).toContain(number);
    expect(page).not.toContain('printed before');
  });

  it('are one ZIP and one CSV a month, and only its own client has them', async () => {
    const own = await givenInvoice();
    const other = await givenInvoice(stranger);
    const listed = await member.call('get', 'documents?limit=100');
    const numbers = (listed.body.data as { number: string }[]).map(({ number }) => number);
    const zip = await member.file(`documents/export?month=${MONTH}&format=zip`);
    expect(zip.type).toBe('application/zip');
    const files = unzipSync(zip.body);
    const names = numbers.map((number) => `${number}.pdf`);
    expect(Object.keys(files).toSorted()).toEqual(names.toSorted());
    expect((await pagesOf(files[`${own.number}.pdf`]!))[0]).toContain(own.order);
    expect(files[`${other.number}.pdf`]).toBeUndefined();
    const csv = await member.call('get', `documents/export?month=${MONTH}&format=csv`);
    const rows = csv.text.trimEnd().split('\r\n');
    expect(rows).toHaveLength(1 + numbers.length);
    expect(rows.find((row) => row.startsWith(own.number))).toMatch(
      /,invoice,\d{4}-\d\d-\d\d,WO-\w+,.*,27AAPFU0939F1ZV,29AAPFU0939F1ZR,29-Karnataka,246\.00,208\.47,0\.00,0\.00,37\.53,$/,
    );
    expect((await member.call('get', `documents/${other.id}/pdf`)).status).toBe(404);
  });

  it('the documents of a month without any are an empty file', async () => {
    const zip = await member.file('documents/export?month=2020-01&format=zip');
    expect(unzipSync(zip.body)).toEqual({});
    const csv = await member.call('get', 'documents/export?month=2020-01&format=csv');
    expect(csv.text).toMatch(/^number,kind,.*\r\n$/);
    for (const query of ['month=2020-01', 'format=zip', 'month=2020-13&format=zip']) {
      expect((await member.call('get', `documents/export?${query}`)).status).toBe(422);
    }
  });
});

describe("a store's documents", () => {
  const fetchPdf = (id: number | string, headers: Record<string, string>) =>
    app.get(`/api/documents/${id}/pdf`, { ...shop.client.headers, ...headers });

  it('are PDFs at the address that the list names, not modified ever after', async () => {
    const { id, number, order } = await givenInvoice();
    const { pathname } = new URL((await shop.orders.documents(order))[0]!.pdf_url);
    const answer = await app.get(pathname, shop.client.headers).responseType('blob').expect(200);
    expect((await pagesIn(answer))[0]).toContain(number);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `inline; filename="${number}.pdf"`,
    });
    await print(`${id}/pdf`);
    await fetchPdf(id, { 'If-None-Match': answer.headers.etag! }).expect(304);
  });

  it("are not another client's, nor those of test mode", async () => {
    const { id } = await givenInvoice(stranger);
    const own = await givenInvoice();
    await fetchPdf(id, {}).expect(404);
    const test = await givenTestToken(app, shop.client);
    await app.get(`/api/documents/${own.id}/pdf`, test.headers).expect(404);
    for (const unknown of ['999999999', '0', 'x', '1e3', '%00']) {
      await fetchPdf(unknown, {}).expect(404);
    }
  });

  it.each(LANGUAGES)('arrive as they are in the %s client, with a cache too', async (language) => {
    const { id, number, order } = await givenInvoice();
    const folder = await scratchFolder();
    await ClientProgram.download(language, app.baseUrl, folder);
    const access = { baseUrl: app.baseUrl, ...shop.client };
    const store = ClientProgram.start(language, folder, access, { cache: true });
    const listed = { data: [{ id, number }] };
    expect(await store.call('listOrderDocuments', [order])).toMatchObject(listed);
    for (let time = 0; time < 2; time++) {
      const pdf: unknown = await store.call('getDocumentPdf', [id]);
      expect((await pagesOf(Buffer.from(pdf as string, 'base64')))[0]).toContain(number);
    }
    await store.stop();
  });
});

const ids = (count: number) => Array.from({ length: count }, (_, index) => index + 1).join();
