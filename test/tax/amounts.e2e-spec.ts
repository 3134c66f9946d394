import { dateInShop } from '../../src/platform/time-zone.js';
import { file, imported, refused } from '../support/shop/catalog-file.js';
import { givenTaxedOrder, unitsOfLines } from '../support/tax/taxed-order.js';
import {
  KARNATAKA,
  MAHARASHTRA,
  setStoredRate,
  startTaxSuite,
  tax,
} from '../support/tax/tax-admin.js';
import { admin, shop, app } from '../support/money/suite.js';
import { TaxRatesService } from '../../src/tax/rates/tax-rates.service.js';
import { givenProduct } from '../support/shop/given.js';

startTaxSuite();

describe('the amounts of tax documents of a wholesaler in Maharashtra', () => {
  beforeAll(() => tax.putProfile());
  beforeEach(() => tax.changeClient(shop.client.id, KARNATAKA));

  /** Lists the amounts of an order's documents, line by line. */
  const amounts = async (order: string) =>
    (await tax.ofOrder(order)).map(({ number, total, taxable, tax: taxes, content }) => ({
      series: number.slice(0, 2),
      total,
      taxable,
      ...taxes,
      lines: content!.lines.map((line) =>
        [line.gross_minor, line.cgst_minor + line.igst_minor, line.taxable_minor].join(' '),
      ),
    }));

  it('take the worked example to the paisa between states', async () => {
    const order = await givenTaxedOrder(shop);
    await admin.orders.ship(order, unitsOfLines(6, 1, 7));
    await admin.orders.ship(order, unitsOfLines(4, 2));
    await admin.orders.deliver(order);
    await admin.orders.return(order);
    await admin.orders.refund(order, { amount: 1_000 });
    const zero = { cgst: 0, sgst: 0 };
    const most = ['154810 7372 147438', '123993 18914 105079', '24128 3681 20447'];
    const others = ['99800 4752 95048', '239800 36580 203220'];
    const refunded = [
      ...['24094 1147 22947', '19298 2944 16354', '3755 573 3182'],
      ...['15532 740 14792', '37321 5693 31628'],
    ];
    expect(await amounts(order)).toEqual([
      { ...zero, series: 'WS', total: 3_029.31, taxable: 2_729.64, igst: 299.67, lines: most },
      { ...zero, series: 'WS', total: 3_396, taxable: 2_982.68, igst: 413.32, lines: others },
      { ...zero, series: 'CN', total: 1_000, taxable: 889.03, igst: 110.97, lines: refunded },
    ]);
    await admin.orders.refund(order);
    const [first, second, , rest] = await amounts(order);
    expect(rest!.total).toBe(5_425.31);
    expect(rest!.igst + 110.97).toBeCloseTo(first!.igst + second!.igst, 5);
  });

  it('take the worked example to the paisa within the state', async () => {
    await tax.changeClient(shop.client.id, { ...MAHARASHTRA, gstin: null });
    const order = await givenTaxedOrder(shop);
    await admin.orders.ship(order, unitsOfLines(6, 1, 7));
    await admin.orders.ship(order);
    await admin.orders.deliver(order);
    await admin.orders.return(order);
    await admin.orders.refund(order, { amount: 1_000 });
    const halves = [
      { total: 3_029.31, taxable: 2_729.65, cgst: 149.83, sgst: 149.83, igst: 0 },
      { total: 3_396, taxable: 2_982.68, cgst: 206.66, sgst: 206.66, igst: 0 },
      { total: 1_000, taxable: 889.02, cgst: 55.49, sgst: 55.49, igst: 0 },
    ];
    expect(await amounts(order)).toMatchObject(halves);
    const halved = (await amounts(order))[2]!.lines.map((line) => line.split(' ')[1]);
    expect(halved).toEqual(['574', '1472', '286', '370', '2847']);
  });

  it('have the charge for the delivery once, also after the rest is closed', async () => {
    const order = await givenTaxedOrder(shop);
    await admin.orders.ship(order, unitsOfLines(1));
    await admin.orders.ship(order, unitsOfLines(1));
    await admin.orders.close(order);
    expect((await amounts(order)).map(({ total }) => total)).toEqual([349.5, 249.5]);
  });

  it('give all of the delivery to the highest rate if the profile says so', async () => {
    await tax.putProfile({ delivery_tax: 'highest_rate' });
    const order = await givenTaxedOrder(shop);
    await admin.orders.ship(order);
    const gross = (await amounts(order))[0]!.lines.map((line) => line.split(' ')[0]);
    expect(gross).toEqual(['249500', '369700', '23331']);
    await tax.putProfile();
  });

  it('are between states for a special zone in the same state, with IGST or without any tax', async () => {
    const zone = { gstin: '27AAACR5055K1Z7', ...MAHARASHTRA };
    await tax.changeClient(shop.client.id, { ...zone, sez: 'with_payment' });
    const order = await givenTaxedOrder(shop);
    await admin.orders.ship(order, unitsOfLines(10));
    await tax.changeClient(shop.client.id, { ...zone, sez: 'without_payment' });
    await admin.orders.ship(order);
    expect(await amounts(order)).toMatchObject([
      { total: 2_595, taxable: 2_471.43, igst: 123.57 },
      { total: 3_830.31, taxable: 3_830.31, igst: 0 },
    ]);
  });
});

