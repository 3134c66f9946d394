import { ScheduledPricesJob } from '../../../src/catalog/scheduled-prices/scheduled-prices.job.js';
import { ScheduledPricesService } from '../../../src/catalog/scheduled-prices/scheduled-prices.service.js';
import { eventually } from '../../support/eventually.js';
import { givenClient, givenPlan, givenProduct, unique } from '../../support/shop/given.js';
import { rowLock, whileLocked } from '../../support/database/locks.js';
import { Admin } from '../../support/shop/admin.js';
import { Shop } from '../../support/shop/shop.js';
import { givenTwoApps } from '../../support/app.js';

const NEXT_CENTURY = '2127-01-01T18:30:00.000Z';
const { one, two } = await givenTwoApps();
const admin = new Admin(one);
// The tests say when prices begin.
for (const app of [one, two]) {
  Object.assign(app.service(ScheduledPricesJob), { run: () => Promise.resolve() });
}
afterAll(() => one.expectInvariants('settings'));

/** Makes a store on a new plan with 10 % off, and two products of a new category. They cost 90.00 and 45.00 there. */
async function givenRange() {
  const { code: plan } = await givenPlan(one, { discountBp: 1_000 });
  const category = unique('Kitchen');
  const shop = new Shop(one, await givenClient(one, { plan }));
  const { sku: large } = await givenProduct(one, { category });
  const { sku: small } = await givenProduct(one, { category, basePriceMinor: 5_000 });
  return { shop, plan, category, skus: [large, small] };
}

const pricesOf = async (shop: Shop, skus: readonly string[]): Promise<number[]> =>
  Promise.all(skus.map(async (sku) => (await shop.products.get(sku)).pricing.wholesale_price));

const applyDue = (app = one): Promise<void> => app.service(ScheduledPricesService).applyDue();

const letBegin = async (id: number): Promise<void> => {
  for (const [table, key] of [
    ['scheduled_prices', 'price_list_id'],
    ['price_lists', 'id'],
  ]) {
    await one.dataSource.query(
      `UPDATE ${table} SET effective_from = effective_from - interval '200 years' WHERE ${key} = $1`,
      [id],
    );
  }
};

