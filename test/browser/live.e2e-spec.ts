import request from 'supertest';
import { eventually } from '../support/eventually.js';
import { utr } from '../support/money/bank.js';
import { givenOperator, TestBrowser } from '../support/shop/people.js';
import { givenShop, type Shop } from '../support/shop/shop.js';
import { admin, app, describeInBrowser, openAs } from './support/suite.js';

const UNPAID = '/dashboard/office/orders?status=awaiting_payment';

describeInBrowser('lists that follow what others do', () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await givenShop(app);
  });

  it('show what is placed, paid, shipped and canceled, in one connection of eight tabs', async () => {
    const waiting = await shop.placeNew();
    const visit = await openAs(await givenOperator(app), UNPAID);
    const { page } = visit;
    const row = (of: typeof page, number: string) => of.getByRole('row', { name: number });
    await row(page, waiting).waitFor();
    const placed = await shop.placeNew();
    await row(page, placed).waitFor();

    const tabs = await Promise.all(Array.from({ length: 7 }, () => visit.context.newPage()));
    for (const tab of tabs) await tab.goto('/dashboard/office/shipping');
    const shipping = tabs.at(-1)!;
    await admin.orders.pay(placed);
    await row(page, placed).waitFor({ state: 'detached' });
    await row(shipping, placed).waitFor();
    const { text } = await request(app.server).get('/metrics');
    expect(text).toContain('\nlive_browsers 1\n');

    await admin.orders.ship(placed);
    await row(shipping, placed).waitFor({ state: 'detached' });
    await shop.orders.cancel(waiting);
    await row(page, waiting).waitFor({ state: 'detached' });
    for (const tab of [page, ...tabs]) await tab.close();
    await eventually(async () => {
      const metrics = await request(app.server).get('/metrics');
      return metrics.text.includes('\nlive_browsers 0\n');
    });
  });

  it('show what a client claims to have paid', async () => {
    const { page } = await openAs(
      await givenOperator(app, ['finance']),
      '/dashboard/office/money?tab=transfers',
    );
    const member = await TestBrowser.ofMember(app, shop.client, 'owner');
    const claim = { utr: utr(), amount: 250, date: new Date().toISOString().slice(0, 10) };
    expect((await member.call('post', 'wallet/transfers', claim)).status).toBe(201);
    await page.getByRole('row', { name: claim.utr }).waitFor();
  });

  it('are read again every 15 s, and say nothing, where the connection fails twice', async () => {
    const visit = await openAs(await givenOperator(app));
    const { page } = visit;
    // The page itself connects, whose requests and clock are the test's.
    await page.addInitScript(() => Reflect.deleteProperty(window, 'SharedWorker'));
    let attempts = 0;
    await page.route('**/dashboard/api/changes', (route) => {
      attempts += 1;
      return route.abort();
    });
    await page.clock.install();
    await visit.goTo(UNPAID);
    await eventually(() => attempts === 2);
    // The page reads its list again after it began to follow.
    await page.clock.fastForward(2_000);
    await visit.settle();
    const placed = await shop.placeNew();
    const row = page.getByRole('row', { name: placed });
    await page.clock.fastForward(10_000);
    await visit.settle();
    expect(await row.count()).toBe(0);
    await page.clock.fastForward(5_000);
    await row.waitFor();
    expect(await page.getByText('No connection').count()).toBe(0);
    await eventually(() => attempts === 3);
  });

  it('stay as they are while rows are selected, and offer what is new', async () => {
    const first = await shop.placeNew();
    const { page } = await openAs(await givenOperator(app), UNPAID);
    await page.getByRole('row', { name: first }).getByRole('checkbox').check();
    const second = await shop.placeNew();
    await page.getByText('1 new order').waitFor();
    expect(await page.getByRole('row', { name: second }).count()).toBe(0);
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await page.getByRole('row', { name: second }).waitFor();
    expect(await page.getByText('1 new order').count()).toBe(0);
  });

  it('say that there is no connection, and turn off what writes until it is back', async () => {
    const visit = await openAs(
      await givenOperator(app),
      `/dashboard/office/orders/${await shop.placeNew()}`,
    );
    const { page } = visit;
    const cancel = page.getByRole('button', { name: 'Cancel order' });
    expect(await cancel.isEnabled()).toBe(true);
    await visit.context.setOffline(true);
    await page.getByText(/^No connection\. What you see is from \d\d:\d\d\.$/).waitFor();
    expect(await cancel.isDisabled()).toBe(true);
    await visit.context.setOffline(false);
    await page.getByText('No connection.').waitFor({ state: 'detached' });
    expect(await cancel.isEnabled()).toBe(true);
  });

  it('say that a dialog was closed, because the order changed, and nothing about what a person does itself', async () => {
    const order = await shop.placeNew();
    const { page } = await openAs(await givenOperator(app), `/dashboard/office/orders/${order}`);
    const told = page.getByText('This order changed while you had a dialog open.');
    await page.getByRole('button', { name: 'Cancel order' }).click();
    await page.getByRole('dialog').getByLabel('Reason').fill('Ordered twice');
    await admin.sell(order);
    await told.waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    await page.getByRole('button', { name: 'Mark as delivered' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Mark as delivered' }).click();
    await told.waitFor({ state: 'detached' });
    expect((await admin.orders.get(order)).status).toBe('delivered');
  });

  it('lead to a sentence where a page cannot be loaded without a connection, and to the page once it is back', async () => {
    const visit = await openAs(await givenOperator(app), UNPAID);
    const { page } = visit;
    await visit.settle();
    await visit.context.setOffline(true);
    await page.getByRole('link', { name: 'Stock', exact: true }).click();
    await page.getByText('The service could not be reached. Check your connection.').waitFor();
    await visit.context.setOffline(false);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { level: 1, name: 'Stock' }).waitFor();
    visit.complaints.length = 0;
  });
});