const DAY = '2026-11-22';
const listRates = () => admin.call('listTaxRates');
const putRate = (body: object) => admin.call('putTaxRate', body);
const deleteRate = (id: number) => admin.call('deleteTaxRate', id);
const allow = (body: object) => admin.call('putAllowedRates', body);

async function taxOf(productId: number, day = DAY, price = 100): Promise<unknown> {
  const { manager } = app.dataSource;
  const products = [{ productId, unitPriceMinor: price * 100 }];
  const [tax] = await app.service(TaxRatesService).ratesOn(manager, day, products);
  return { hsn: tax!.hsn, rateBp: tax!.rateBp };
}

describe('tax rates', () => {
  it('are those of rules that have begun, else those of the product', async () => {
    const { id } = await givenProduct(app, { hsn: '610910', gstRateBp: 500 });
    expect(await taxOf(id)).toEqual({ hsn: '610910', rateBp: 500 });
    await putRate({ hsn: '6109', effective_from: DAY, rate: 18 });
    await putRate({ hsn: '61', effective_from: '2026-01-01', rate: 3 });
    for (const [day, rateBp] of [
      ['2026-11-21', 300],
      [DAY, 1_800],
      ['2027-01-01', 1_800],
    ] as const) {
      expect(await taxOf(id, day)).toEqual({ hsn: '610910', rateBp });
    }
  });

  it('depend on the price of a unit where the rule says so', async () => {
    const { id } = await givenProduct(app, { hsn: '640199', gstRateBp: null });
    const rule = { hsn: '64', effective_from: DAY, rate: 5, threshold: 2_500, rate_above: 18 };
    expect(await putRate(rule)).toMatchObject(rule);
    expect(await taxOf(id, DAY, 2_625)).toEqual({ hsn: '640199', rateBp: 500 });
    expect(await taxOf(id, DAY, 2_625.01)).toEqual({ hsn: '640199', rateBp: 1_800 });
  });

  it('are unknown without an HSN code or a rate, and where the law does not know the rate', async () => {
    const bare = await givenProduct(app, { hsn: null, gstRateBp: null });
    expect(await taxOf(bare.id)).toEqual({ hsn: null, rateBp: null });
    const old = await givenProduct(app, { hsn: '7323' });
    await setStoredRate(old.sku, 1_200);
    expect(await taxOf(old.id)).toEqual({ hsn: '7323', rateBp: null });
    expect(await taxOf(old.id, '2025-09-21')).toEqual({ hsn: '7323', rateBp: 1_200 });
  });

  it('are replaced by one of the same digits and day, and deleted', async () => {
    const sent = { hsn: '9405', effective_from: '2027-04-01', rate: 18 };
    const { id } = await putRate(sent);
    expect(await putRate({ ...sent, rate: 5 })).toMatchObject({ id, rate: 5, threshold: null });
    expect((await listRates()).filter(({ hsn }) => hsn === '9405')).toHaveLength(1);
    await deleteRate(id);
    expect((await listRates()).filter(({ hsn }) => hsn === '9405')).toEqual([]);
    await deleteRate(id).expectRefusal(404, 'tax_rate_not_found');
    const entries = await app.sql<object>`SELECT action, before, after FROM audit_entries
        WHERE subject = 'tax rate of HSN 9405 from 2027-04-01' ORDER BY id`;
    expect(entries).toMatchObject([
      { action: 'tax_rate.stored', before: null, after: { rate_bp: 1_800 } },
      { action: 'tax_rate.stored', before: { rate_bp: 1_800 }, after: { rate_bp: 500 } },
      { action: 'tax_rate.deleted', before: { rate_bp: 500 }, after: null },
    ]);
  });

  it.each([
    [{ hsn: '610' }, 'hsn invalid_hsn'],
    [{ effective_from: '2026-02-30' }, 'effective_from invalid_date'],
    [{ rate: 12 }, 'rate gst_rate_not_allowed'],
    [{ threshold: 10 }, 'threshold rate_above_required'],
    [{ rate_above: 18 }, 'rate_above threshold_required'],
    [{ threshold: 10, rate_above: 28 }, 'rate_above gst_rate_not_allowed'],
  ])('are refused: %j', (wrong, problem) => putRate({ ...RATE, ...wrong }).expectProblems(problem));
});

