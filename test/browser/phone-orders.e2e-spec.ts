import type { Locator } from 'playwright-core';
import { givenProduct, givenShirt, orderBody, SHIPPING } from '../support/shop/given.js';
import { givenShop, type Shop } from '../support/shop/shop.js';
import { admin, app, describeInBrowser, signInAs, visit } from './support/suite.js';
import { expectNothingToComplainAbout } from './support/page-checks.js';

const LINES = [
  { sku: 'KT-APR', quantity: 2 },
  { sku: 'KT-CHB', quantity: 3 },
  { sku: 'KT-JAR', quantity: 12 },
  { sku: 'KT-MUG', quantity: 5 },
];

async function correctPhone(shop: Shop): Promise<void> {
  const { sku } = await givenProduct(app);
  const order = await shop.orders.place({ sku, quantity: 1 });
  const { page } = visit;
  await visit.goTo(`/dashboard/office/orders/${order}`);
  await page.getByRole('button', { name: 'Correct address' }).click();
  const dialog = page.getByRole('dialog', { name: 'Correct address' });
  // The page follows, but not the dialog that is open.
  await admin.orders.correctAddress(order, { city: 'Mysuru' });
  await page.getByText('Mysuru').waitFor();
  await dialog.getByLabel('Phone').fill('98');
  await dialog.getByRole('button', { name: 'Save address' }).click();
  await dialog.getByText('must have 7 to 15 digits').first().waitFor();
  await dialog.getByLabel('Phone').fill('98450 0001');
  const question = dialog.getByText('Numbers in India have ten digits. Is one missing?');
  await question.waitFor();
  await dialog.getByLabel('Phone').fill('98450 00017');
  await question.waitFor({ state: 'detached' });
  await dialog.getByRole('button', { name: 'Save address' }).click();
  await page.getByText('98450 00017').first().waitFor();
  expect(await admin.orders.get(order)).toMatchObject({
    customer: { phone: '98450 00017' },
    shipping: { ...SHIPPING, city: 'Mysuru' },
  });
}

