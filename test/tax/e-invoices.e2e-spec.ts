import { dateInShop } from '../../src/platform/time-zone.js';
import { RESULT_COLUMNS } from '../../src/tax/india/e-invoice/e-invoice-result.js';
import type { EInvoiceResult } from '../../src/tax/india/e-invoice/e-invoice-result.js';
import { whileLocked } from '../support/database/locks.js';
import { givenOrderOf } from '../support/shop/order-actions.js';
import { givenProduct } from '../support/shop/given.js';
import { givenShop, type Shop } from '../support/shop/shop.js';
import { csvText, utf16, workbook } from '../support/shop/supplier-file.js';
import { CHENNAI, invoiceOf, KARNATAKA as CLIENT, noteOf } from '../support/tax/documents.js';
import { registrationOf, signedQr } from '../support/tax/registrations.js';
import { KARNATAKA, MAHARASHTRA, startTaxSuite, tax } from '../support/tax/tax-admin.js';
import { admin, app } from '../support/money/suite.js';
import { inDays } from '../support/time.js';

let shop: Shop;
let sku: string;
startTaxSuite();
beforeAll(async () => {
  shop = await givenShop(app);
  ({ sku } = await givenProduct(app, { hsn: '7323', gstRateBp: 1_800, basePriceMinor: 6_000_00 }));
});

/** Ships an order of some units at 6,000.00. Returns the number of its document. */
const givenInvoice = async (client: object, quantity = 1): Promise<string> => {
  await tax.changeClient(shop.client.id, client);
  const order = await givenOrderOf(shop, sku, quantity, 'pay', 'ship');
  return (await tax.ofOrder(order))[0]!.number;
};
const list = () => tax.call('listUnregisteredDocuments');
const waiting = async () => (await list()).data;
const numbers = async (): Promise<string[]> => (await waiting()).map(({ number }) => number);
const send = (...results: unknown[]) => tax.call('storeRegistrations', { results });
const upload = (file: string | Buffer) => tax.upload('importRegistrations', file);
const sendFile = (results: readonly EInvoiceResult[]) => {
  const rows = results.map((result) => RESULT_COLUMNS.map((column) => result[column]).join(','));
  return upload([RESULT_COLUMNS.join(','), ...rows].join('\r\n'));
};
const events = async (number: string) => {
  const { data } = await tax.documents({ q: number });
  return (await tax.document(data[0]!.id)).events;
};

