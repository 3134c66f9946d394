import { readFile } from 'node:fs/promises';
import type { Route } from 'playwright-core';
import { ScheduledPricesService } from '../../src/catalog/scheduled-prices/scheduled-prices.service.js';
import type { TestApp } from '../support/app.js';
import { eventually } from '../support/eventually.js';
import { givenProduct } from '../support/shop/given.js';
import { givenMember, givenOperator } from '../support/shop/people.js';
import { givenShop, type Shop } from '../support/shop/shop.js';
import { admin, app, browser, describeInBrowser, openAs } from './support/suite.js';
import { approveSeveral } from './support/lists/approve-several.js';
import { filtersByName } from './support/lists/filters-by-name.js';
import { expectNothingToComplainAbout } from './support/page-checks.js';

/** One more than a call can pay. */
const ORDERS = 201;
const AT_ONCE = 10;

/** Places orders of 110.00 each. Returns the number of the newest one. */
async function givenOrders(shop: Shop, sku: string): Promise<string> {
  const place = () => shop.orders.place({ sku, quantity: 1 });
  for (let count = 1; count < ORDERS; count += AT_ONCE) {
    await Promise.all(Array.from({ length: AT_ONCE }, place));
  }
  return place();
}

/** Lets the scheduled prices begin. */
async function letDayPass({ dataSource }: TestApp): Promise<void> {
  for (const table of ['scheduled_prices', 'price_lists']) {
    await dataSource.query(
      `UPDATE ${table} SET effective_from = effective_from - interval '1 day'`,
    );
  }
}

async function worksThroughTheList(): Promise<void> {
  const shop = await givenShop(app);
  const { sku } = await givenProduct(app);
  const number = await shop.orders.place({ sku, quantity: 1 });
  const { name } = await admin.clients.get(shop.client.id);
  const visit = await browser.open();
  const { page } = visit;
  await page.setViewportSize({ width: 1280, height: 800 });
  await visit.signIn(await givenOperator(app));
  await visit.goTo('/dashboard/office/orders?status=all');
  const rows = page.locator('tbody tr');
  const bottoms = await rows.evaluateAll((all) =>
    all.map((row) => row.getBoundingClientRect().bottom),
  );
  expect(bottoms.filter((bottom) => bottom <= 800).length).toBeGreaterThanOrEqual(12);
  await page.getByRole('navigation', { name: 'Order status' }).getByText('99+').waitFor();
  await page.getByRole('link', { name: /^To ship ?99\+ open$/ }).waitFor();

  const [first, second] = await rows.locator('td a.mono').allInnerTexts();
  expect(first).toBe(number);
  for (const key of ['j', 'j', 'k', 'x']) await page.keyboard.press(key);
  expect(await page.getByLabel(`Select order ${first}`).isChecked()).toBe(true);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: first! }).waitFor();
  await page.keyboard.press('j');
  await page.getByRole('heading', { level: 1, name: second! }).waitFor();
  await page.getByText('2 of 50').waitFor();
  await page.keyboard.press('k');
  await page.getByRole('heading', { level: 1, name: first! }).waitFor();
  await page.getByRole('link', { name: 'Back to the list' }).click();
  await page.waitForURL('**/office/orders?status=all');

  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('checkbox', { name: 'Store order' }).uncheck();
  await page.keyboard.press('Escape');
  await page.reload();
  await page.getByRole('columnheader', { name: 'Client' }).waitFor();
  expect(await page.getByRole('columnheader', { name: 'Store order' }).count()).toBe(0);

  await page.getByRole('button', { name: 'Filter' }).click();
  await page.getByRole('combobox', { name: 'Client' }).fill(name);
  await page.getByRole('option', { name }).click();
  await page.waitForURL(`**client=${shop.client.id}`);
  await page.keyboard.press('Escape');
  await visit.settle();
  await expectNothingToComplainAbout(visit);
  await visit.resize({ width: 1280, scheme: 'light' });
  expect(await rows.count()).toBe(1);
  await page.getByRole('link', { name: `Remove filter ${name}` }).click();
  await page.getByRole('link', { name: 'Placed' }).click();
  await page.waitForURL('**sort=created_at');
  // Rows that are replaced lose their selection.
  await rows.first().filter({ hasNotText: first }).waitFor();
  await page.getByLabel('Select all orders on this page').check();
  await page.getByRole('button', { name: 'Select all 202' }).click();
  await page.getByRole('button', { name: 'Cancel 202 orders' }).waitFor();
  const buttons = await page.locator('thead button').allInnerTexts();
  const placeOf = (begin: string) => buttons.findIndex((text) => text.startsWith(begin));
  expect(placeOf('Pay')).toBeLessThan(placeOf('Cancel'));
  expect(placeOf('Cancel')).toBe(buttons.length - 1);
}