describe('a price list', () => {
  it('starts as a preview that changes nothing', async () => {
    const { shop, plan, category, skus } = await givenRange();
    const [large, small] = skus;
    const draft = await admin.priceLists.create(plan, 5, { category, round_to: 0.5 });
    expect(draft).toMatchObject({
      plan,
      name: `+5 % on ${category}`,
      state: 'draft',
      effective_from: null,
      prices: 2,
      rises: 2,
      falls: 0,
      moved: 0,
      otherwise_scheduled: 0,
      problems: [],
      largest_rise: { sku: small, price_before: 45, price: 47.5 },
      largest_fall: null,
    });
    const { data } = await admin.priceLists.prices(draft.id, { q: large!.toLowerCase() });
    expect(data).toEqual([{ sku: large, name: `Product ${large}`, price_before: 90, price: 94.5 }]);
    expect(await pricesOf(shop, skus)).toEqual([90, 45]);
    const { data: drafts } = await admin.priceLists.list({ plan, state: 'draft' });
    expect(drafts.map(({ id, made_by }) => [id, made_by])).toEqual([[draft.id, 'operator']]);
  });

  it('skips products without a price on the plan, and is refused if none is left', async () => {
    const { plan, category } = await givenRange();
    await givenProduct(one, { category, basePriceMinor: null });
    expect((await admin.priceLists.create(plan, 5, { category })).prices).toBe(2);
    const nothing = admin.priceLists.create(plan, 5, { category: 'No such' });
    await nothing.expectProblems('plan nothing_selected');
    await admin.priceLists.create('no-such', 5).refused(404);
    const thirds = admin.priceLists.create(plan, 5, { round_to: 3 });
    await thirds.expectProblems('round_to unknown_value');
  });

  it('sets all prices at its time and not before, once, and can then neither be scheduled nor withdrawn', async () => {
    const { shop, plan, category, skus } = await givenRange();
    const { id } = await admin.priceLists.create(plan, 10, { category });
    const scheduled = await admin.priceLists.schedule(id, NEXT_CENTURY);
    expect([scheduled.state, scheduled.effective_from]).toEqual(['scheduled', NEXT_CENTURY]);
    expect((await admin.products.get(skus[0]!)).scheduled_prices).toEqual([
      { plan, wholesale_price: 99, effective_from: NEXT_CENTURY },
    ]);
    await applyDue();
    expect(await pricesOf(shop, skus)).toEqual([90, 45]);
    await admin.priceLists.schedule(id).expectRefusal(409, 'price_list_not_draft');

    await letBegin(id);
    await admin.priceLists.withdraw(id).expectRefusal(409, 'price_list_ended');
    await applyDue();
    await applyDue();
    await eventually(async () => (await pricesOf(shop, skus)).join() === '99,49.5');
    expect(await Promise.all(skus.map((sku) => admin.pricesSet(sku)))).toEqual([[9_900], [4_950]]);
    expect((await admin.priceLists.get(id)).state).toBe('applied');
    await admin.priceLists.schedule(id).expectRefusal(409, 'price_list_not_draft');
    await admin.priceLists.withdraw(id).expectRefusal(409, 'price_list_ended');
    const { data } = await admin.audit.list({ subject: `price list ${id}` });
    expect(data.map(({ action, actor }) => [action, actor])).toEqual([
      ['price_list.applied', 'service'],
      ['price_list.scheduled', 'operator'],
      ['price_list.created', 'operator'],
    ]);
  });

  it('begins without a request, and immediately if no time is given', async () => {
    const { shop, plan, category, skus } = await givenRange();
    const { id } = await admin.priceLists.create(plan, -50, { category });
    await admin.priceLists.schedule(id);
    await applyDue();
    await eventually(async () => (await pricesOf(shop, skus)).join() === '45,22.5');
  });

  it('can be withdrawn before it begins, and then sets no price', async () => {
    const { shop, plan, category, skus } = await givenRange();
    const { id } = await admin.priceLists.create(plan, 10, { category });
    await admin.priceLists.schedule(id, NEXT_CENTURY);
    expect((await admin.priceLists.withdraw(id)).state).toBe('withdrawn');
    expect((await admin.products.get(skus[0]!)).scheduled_prices).toEqual([]);
    await letBegin(id);
    await applyDue();
    expect(await pricesOf(shop, skus)).toEqual([90, 45]);
    await admin.priceLists.withdraw(id).expectRefusal(409, 'price_list_ended');
  });

  it('sets the prices of its preview, and shows what has changed since', async () => {
    const { shop, plan, category, skus } = await givenRange();
    const [large, small] = skus as [string, string];
    const { id } = await admin.priceLists.create(plan, 10, { category });
    await admin.plans.setPrice(plan, large, 80);
    await admin.products.create({ category });
    await admin.plans.schedulePrice(plan, small, 46, '2126-01-01T00:00:00Z');
    const changed = { prices: 2, moved: 1, otherwise_scheduled: 1 };
    expect(await admin.priceLists.get(id)).toMatchObject(changed);
    await admin.priceLists.schedule(id, NEXT_CENTURY);
    await admin.plans.removePrice(plan, small, { effective_from: NEXT_CENTURY });
    expect(await admin.priceLists.get(id)).toMatchObject({ prices: 2, removed: 1 });
    await letBegin(id);
    await applyDue();
    await eventually(async () => (await pricesOf(shop, skus)).join() === '99,45');
  });

  it('is refused for a past time, and for a time at which another price begins', async () => {
    const { plan, category, skus } = await givenRange();
    const { id } = await admin.priceLists.create(plan, 10, { category });
    const past = admin.priceLists.schedule(id, '2020-01-01T00:00:00Z');
    await past.expectProblems('effective_from out_of_range');
    await admin.plans.schedulePrice(plan, skus[0]!, 70, NEXT_CENTURY);
    const taken = admin.priceLists.schedule(id, NEXT_CENTURY);
    await taken.expectProblems('effective_from taken');
    expect((await admin.products.get(skus[1]!)).scheduled_prices).toEqual([]);
    await admin.priceLists.schedule(999_999).refused(404);
  });
});

describe('a price list of a file', () => {
  it('skips invalid rows and reports them', async () => {
    const { plan, skus } = await givenRange();
    const [large, small] = skus;
    const rows = [`,95.5,${large}`, 'x,1,NO-SUCH', `,"1,000",${small}`, `,1,${large}`, ',1,'];
    const draft = await admin.priceLists.import(plan, 'note,Price,SKU', ...rows);
    expect(draft).toMatchObject({ prices: 1, rises: 1, name: 'Prices of a file' });
    expect(draft.problems.map(({ line, sku, problem }) => [line, sku, problem])).toEqual([
      [3, 'NO-SUCH', 'is not a product of the catalog'],
      [4, small, expect.stringContaining('number with at most two decimals')],
      [5, large, 'is already on line 2'],
      [6, null, 'has no SKU'],
    ]);
  });

  it('accepts the export of another list', async () => {
    const { plan, category, skus } = await givenRange();
    const { id } = await admin.priceLists.create(plan, 5, { category });
    const [header, ...rows] = await admin.file(`price-lists/${id}/export`);
    // As some programs end each row.
    const again = await admin.priceLists.import(plan, header!, ...rows.map((row) => `${row}, ,`));
    expect(again).toMatchObject({ prices: skus.length, rises: 2, problems: [] });
    await one.admin('get', 'price-lists/999999/export').expect(404);
  });

  it.each([
    ['an empty file', [''], 'is missing: the file is empty'],
    ['another header', ['sku,amount', 'A,1'], 'must name the columns sku, price; missing: price'],
    ['no rows', ['sku,price'], 'has no rows below it'],
    ['no known SKU', ['sku,price', 'NO-SUCH,1'], 'is not a product of the catalog'],
    ['1,000 without quotes', ['sku,price', 'A,1,000'], 'has 3 cells, but the header has 2'],
  ])('is refused for %s', async (_, lines, problem) => {
    const { code } = await givenPlan(one);
    const { code: refusal, data } = await admin.priceLists.import(code, ...lines).refused(422);
    const { problems } = data as { problems: { problem: string }[] };
    expect(refusal).toBe('import_refused');
    expect(problems[0]?.problem).toContain(problem);
  });
});

