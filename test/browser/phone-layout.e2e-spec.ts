import { givenProduct } from '../support/shop/given.js';
import { givenOrderAfter } from '../support/shop/order-actions.js';
import { givenMember, givenOperator } from '../support/shop/people.js';
import { givenShop } from '../support/shop/shop.js';
import { admin, app, describeInBrowser, signInAs, visit, openAs } from './support/suite.js';
import { PHONE } from './support/page-checks.js';

describeInBrowser('the dashboard on a phone', () => {
  signInAs(['owner'], PHONE);

  it('shows the tab that is open, even if it is the last one', async () => {
    for (const [tab, name] of [
      ['month', 'Month-end'],
      ['gst', 'GST'],
    ]) {
      await visit.goTo(`/dashboard/office/money?tab=${tab}`);
      const box = await visit.page.getByRole('link', { name, exact: true }).first().boundingBox();
      expect(box!.x).toBeGreaterThanOrEqual(0);
      expect(box!.x + box!.width).toBeLessThanOrEqual(PHONE.width);
    }
  });

  it('does not print the title of a card under its checkbox', async () => {
    const { sku } = await givenProduct(app, {
      name: 'Stainless Steel Tumblers with a Rolled Rim, Satin, 300 ml, Set of 6',
    });
    await visit.goTo(`/dashboard/office/catalog?q=${sku}`);
    const row = visit.page.getByRole('row').filter({ hasText: sku });
    const checkbox = await row.getByRole('checkbox').boundingBox();
    const lines = await row
      .getByRole('link')
      .evaluate((link) => [...link.getClientRects()].map(({ left }) => left));
    expect(lines.length).toBeGreaterThan(1);
    expect(Math.min(...lines)).toBeGreaterThanOrEqual(checkbox!.x + checkbox!.width);
  });

  it('shows receipts and the audit log in rows of a few lines, and a desk the whole address of a client', async () => {
    const { client } = await givenShop(app);
    await admin.receipts.record(client.id, 100);
    for (const path of ['money?tab=receipts', 'audit']) {
      await visit.goTo(`/dashboard/office/${path}`);
      const rows = visit.page.locator('tbody tr');
      await rows.first().waitFor();
      const heights = await rows.evaluateAll((all) => all.map((row) => row.clientHeight));
      expect([path, heights.filter((height) => height > 125)]).toEqual([path, []]);
    }
    await visit.resize({ width: 1280, scheme: 'light' });
    const email = `${'purchase.'.repeat(5)}office@lakeside-wholesale.example`;
    await admin.clients.change(client.id, { email });
    await visit.goTo('/dashboard/office/clients');
    const cell = visit.page.getByRole('cell', { name: email });
    await cell.waitFor();
    expect(await cell.evaluate((one) => one.scrollWidth <= one.clientWidth)).toBe(true);
    await visit.resize(PHONE);
  });

  it('leaves the page of a shipped order most of the screen', async () => {
    const shop = await givenShop(app);
    const order = await givenOrderAfter(shop, 'pay', 'ship');
    await visit.goTo(`/dashboard/office/orders/${order}`);
    const button = visit.page.getByRole('button', { name: 'Mark as delivered' });
    expect((await button.locator('..').boundingBox())!.height).toBeLessThan(80);
  });

  it('says what to check in an address before it is packed, and that a part was refunded', async () => {
    const shop = await givenShop(app);
    const order = await givenOrderAfter(shop);
    await shop.orders.changeShipping(order, { state: 'Kerala' });
    await admin.receipts.record(shop.client.id, 5_000);
    const own = await openAs(await givenMember(app, shop.client), undefined, PHONE);
    for (const [person, path] of [
      [visit, `/dashboard/office/orders/${order}`],
      [own, `/dashboard/orders/${order}`],
    ] as const) {
      await person.goTo(path);
      await person.page.getByText('PIN code 560001 is not in Kerala.').waitFor();
    }
    // The next step is below the thumb, not only the end of the order.
    const pay = visit.page.getByRole('button', { name: 'Record payment' });
    expect(await pay.locator('..').evaluate((bar) => getComputedStyle(bar).position)).toBe('fixed');
    const support = await openAs(await givenOperator(app, ['support']), undefined, PHONE);
    await support.goTo(`/dashboard/office/orders/${order}`);
    const cancel = support.page.getByRole('button', { name: 'Cancel order' });
    expect(await cancel.locator('..').evaluate((bar) => getComputedStyle(bar).position)).toBe(
      'static',
    );
    await pay.click();
    expect(await visit.page.getByLabel('Paid by').inputValue()).toBe('wallet');
    await visit.page.keyboard.press('Escape');
    for (const action of ['pay', 'ship', 'return'] as const) await admin.orders[action](order);
    await admin.orders.refund(order, { amount: 100 });
    await own.load(`/dashboard/orders/${order}`);
    await own.page.getByText('Partly refunded').waitFor();
    expect(await own.page.getByText('PIN code').count()).toBe(0);
    await own.page.getByRole('table', { name: 'Refunds' }).getByText('100.00').waitFor();
  });
});