describe('documents that the tax office registers', () => {
  let invoice: string;

  it('do not exist before the day that the profile names', async () => {
    await list().refused(404);
    await tax.putProfile();
    invoice = await givenInvoice(KARNATAKA);
    await list().expectRefusal(409, 'e_invoices_off');
    await tax.putProfile({ e_invoice_from: dateInShop(inDays(1)) });
    expect(await waiting()).toEqual([]);
  });

  it('are those with tax to clients with a GSTIN, and wait for 30 days', async () => {
    const today = dateInShop(new Date());
    await tax.putProfile({ e_invoice_from: today });
    await givenInvoice({ ...MAHARASHTRA, gstin: null });
    const due = new Date(Date.parse(today) + 30 * 86_400_000).toISOString().slice(0, 10);
    expect(await waiting()).toMatchObject([
      {
        number: invoice,
        kind: 'invoice',
        issued_on: today,
        due_on: due,
        late: false,
        client_id: shop.client.id,
        problems: [],
      },
    ]);
    const { body } = await app.admin('get', 'e-invoices/file').expect(200);
    expect(body).toMatchObject([
      {
        DocDtls: { No: invoice },
        BuyerDtls: { Gstin: KARNATAKA.gstin },
        ShipDtls: { Gstin: 'URP' },
        ItemList: [{ Unit: 'PCS' }],
      },
    ]);
  });

  it('name why they are not in the file', async () => {
    const second = await givenInvoice({ ...KARNATAKA, billing: null });
    const [, found] = await waiting();
    const problems = [expect.stringContaining('has no billing address')];
    expect(found).toMatchObject({ number: second, problems });
    expect((await app.admin('get', 'e-invoices/file').expect(200)).body).toHaveLength(1);
    expect(await send(registrationOf(second))).toMatchObject([{ outcome: 'registered' }]);
  });

  it('take a result once: again it changes nothing, and another one is refused', async () => {
    const result = registrationOf(invoice);
    const taken = { line: 1, number: invoice, outcome: 'registered', problem: null };
    expect(await send(result)).toEqual([taken]);
    const { number: _number, gstin: _gstin, ...registration } = result;
    const registered = [{ kind: 'registered', actor: 'operator', data: registration }];
    expect(await events(invoice)).toMatchObject(registered);
    expect(await numbers()).not.toContain(invoice);
    const inCapitals = { ...result, irn: result.irn.toUpperCase() };
    expect(await sendFile([inCapitals])).toMatchObject([{ line: 2, outcome: 'unchanged' }]);
    const later = { ...result, ack_no: '2' };
    expect(await send(later)).toMatchObject([
      { outcome: 'refused', problem: expect.stringContaining('has another registration') },
    ]);
    expect(await events(invoice)).toHaveLength(1);
    const { data } = await admin.audit.list({ subject: `document ${invoice}` });
    expect(data).toMatchObject([{ action: 'document.registered', after: { irn: result.irn } }]);
  });

  it('refuse rows at fault and take the others', async () => {
    const [good, other] = [await givenInvoice(KARNATAKA), await givenInvoice(KARNATAKA)];
    const unregistered = await givenInvoice({ ...MAHARASHTRA, gstin: null });
    const swapped = registrationOf(other).signed_qr;
    const outcomes = await sendFile([
      registrationOf('WS-2627-999999'),
      registrationOf(other, '29AAPFU0939F1ZR'),
      registrationOf(unregistered),
      { ...registrationOf(good), signed_qr: swapped },
      { ...registrationOf(other), irn: 'x' },
      registrationOf(good),
    ]);
    expect(outcomes.map(({ line, outcome, problem }) => [line, outcome, problem])).toEqual([
      [2, 'refused', 'There is no document WS-2627-999999.'],
      [3, 'refused', expect.stringContaining('not 29AAPFU0939F1ZR')],
      [4, 'refused', expect.stringContaining('to a client with a GSTIN')],
      [5, 'refused', expect.stringMatching(/^signed_qr is for Irn/)],
      [6, 'refused', expect.stringMatching(/^irn must be 64/)],
      [7, 'registered', null],
    ]);
    expect(await numbers()).toEqual([other]);
  });

  it('cannot share an IRN, and are registered on a day of the calendar, not before their own', async () => {
    const [one, other] = [await givenInvoice(KARNATAKA), await givenInvoice(KARNATAKA)];
    const { irn } = registrationOf(one);
    await send(registrationOf(one));
    const sent = registrationOf(other);
    const signed_qr = signedQr({ Irn: irn, DocNo: other, SellerGstin: sent.gstin });
    const problems = await send(
      { ...sent, irn, signed_qr },
      { ...sent, ack_date: '2026-02-30 10:00:00' },
      { ...sent, ack_date: '2020-01-01 10:00:00' },
    );
    expect(problems.map(({ problem }) => problem)).toEqual([
      `The IRN is that of ${one}.`,
      'ack_date must be a day of the calendar.',
      expect.stringContaining('cannot be registered before'),
    ]);
    expect(await send(sent)).toMatchObject([{ outcome: 'registered' }]);
  });

  it('have one result also if two arrive at once', async () => {
    const [number] = (await numbers()) as [string];
    const result = registrationOf(number);
    const { Irn, ...qr } = { Irn: 'f'.repeat(64), DocNo: number, SellerGstin: result.gstin };
    const another = { ...result, irn: Irn, signed_qr: signedQr({ Irn, ...qr }) };
    const lock = `SELECT pg_advisory_xact_lock(hashtextextended('tax document ' || id, 0)) FROM tax_documents
          WHERE document_number = '${number}'`;
    const both = async () => (await Promise.all([send(result), send(another)])).flat();
    const outcomes = await whileLocked(app, { lock, waiting: 2 }, both);
    expect(outcomes.map(({ outcome }) => outcome).sort()).toEqual(['refused', 'registered']);
    expect(await events(number)).toHaveLength(1);
    expect(await waiting()).toEqual([]);
  });

  it('refuse results that are not results', async () => {
    for (const results of [null, {}, [], [null], [{ number: invoice }]]) {
      await tax.call('storeRegistrations', { results }).refused(422);
    }
    for (const text of ['', 'number\n1']) {
      expect(await upload(text)).toMatchObject([{ outcome: 'refused' }]);
    }
    await upload('"').expectRefusal(422, 'file_unreadable');
  });
});

const FACTS = {
  position: 1,
  client: CLIENT,
  goods: [{ units: 1, unitPriceMinor: 100, rateBp: 500 }],
};
const INVOICE = invoiceOf(FACTS);
const BILL = invoiceOf({ ...FACTS, goods: [{ ...FACTS.goods[0]!, rateBp: 0 }] });

