import { readFile } from 'node:fs/promises';
import type { Route } from 'playwright-core';
import { Admin } from '../support/admin.js';
import { TestApp } from '../support/app.js';
import { givenProduct } from '../support/given.js';
import { givenMember } from '../support/people.js';
import { givenShop, type Shop } from '../support/shop.js';
import { Chromium, describeInBrowser } from './support/chromium.js';

/** One more than one call pays. */
const ORDERS = 201;
const AT_ONCE = 10;

/** Places orders of 110.00 each. Gives their numbers, the oldest first. */
async function givenOrders(shop: Shop, sku: string): Promise<string[]> {
  const first = await shop.orders.place({ sku, quantity: 1 });
  const numbers = [first];
  while (numbers.length < ORDERS) {
    const batch = Array.from({ length: AT_ONCE }, () => shop.orders.place({ sku, quantity: 1 }));
    numbers.push(...(await Promise.all(batch)));
  }
  return numbers;
}

describeInBrowser('paying all orders that match', () => {
  let app: TestApp;
  let browser: Chromium;
  beforeAll(async () => {
    app = await TestApp.start();
    browser = await Chromium.launch(app);
  });
  afterAll(async () => {
    await browser.close();
    await app.stop();
  });

  it('takes as many calls as it needs, shows how far it is, and gives a file of what was not paid', async () => {
    const shop = await givenShop(app);
    const { sku } = await givenProduct(app, { stock: 1_000 });
    const [oldest] = await givenOrders(shop, sku);
    // The list begins with the newest order, and so does the payment: it lasts for all but the oldest.
    await new Admin(app).receipts.record(shop.client.id, (ORDERS - 1) * 110);
    const visit = await browser.open();
    await visit.signIn(await givenMember(app, shop.client));
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
    await visit.page.getByRole('button', { name: 'Select all that match' }).click();
    await visit.page.getByRole('button', { name: 'Pay 201 orders from wallet ₹22,110.00' }).click();
    await visit.page.getByRole('button', { name: 'Paying… 200 of 201' }).waitFor();
    await held[0]!.continue();
    await visit.page.getByText('Paid 200 of 201 orders from your wallet.').waitFor();
    expect(sizes).toEqual([200, 1]);

    const downloads = visit.page.waitForEvent('download');
    await visit.page.getByRole('link', { name: 'Download the unpaid ones as CSV' }).click();
    const file = await readFile(await (await downloads).path(), 'utf8');
    expect(file).toBe(`order_number,outcome\r\n${oldest},insufficient_balance\r\n`);
    expect((await shop.orders.status(oldest!)).payment_status).toBe('unpaid');
    expect(visit.complaints).toEqual([]);
    await visit.end();
  });
});
