import { TaxRatesService } from '../../src/tax/rates/tax-rates.service.js';
import { Admin } from '../support/shop/admin.js';
import { givenProduct } from '../support/shop/given.js';
import { app, startSuite } from '../support/money/suite.js';

/** An operator with the calls about tax rates. */
class RatesAdmin extends Admin {
  listRates = this.of('listTaxRates');
  putRate = this.of('putTaxRate');
  deleteRate = this.of('deleteTaxRate');
  allow = this.of('putAllowedRates');
}

let admin: RatesAdmin;
startSuite();
beforeAll(() => {
  admin = new RatesAdmin(app);
});

const DAY = '2026-11-22';

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
    await admin.putRate({ hsn: '6109', effective_from: DAY, rate: 18 });
    await admin.putRate({ hsn: '61', effective_from: '2026-01-01', rate: 3 });
    expect([await taxOf(id, '2026-11-21'), await taxOf(id), await taxOf(id, '2027-01-01')]).toEqual(
      [
        { hsn: '610910', rateBp: 300 },
        { hsn: '610910', rateBp: 1_800 },
        { hsn: '610910', rateBp: 1_800 },
      ],
    );
  });

  it('depend on the price of a unit where the rule says so', async () => {
    const { id } = await givenProduct(app, { hsn: '640199', gstRateBp: null });
    const rule = { hsn: '64', effective_from: DAY, rate: 5, threshold: 2_500, rate_above: 18 };
    expect(await admin.putRate(rule)).toMatchObject(rule);
    expect(await taxOf(id, DAY, 2_625)).toEqual({ hsn: '640199', rateBp: 500 });
    expect(await taxOf(id, DAY, 2_625.01)).toEqual({ hsn: '640199', rateBp: 1_800 });
  });

  it('are unknown without an HSN code or a rate, and where the law does not know the rate', async () => {
    const bare = await givenProduct(app, { hsn: null, gstRateBp: null });
    expect(await taxOf(bare.id)).toEqual({ hsn: null, rateBp: null });
    const old = await givenProduct(app, { hsn: '7323', gstRateBp: 1_200 });
    expect(await taxOf(old.id)).toEqual({ hsn: '7323', rateBp: null });
    expect(await taxOf(old.id, '2025-09-21')).toEqual({ hsn: '7323', rateBp: 1_200 });
  });

  it('are replaced by one of the same digits and day, and deleted', async () => {
    const sent = { hsn: '9405', effective_from: '2027-04-01', rate: 18 };
    const { id } = await admin.putRate(sent);
    expect(await admin.putRate({ ...sent, rate: 5 })).toMatchObject({
      id,
      rate: 5,
      threshold: null,
    });
    expect((await admin.listRates()).filter(({ hsn }) => hsn === '9405')).toHaveLength(1);
    await admin.deleteRate(id);
    expect((await admin.listRates()).filter(({ hsn }) => hsn === '9405')).toEqual([]);
    await admin.deleteRate(id).expectRefusal(404, 'tax_rate_not_found');
    const entries = await app.sql<object>`SELECT action, before, after FROM audit_entries
        WHERE subject = 'tax rate of HSN 9405 from 2027-04-01' ORDER BY id`;
    expect(entries).toMatchObject([
      { action: 'tax_rate.stored', before: null, after: { rate_bp: 1_800 } },
      { action: 'tax_rate.stored', before: { rate_bp: 1_800 }, after: { rate_bp: 500 } },
      { action: 'tax_rate.deleted', before: { rate_bp: 500 }, after: null },
    ]);
  });

  it.each([
    [{ hsn: '610' }, { field: 'hsn', code: 'invalid_hsn' }],
    [{ effective_from: '2026-02-30' }, { field: 'effective_from', code: 'invalid_date' }],
    [{ rate: 12 }, { field: 'rate', code: 'unknown_value' }],
    [{ threshold: 10 }, { field: 'threshold', code: 'rate_above_required' }],
    [{ rate_above: 18 }, { field: 'rate_above', code: 'threshold_required' }],
    [
      { threshold: 10, rate_above: 28 },
      { field: 'rate_above', code: 'unknown_value' },
    ],
  ])('are refused: %j', async (wrong, error) => {
    const refusal = await admin.putRate({ ...RATE, ...wrong }).refused(422);
    expect(refusal).toMatchObject({ errors: [error] });
  });
});

const RATE = { hsn: '6110', effective_from: DAY, rate: 5 };

describe('the rates that the law knows', () => {
  it('change on a day that operators name', async () => {
    const { id } = await givenProduct(app, { hsn: '8471', gstRateBp: 600 });
    expect(await taxOf(id, '2030-01-01')).toMatchObject({ rateBp: null });
    const allowed = { effective_from: '2030-01-01', rates: [18, 6, 0.25, 0, 100] };
    expect((await admin.allow(allowed))[0]).toEqual({ ...allowed, rates: [0, 0.25, 6, 18, 100] });
    expect(await taxOf(id, '2030-01-01')).toMatchObject({ rateBp: 600 });
    expect(await taxOf(id, '2029-12-31')).toMatchObject({ rateBp: null });
  });

  it.each([[[]], [[5, 5]], [[101]], [[1.234]], [['5']], ['5']])(
    'are refused: %j',
    async (rates) => {
      const body = { effective_from: DAY, rates };
      const errors = [{ field: 'rates', code: 'invalid_rates' }];
      expect(await admin.allow(body).refused(422)).toMatchObject({ errors });
    },
  );
});
