import { TestApp } from '../support/app.js';
import { givenProduct } from '../support/shop/given.js';
import { givenOperator } from '../support/shop/people.js';
import { Chromium, describeInBrowser, type Visit } from './support/chromium.js';
import { PHONE } from './support/page-checks.js';

describeInBrowser('the dashboard on a phone', () => {
  let app: TestApp;
  let browser: Chromium;
  let visit: Visit;
  beforeAll(async () => {
    app = await TestApp.start();
    browser = await Chromium.launch(app);
    visit = await browser.open(PHONE);
    await visit.signIn(await givenOperator(app));
  });
  afterAll(() => visit.end());

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
      .evaluate((link) => [...link.getClientRects()].map(({ right }) => right));
    expect(lines.length).toBeGreaterThan(1);
    expect(Math.max(...lines)).toBeLessThanOrEqual(checkbox!.x);
  });
});
