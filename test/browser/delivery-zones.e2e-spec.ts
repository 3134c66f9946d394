import { Admin } from '../support/shop/admin.js';
import { TestApp } from '../support/app.js';
import { givenProduct } from '../support/shop/given.js';
import { givenOperator } from '../support/shop/people.js';
import { givenShop } from '../support/shop/shop.js';
import { Chromium, describeInBrowser, type Visit } from './support/chromium.js';
import { expectNothingToComplainAbout } from './support/page-checks.js';

describeInBrowser('the page of the delivery zones', () => {
  let app: TestApp;
  let admin: Admin;
  let visit: Visit;
  beforeAll(async () => {
    app = await TestApp.start();
    admin = new Admin(app);
    visit = await (await Chromium.launch(app)).open();
    await visit.signIn(await givenOperator(app));
  });
  afterAll(() => visit.end());

  it('warns of a closed shop, and opens it to India', async () => {
    const shop = await givenShop(app);
    const { sku } = await givenProduct(app);
    const abroad = {
      address: '5, Lake Side',
      city: 'Kathmandu',
      state: 'Bagmati',
      country: 'Nepal',
    };
    const shipping = { ...abroad, pincode: '33700' };
    await admin.deliveryZones.replace({ country: '*', serviceable: false });
    await shop.orders.place({ sku, quantity: 1 }).expect(422);
    const { page } = visit;
    await visit.goTo('/dashboard/office/settings');
    await page.getByRole('alert').getByText('No address is served.').waitFor();
    await expectNothingToComplainAbout(visit);

    const unlisted = page.getByLabel('Addresses without a zone');
    expect(await unlisted.inputValue()).toBe('nowhere');
    await unlisted.selectOption('Delivered in India only');
    const places = 'delivered to India, but not to other countries.';
    await page.getByText(`Once saved, orders are ${places}`).waitFor();
    await page.getByRole('button', { name: 'Save 2 zones' }).click();
    await page.getByText(`Orders are ${places}`, { exact: true }).waitFor();
    await shop.orders.place({ sku, quantity: 1 });
    await shop.orders.place({ sku, quantity: 1 }, { shipping }).expect(422);

    await unlisted.selectOption('Delivered everywhere');
    await page.getByRole('button', { name: 'Save 2 zones' }).click();
    await page.getByText('Orders are delivered everywhere.', { exact: true }).waitFor();
    await shop.orders.place({ sku, quantity: 1 }, { shipping });
    await expectNothingToComplainAbout(visit);
  });
});