it.each([
  ['registers', 'an invoice with tax to a client with a GSTIN', INVOICE],
  ['registers', 'a credit note for one', noteOf([INVOICE], 100, FACTS)],
  ['registers', 'a note for one and a bill of supply', noteOf([BILL, INVOICE], 100, FACTS)],
  ['does not register', 'a note for a bill of supply', noteOf([BILL], 100, FACTS)],
  [
    'does not register',
    'a note without tax',
    noteOf([INVOICE], 100, { ...FACTS, isWithTax: false }),
  ],
  ['does not register', 'a bill of supply', BILL],
  ['does not register', 'an invoice without a GSTIN', invoiceOf({ ...FACTS, client: CHENNAI })],
])('the tax office %s %s', async (what, _, { content }) => {
  const found = await app.row`SELECT is_registrable(${content}) AS is`;
  expect(found).toEqual({ is: what === 'registers' });
});

it('credit notes wait if they take back from an invoice, not from a bill of supply', async () => {
  await tax.changeClient(shop.client.id, KARNATAKA);
  const untaxed = await givenProduct(app, { hsn: '7323', gstRateBp: 0 });
  const notes: string[] = [];
  for (const goods of [sku, untaxed.sku]) {
    const order = await givenOrderOf(shop, goods, 1, 'pay', 'ship');
    for (const act of ['deliver', 'return', 'refund'] as const) await admin.orders[act](order);
    notes.push((await tax.ofOrder(order))[1]!.number);
  }
  const [ofInvoice, ofBill] = notes as [string, string];
  const waitingNotes = async () => (await numbers()).filter((number) => notes.includes(number));
  expect(await waitingNotes()).toEqual([ofInvoice]);
  expect(await send(registrationOf(ofBill))).toMatchObject([{ outcome: 'refused' }]);
});

it('answers of the portal take a file as Excel saves it: with ; or tabs, in UTF-16, or as a workbook', async () => {
  const { number, ...rest } = registrationOf(await givenInvoice(KARNATAKA));
  const seen = [];
  const cells = [[...RESULT_COLUMNS], RESULT_COLUMNS.map((name) => ({ number, ...rest })[name])];
  for (const bytes of [
    Buffer.from(`\ufeff${csvText(cells, ';')}`),
    Buffer.from(csvText(cells, '\t')),
    utf16(csvText(cells, '\t')),
    workbook(cells),
  ]) {
    seen.push((await upload(bytes))[0]!.outcome);
  }
  expect(seen).toEqual(['registered', 'unchanged', 'unchanged', 'unchanged']);
  const numbers = workbook([cells[0]!, cells[1]!.map((cell, at) => (at === 3 ? 1.1261e20 : cell))]);
  expect(await upload(numbers)).toMatchObject([
    { outcome: 'refused', problem: expect.stringContaining('ack_no has lost') },
  ]);
  const [outcome] = await sendFile([{ number, ...rest, ack_no: '1.12610E+14' }]);
  expect(outcome?.problem).toMatch(/^ack_no has lost its digits in a spreadsheet: format/);
});

const missing = () => tax.call('listMissingWayBills');
const note = (id: number, number: unknown) => tax.call('noteWayBill', id, { number });

it('goods above the value of an e-way bill are listed until the number of the bill is noted', async () => {
  await givenInvoice(KARNATAKA, 8);
  expect(await missing()).toEqual([]);
  const number = await givenInvoice(KARNATAKA, 9);
  const [found] = await missing();
  expect(found).toMatchObject({ number, total: expect.any(Number) });
  await tax.copy(number, 200, { ship_to: { state: 'Maharashtra', pincode: '411001' } });
  expect(await missing()).toEqual([found]);
  for (const bad of [null, '', '12345678901', '12345678901x', 271012345678]) {
    await note(found!.id, bad).refused(422);
  }
  await note(found!.id, '271012345678');
  await note(found!.id, '271012345678');
  expect(await events(number)).toMatchObject([
    { kind: 'e_way_bill', data: { number: '271012345678' } },
  ]);
  await note(found!.id, '271012345679');
  const noted = ['271012345678', '271012345679'].map((bill) => ({ number: bill }));
  expect((await events(number)).map(({ data }) => data)).toEqual(noted);
  expect(await missing()).toEqual([]);
  await note(2_000_000_000, '271012345678').refused(404);
});