/** Filters catalog, stock and audit log by names, and removes the filters by their chips. */
/** Pays 88 orders of four clients. Then previews two more orders, and cancels one before they are paid. */
async function paysFromWallets(): Promise<void> {
  const { sku } = await givenProduct(app, { stock: 1_000 });
  const shops = await Promise.all(Array.from({ length: 4 }, () => givenShop(app)));
  await Promise.all(
    shops.map(async ({ client, orders }) => {
      await admin.receipts.record(client.id, 22 * 110 + 5);
      for (let count = 1; count <= 22; count += 1) await orders.place({ sku, quantity: 1 });
    }),
  );
  const visit = await openAs(
    await givenOperator(app, ['finance']),
    `/dashboard/office/orders?status=awaiting_payment&sku=${sku}`,
  );
  const { page } = visit;
  await page.getByLabel('Select all orders on this page').check();
  await page.getByRole('button', { name: 'Select all 88' }).click();
  await page.getByRole('button', { name: 'Pay 88 from wallet · ₹9,680.00' }).click();
  await page.getByText('Paid 88 orders from wallets.').waitFor();
  const list = page.getByRole('status').locator('details ul');
  expect(await list.isVisible()).toBe(false);
  await page.getByText('Paid: 88 orders').click();
  expect(await list.evaluate((ul) => ul.scrollHeight - ul.clientHeight)).toBe(0);
  for (const { client } of shops) expect(await admin.walletBalance(client)).toBe(5);

  const [{ client, orders }] = shops as [Shop];
  const { name } = await admin.clients.get(client.id);
  await admin.receipts.record(client.id, 105 + 110);
  const placed = [
    await orders.place({ sku, quantity: 1 }),
    await orders.place({ sku, quantity: 1 }),
  ];
  const short = await orders.place({ sku, quantity: 1 });
  await visit.load(`/dashboard/office/orders?status=awaiting_payment&sku=${sku}`);
  const pay = page.getByRole('button', { name: /^Pay \d from wallet/ });
  const widths: number[] = [];
  const measure = async () => widths.push((await pay.boundingBox())!.width);
  const whileLoading = (route: Route) => measure().then(() => route.continue());
  await page.route('**/pay-from-wallets/preview', whileLoading, { times: 1 });
  await page.getByLabel('Select all orders on this page').check();
  await page.getByText(`${name}: the wallet holds ₹220.00 and pays 2 orders, ₹220.00`).waitFor();
  expect((await measure()) && new Set(widths).size).toBe(1);
  await page.getByText('Not paid: the wallet holds too little (1 order)').click();
  await page.getByText(`${short} Not paid: the wallet holds too little`).waitFor();
  await expectNothingToComplainAbout(visit);
  await admin.orders.cancel(placed[0]!);
  await page.getByRole('button', { name: 'Pay 2 from wallet · ₹220.00' }).click();
  await page.getByText('Paid 2 of 3 orders from wallets.').waitFor();
  await page.getByText('₹220.00 was paid.').waitFor();
  await page.getByText('Not paid: it is no longer waiting for payment').waitFor();
  expect(await page.getByText('is missing').count()).toBe(0);
  const results = await page.getByRole('status').locator('li').allInnerTexts();
  expect(results.map((text) => text.includes('Not paid'))).toEqual([true, false, false]);
  await expectNothingToComplainAbout(visit);

  for (const each of [orders, orders, shops[1]!.orders]) await each.place({ sku, quantity: 1 });
  await admin.receipts.record(client.id, 115);
  const other = (await admin.clients.get(shops[1]!.client.id)).name;
  await visit.load(`/dashboard/office/orders?status=awaiting_payment&sku=${sku}`);
  await page.getByLabel('Select all orders on this page').check();
  await page.getByRole('button', { name: 'Pay 1 from wallet · ₹110.00' }).click();
  const missing = page.getByText('₹210.00 is missing: ');
  await missing.waitFor();
  for (const each of [name, other]) {
    expect(await missing.innerText()).toContain(`${each} ₹105.00`);
  }
}