describe('price lists that begin while several instances run', () => {
  const givenDueList = async () => {
    const range = await givenRange();
    const { id } = await admin.priceLists.create(range.plan, 10, { category: range.category });
    await admin.priceLists.schedule(id, NEXT_CENTURY);
    await letBegin(id);
    return { ...range, id };
  };

  it('are applied by one of them', async () => {
    const { plan, id, skus } = await givenDueList();
    const lock = { lock: rowLock('price_lists', id), waiting: 2 };
    await whileLocked(one, lock, () => Promise.all([one, two].map(applyDue)));
    expect(await admin.pricesSet(skus[0]!)).toEqual([9_900]);
    const { data } = await admin.audit.list({ subject: `price list ${id}` });
    expect(data.filter(({ action }) => action === 'price_list.applied')).toHaveLength(1);
    await admin.plans.setPrice(plan, skus[0]!, 120);
    await Promise.all([one, two].map(applyDue));
    expect(await admin.pricesSet(skus[0]!)).toEqual([9_900, 12_000]);
  });

  it('are applied after a failure between the prices and the mark, which leaves nothing', async () => {
    const { shop, id, skus } = await givenDueList();
    await one.sql`CREATE FUNCTION fail_mark() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'failed for the test'; END $$`;
    await one.sql`CREATE TRIGGER fail_mark BEFORE UPDATE ON price_lists FOR EACH ROW EXECUTE FUNCTION fail_mark()`;
    await expect(applyDue()).rejects.toThrow('failed for the test');
    expect(await admin.pricesSet(skus[0]!)).toEqual([]);
    expect((await admin.priceLists.get(id)).state).toBe('scheduled');
    await one.sql`DROP TRIGGER fail_mark ON price_lists`;
    await applyDue(two);
    await eventually(async () => (await pricesOf(shop, skus)).join() === '99,49.5');
    expect(await admin.pricesSet(skus[0]!)).toEqual([9_900]);
  });

  it('are applied in one transaction, however many prices they have', async () => {
    const { code: plan } = await givenPlan(one);
    const category = unique('Many');
    await one.sql`INSERT INTO products (sku, name, category, base_price_minor, delivery_charge_minor)
        SELECT ${category} || n, 'Product', ${category}, 1000 + n, 0 FROM generate_series(1, 2000) n`;
    const { id, prices } = await admin.priceLists.create(plan, 5, { category });
    await admin.priceLists.schedule(id, NEXT_CENTURY);
    await letBegin(id);
    await applyDue();
    const [stored] = await one.sql<object>`
      SELECT count(*)::integer AS prices, count(DISTINCT p.xmin::text)::integer AS transactions
        FROM plan_prices p JOIN plans ON plans.id = p.plan_id WHERE plans.code = ${plan}`;
    expect([prices, stored]).toEqual([2_000, { prices: 2_000, transactions: 1 }]);
  });
});

it('another discount of a plan has a preview', async () => {
  const { plan, skus } = await givenRange();
  await admin.plans.setPrice(plan, skus[0]!, 80);
  const { rises, falls, own } = await admin.priceLists.previewDiscount(plan, 20);
  expect([rises, own]).toEqual([0, 1]);
  expect(falls).toBeGreaterThan(0);
  expect((await admin.priceLists.previewDiscount(plan, 5)).rises).toBe(falls);
  const all = await admin.priceLists.previewDiscount(plan, 100);
  expect(all).toMatchObject({ prices: 1, hidden: falls });
  const bad = admin.priceLists.previewDiscount(plan, 101);
  await bad.expectProblems('discount_percent out_of_range');
  await admin.priceLists.previewDiscount('no-such', 5).refused(404);
});