describeInBrowser('an order by phone', () => {
  let shop: Shop;
  signInAs(['support']);
  beforeAll(async () => {
    shop = await givenShop(app);
    const { sku } = await givenProduct(app, { sku: 'KT-OLD' });
    await shop.orders.place({ sku, quantity: 1 });
  });

  it('of five lines is placed by the keyboard alone, in fewer than 25 presses apart from typing', async () => {
    for (const { sku } of LINES) await givenProduct(app, { sku });
    const { sku: shirt } = await givenShirt(app);
    const { page } = visit;
    const { keyboard } = page;
    let presses = 0;
    const press = async (key: string): Promise<void> => {
      presses += 1;
      await keyboard.press(key);
    };
    const { name } = await admin.clients.get(shop.client.id);
    await visit.goTo('/dashboard/office/orders/new');
    await keyboard.type(name);
    await press('Enter');
    await page.getByLabel('Add a product').waitFor();
    for (const { sku, quantity } of LINES) {
      await keyboard.type(sku);
      await press('Enter');
      await page.getByLabel(`Quantity of Product ${sku}`).waitFor();
      await press('ArrowUp');
      await keyboard.type(String(quantity));
      await press('Enter');
    }
    await keyboard.type(shirt);
    await press('Enter');
    await page.getByLabel(`Variation of Product ${shirt}`).waitFor();
    await keyboard.type('Size M, Colour Blue');
    await press('Enter');
    const latest = page.getByLabel('Latest addresses');
    while (!(await latest.evaluate((field) => field === document.activeElement))) {
      await press('Tab');
    }
    await press('ArrowDown');
    await press('Tab');
    // The total with the address is asked for; the button is disabled until then.
    await page.locator('button:enabled', { hasText: 'Place for ₹2,350.00' }).waitFor();
    await press('Enter');
    await page.waitForURL(/WO-/);
    expect(presses).toBeLessThan(25);
    const [order] = (await admin.orders.list({ client_id: shop.client.id, sort: '-created_at' }))
      .data;
    expect(await admin.orders.get(order!.order_number)).toMatchObject({
      placed_by: 'operator',
      total: 2_350,
      shipping: SHIPPING,
      items: [...LINES, { sku: shirt, quantity: 1, variation_key: 'Size:M|Colour:Blue' }],
    });
  });

  it('has a phone number that was heard wrongly corrected before anything is shipped', () =>
    correctPhone(shop));

  it('begins in the search, is refused at the name of a client that reached a limit, and is of a client in the audit log', async () => {
    const { client } = await givenShop(app);
    const { name } = await admin.clients.change(client.id, { max_reserved_units: 1 });
    const { sku } = await givenProduct(app);
    const { page } = visit;
    await visit.goTo('/dashboard/office/orders');
    await page.getByRole('combobox', { name: 'Search' }).fill(name);
    await page.getByRole('option', { name: `Order for ${name}` }).click();
    const isFocused = (label: string) =>
      page.getByLabel(label, { exact: true }).and(page.locator(':focus')).waitFor();
    await isFocused('Add a product');
    await page.getByRole('link', { name: 'Orders', exact: true }).first().click();
    await page.getByRole('link', { name: 'New order' }).click();
    await isFocused('Client');
    const body = orderBody({ sku, quantity: 1 }, { expected_total: 110 });
    const { order_number: number } = await admin.phoneOrders.place(client.id, body);
    await visit.load(`/dashboard/office/orders/new?client=${client.id}`);
    await page.getByText(`${name} cannot order more now.`).waitFor();
    await page.getByText('Its unpaid orders hold 1 of 1 units.').waitFor();
    expect(await page.getByLabel('Add a product').count()).toBe(0);
    await expectNothingToComplainAbout(visit);
    await visit.goTo(`/dashboard/office/audit?subject=order+${number}`);
    await page.locator('summary').filter({ hasText: 'client' }).first().click();
    await page.locator('dl').getByRole('link', { name, exact: true }).waitFor();
    await expectNothingToComplainAbout(visit);
  });

  it('says at the line what is wrong, places nothing, and looks right on a phone and at a desk', async () => {
    const { sku } = await givenProduct(app, { stock: 2 });
    await givenProduct(app, { sku: `${sku}-B` });
    const { page } = visit;
    await visit.load(`/dashboard/office/orders/new?client=${shop.client.id}`);
    await page.getByLabel('Add a product').fill('nothing like this');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByText('No product that this client can order').waitFor();
    await page.getByLabel('Add a product').fill(`product ${sku}`);
    await page.keyboard.press('Enter');
    await stepThroughFound();
    await expectNothingToComplainAbout(visit);
    await page.keyboard.press('Enter');
    await page.keyboard.type('5');
    await page.getByText('Requested 5, only 2 available.').waitFor();
    await expectNothingToComplainAbout(visit);
    expect(await page.getByRole('button', { name: 'Place order' }).isDisabled()).toBe(true);
    await page.getByLabel('PIN code').fill('400 001');
    expect(await page.getByLabel('State').inputValue()).toBe('Maharashtra');
    await page.getByLabel('PIN code').fill('560001');
    expect(await page.getByLabel('State').inputValue()).toBe('Karnataka');
    // What a person typed stays.
    await page.getByLabel('State').fill('Kerala');
    await page.getByLabel('PIN code').fill('110001');
    expect(await page.getByLabel('State').inputValue()).toBe('Kerala');
    for (const label of ['PIN code', 'State']) await page.getByLabel(label).fill('');
    await page.getByRole('button', { name: `Take 2 of Product ${sku}` }).click();
    await page.getByRole('button', { name: 'Place for ₹210.00' }).click();
    await page.getByText('The order was not placed.').waitFor();
    await expectNothingToComplainAbout(visit);
  });

  it('is placed once if the price changes or the answer is lost while the form is open', async () => {
    const { sku } = await givenProduct(app);
    const { page } = visit;
    await visit.load(`/dashboard/office/orders/new?client=${shop.client.id}`);
    await page.getByLabel('Add a product').fill(sku);
    await page.keyboard.press('Enter');
    await page.getByLabel('Latest addresses').selectOption('0');
    const button = page.getByRole('button', { name: /^Place for/ });
    await page.getByRole('button', { name: 'Place for ₹110.00' }).waitFor();
    await expectTotalInSight();
    await admin.products.change(sku, { base_price: 150 });
    await button.click();
    await expectAboveTotal(page.getByText('would cost 160 now, not 110'));
    await page.getByRole('button', { name: 'Place for ₹160.00' }).waitFor();
    // The order is placed, and its answer gets lost.
    await page.route('**/clients/*/orders', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await button.click();
    await page.getByText('could not be reached').waitFor();
    await page.unroute('**/clients/*/orders');
    await button.click();
    await page.waitForURL(/WO-/);
    const { data } = await admin.orders.list({ client_id: shop.client.id, sku });
    expect(data).toHaveLength(1);
  });
});

/** Expects the button with the total below the thumb and at a desk, at the beginning of the page. */
async function expectTotalInSight(): Promise<void> {
  const { page } = visit;
  for (const width of [360, 1_280]) {
    await page.setViewportSize({ width, height: 800 });
    await page.evaluate(() => scrollTo(0, 0));
    expect(bottomOf(await page.getByRole('button', { name: /^Place/ }).boundingBox())).toBeLessThan(
      801,
    );
  }
}

/** Expects a text in sight, which the bar with the total does not cover. */
async function expectAboveTotal(text: Locator): Promise<void> {
  await text.waitFor();
  const bar = visit.page.getByRole('button', { name: /^Place/ }).locator('..');
  expect(bottomOf(await text.boundingBox())).toBeLessThanOrEqual((await bar.boundingBox())!.y);
}

function bottomOf(box: { y: number; height: number } | null): number {
  return box!.y + box!.height;
}

/** Steps down and up the products found, by arrows. */
async function stepThroughFound(): Promise<void> {
  const { page } = visit;
  const found = page.getByRole('list', { name: 'Products found' }).getByRole('button');
  await found.first().and(page.locator(':focus')).waitFor();
  for (const [key, at] of [
    ['ArrowDown', 1],
    ['ArrowUp', 0],
  ] as const) {
    await page.keyboard.press(key);
    await found.nth(at).and(page.locator(':focus')).waitFor();
  }
}