const RATE = { hsn: '6110', effective_from: DAY, rate: 5 };

describe('the rates that the law knows', () => {
  const NOT_ALLOWED = 'gst_rate gst_rate_not_allowed';

  it.each([6, 7, 12, 13, 28])(
    'are those that a product can be given, by the API and by files: %d is refused',
    async (rate) => {
      const { sku } = await givenProduct(app, { gstRateBp: 500 });
      await admin.products.create({ gst_rate: rate }).expectProblems(NOT_ALLOWED);
      await admin.products.change(sku, { gst_rate: rate }).expectProblems(NOT_ALLOWED);
      const several = { skus: [sku], gst_rate: rate };
      await tax.call('setProductsTax', several).expectProblems(NOT_ALLOWED);
      const day = dateInShop(new Date());
      expect(await refused(app, file('sku,gst_rate', `${sku},${rate}`))).toEqual([
        `2 gst_rate: is ${rate} and must be a rate of ${day}: 0, 0.25, 1.5, 3, 5, 18, 40`,
      ]);
      expect(await admin.products.get(sku)).toMatchObject({ gst_rate: 5 });
    },
  );

  it('leave a product the rate that it has, also where it is sent again', async () => {
    const { sku } = await givenProduct(app);
    await setStoredRate(sku, 1_200);
    const same = { gst_rate: 12, brand: 'Surya' };
    expect(await admin.products.change(sku, same)).toMatchObject(same);
    await imported(app, 'sku,gst_rate,brand', `${sku},12,Asha`);
    expect(await admin.products.get(sku)).toMatchObject({ gst_rate: 12, brand: 'Asha' });
  });

  it('change on a day that operators name', async () => {
    const { id, sku } = await givenProduct(app, { hsn: '8471' });
    await setStoredRate(sku, 600);
    expect(await taxOf(id, '2030-01-01')).toMatchObject({ rateBp: null });
    const allowed = { effective_from: '2030-01-01', rates: [18, 6, 0.25, 0, 100] };
    expect((await allow(allowed))[0]).toEqual({ ...allowed, rates: [0, 0.25, 6, 18, 100] });
    expect(await taxOf(id, '2030-01-01')).toMatchObject({ rateBp: 600 });
    expect(await taxOf(id, '2029-12-31')).toMatchObject({ rateBp: null });
  });

  it.each([[[]], [[5, 5]], [[101]], [[1.234]], [['5']], ['5']])('are refused: %j', (rates) =>
    allow({ effective_from: DAY, rates }).expectProblems('rates invalid_rates'),
  );
});