describeInBrowser('bulk operations', () => {
  it('pays all matching orders in several calls, shows the progress, and offers a file of unpaid orders', async () => {
    const shop = await givenShop(app);
    const { sku } = await givenProduct(app, { stock: 1_000 });
    // The money lasts for all but the order that expires last.
    const newest = await givenOrders(shop, sku);
    await admin.receipts.record(shop.client.id, (ORDERS - 1) * 110);
    const visit = await openAs(await givenMember(app, shop.client));
    const sizes: number[] = [];
    const held: Route[] = [];
    await visit.page.route('**/dashboard/api/orders/pay', async (route) => {
      const { order_numbers } = route.request().postDataJSON() as { order_numbers: string[] };
      sizes.push(order_numbers.length);
      if (sizes.length === 1) await route.continue();
      else held.push(route);
    });
    await visit.goTo('/dashboard/orders');
    await visit.page.getByLabel('Select all').check();
    await visit.page.getByRole('button', { name: 'Select all 201' }).click();
    const all = 'Pay all 201 orders from wallet · ₹22,110.00';
    await visit.page.getByRole('button', { name: all }).click();
    await visit.page.getByRole('button', { name: 'Paying… 200 of 201' }).waitFor();
    // A call that gets no answer takes nothing from what the page knows of the calls before it.
    await eventually(() => held.length === 1);
    await held[0]!.abort();
    await visit.page.getByText('Paid 200 orders from your wallet.').waitFor();
    await visit.page.getByText('The service could not be reached.').waitFor();
    await visit.page.getByRole('button', { name: 'Pay 1 order from wallet · ₹110.00' }).click();
    await visit.page.getByRole('button', { name: 'Paying…' }).waitFor();
    await eventually(() => held.length === 2);
    await held[1]!.continue();
    await visit.page.getByText('Paid 0 of 1 order from your wallet.').waitFor();
    expect(sizes).toEqual([200, 1, 1]);

    const downloads = visit.page.waitForEvent('download');
    await visit.page.getByRole('link', { name: 'Download the unpaid ones as CSV' }).click();
    const file = await readFile(await (await downloads).path(), 'utf8');
    expect(file).toBe(`order_number,outcome\r\n${newest},insufficient_balance\r\n`);
    expect((await shop.orders.status(newest)).payment_status).toBe('unpaid');
  });

  it('leads operators through a list by keys, filters and columns', worksThroughTheList);

  it('schedules higher prices for tomorrow at midnight in India', async () => {
    const shop = await givenShop(app);
    const { sku } = await givenProduct(app);
    const priceNow = async () => (await shop.products.get(sku)).pricing.wholesale_price;
    const visit = await openAs(
      await givenOperator(app, ['catalog']),
      `/dashboard/office/prices?plan=${shop.client.plan}`,
    );
    await visit.page.getByRole('button', { name: 'New price list' }).click();
    await visit.page.getByLabel('Change in percent').fill('5');
    await visit.page.getByRole('button', { name: 'Preview' }).click();
    await visit.page
      .getByRole('row', { name: `${sku} ` })
      .getByText('₹105.00')
      .waitFor();
    await visit.page.getByRole('button', { name: /^Schedule \d+ prices?$/ }).click();
    await visit.page.getByText('Starts tomorrow 00:00 IST').waitFor();
    expect(await priceNow()).toBe(100);
    const [list] = (await admin.products.get(sku)).scheduled_prices!;
    expect(list?.effective_from).toMatch(/T18:30:00.000Z$/);

    await letDayPass(app);
    await app.service(ScheduledPricesService).applyDue();
    await eventually(async () => (await priceNow()) === 105);
    await visit.page.reload();
    await visit.page.getByText('Applied').waitFor();
  });

  it('downloads a count sheet and uploads it', async () => {
    const { sku } = await givenProduct(app, { stock: 10 });
    const { sku: other } = await givenProduct(app, { stock: 10 });
    const visit = await openAs(await givenOperator(app, ['warehouse']), '/dashboard/office/stock');
    await visit.page.getByRole('link', { name: 'Count stock' }).click();
    await visit.page.getByRole('button', { name: 'Download count sheet' }).click();
    const downloads = visit.page.waitForEvent('download');
    await visit.page.getByRole('menuitem', { name: 'CSV for programs' }).click();
    const sheet = await readFile(await (await downloads).path(), 'utf8');
    await admin.stock.adjust(other, { delta: -1, reason: 'damaged' });
    const filledIn = sheet.replace(/,10,,/g, ',10,9,');
    const file = { name: 'sheet.csv', mimeType: 'text/csv', buffer: Buffer.from(filledIn) };
    await visit.page.getByLabel('Counted sheet').setInputFiles(file);
    await visit.page.getByRole('row', { name: other }).getByText('Count again').waitFor();
    await visit.page.getByRole('button', { name: /^Set \d+ rows?$/ }).click();
    await visit.page.getByText(/(was|were) set as counted/).waitFor();
    const [level] = (await admin.stock.get(sku)).levels;
    expect(level?.on_hand).toBe(9);
    await visit.goTo(`/dashboard/office/stock/${sku}`);
    await visit.page.getByRole('row', { name: '−1 10 9 counted' }).waitFor();
  });

  it('pays 88 unpaid orders of four clients from their wallets in three presses', paysFromWallets);

  it('approves what waits in three presses, but for what needs its own decision', approveSeveral);

  it('filters catalog, stock and audit log by names', filtersByName);
});
