import { Admin } from '../support/admin.js';
import { TestApp } from '../support/app.js';
import { givenProduct } from '../support/given.js';
import { givenOperator, type GivenUser } from '../support/people.js';
import { givenShop } from '../support/shop.js';
import { Chromium, describeInBrowser } from './support/chromium.js';
import {
  expectDialogToBeRight,
  expectNothingToComplainAbout,
  SCREENS,
} from './support/page-checks.js';

describeInBrowser('the pages of orders, shipping and returns', () => {
  let app: TestApp;
  let browser: Chromium;
  let operator: GivenUser;
  let [paid, unpaid, returned] = ['', '', ''];
  beforeAll(async () => {
    app = await TestApp.start();
    const admin = new Admin(app);
    browser = await Chromium.launch(app);
    operator = await givenOperator(app);
    const shop = await givenShop(app);
    const { sku } = await givenProduct(app, { shelf: 'A-04-2' });
    const place = async (): Promise<string> => shop.orders.place({ sku, quantity: 2 });
    [paid, unpaid, returned] = [await place(), await place(), await place()];
    for (const order of [paid, returned]) await admin.orders.pay(order);
    await admin.orders.ship(returned);
    await admin.orders.return(returned);
  });
  afterAll(async () => {
    await browser.close();
    await app.stop();
  });

  describe.each(SCREENS)('in the $scheme scheme at $width px', (screen) => {
    it('have nothing to complain about', async () => {
      const visit = await browser.open(screen);
      await visit.signIn(operator);
      const tabs = ['', '?view=sku', '?tab=upload', '?tab=scan', '?tab=couriers'];
      for (const path of [
        ...['orders', `orders/${paid}`, `orders/${returned}`],
        ...['returns', 'returns?tab=settled'],
        ...tabs.map((tab) => `shipping${tab}`),
      ]) {
        await visit.goTo(`/dashboard/office/${path}`);
        await expectNothingToComplainAbout(visit, screen.width);
      }
      for (const [path, button] of [
        [`office/orders/${paid}`, 'Ship order'],
        [`office/orders/${paid}`, 'Correct address'],
        [`office/orders/${unpaid}`, 'Record payment'],
        [`office/orders/${returned}`, 'Correct shipment'],
        ['office/returns', 'Settle'],
        ['office/orders', 'Status'],
        [`office/orders/${paid}`, 'Cancel order'],
      ] as const) {
        await expectDialogToBeRight(visit, screen.width, path, button);
      }
      await visit.end();
    });
  });
});
