import type { Locator } from 'playwright-core';
import { givenProduct } from '../support/shop/given.js';
import { givenShop } from '../support/shop/shop.js';
import { KARNATAKA, TAX_PROFILE } from '../support/tax/tax-admin.js';
import { admin, app, describeInBrowser, signInAs, visit } from './support/suite.js';
import { expectNothingToComplainAbout } from './support/page-checks.js';

async function fillInAddress(
  dialog: Locator,
  { line1, place, pincode, state }: typeof TAX_PROFILE.address,
): Promise<void> {
  await dialog.getByLabel('Address', { exact: true }).fill(line1);
  await dialog.getByLabel('Place', { exact: true }).fill(place);
  await dialog.getByLabel('PIN code').fill(pincode);
  await dialog.getByLabel('State').selectOption(state);
}

/** Lets the page wait for what it reads after it has sent something, except one address. Returns what ends that. */
async function holdAfterSending(but: string): Promise<() => Promise<void>> {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  let isSent = false;
  await visit.page.route('**/admin/**', async (route) => {
    const request = route.request();
    if (request.method() !== 'GET') isSent = true;
    else if (isSent && !new URL(request.url()).pathname.endsWith(but)) await released;
    await route.fallback();
  });
  return async () => {
    release();
    await visit.page.unrouteAll({ behavior: 'wait' });
  };
}

describeInBrowser('an installation that is set up', () => {
  signInAs();

  it('ticks off who is served and the tax profile where they are asked for', async () => {
    const { page } = visit;
    await visit.goTo('/dashboard/office');
    await page.getByText('8 steps to your first order, in any order.').waitFor();
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'Choose countries' }).click();
    await dialog.getByText('delivered to India, but not to other countries.').waitFor();
    await dialog.getByLabel('We deliver to').selectOption('Some countries');
    await dialog.getByLabel('Countries').fill('Bharat, Nepal,');
    await dialog.getByText('delivered to India and Nepal, but not to other countries.').waitFor();
    await expectNothingToComplainAbout(visit);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('1 of 8 steps are done.').waitFor();
    expect(await admin.deliveryZones.list()).toMatchObject([
      { country: '*', serviceable: false },
      { country: 'India', serviceable: true },
      { country: 'Nepal', serviceable: true },
    ]);

    await page.getByRole('button', { name: 'Set up the tax profile' }).click();
    await dialog.getByLabel('Legal name').fill(TAX_PROFILE.legal_name);
    await dialog.getByLabel('GSTIN', { exact: true }).fill(TAX_PROFILE.gstin);
    await dialog.getByText('Registered in Maharashtra, PAN AAPFU0939F').waitFor();
    expect(await dialog.getByLabel('State').inputValue()).toBe('27');
    await fillInAddress(dialog, TAX_PROFILE.address);
    await dialog.getByRole('button', { name: 'Save tax profile' }).click();
    // Its legal name is the name of the company until there is another one.
    await page.getByText('3 of 8 steps are done.').waitFor();
    await page.getByRole('button', { name: 'Add bank account' }).click();
    await dialog.getByLabel('IFSC').waitFor();
    await page.keyboard.press('Escape');
    await expectNothingToComplainAbout(visit);

    const steps = page.getByRole('heading', { name: 'Set up your shop' });
    await page.getByRole('button', { name: 'Hide these steps from everyone' }).click();
    await steps.waitFor({ state: 'detached' });
    await visit.goTo('/dashboard/office/settings');
    const imports = page.getByText('Imports of bank statements').locator('..');
    expect(await imports.innerText()).toMatch(/Never$/);
    const again = page.getByRole('button', { name: 'Show the steps again' });
    await again.click();
    await again.waitFor({ state: 'detached' });
    await visit.goTo('/dashboard/office');
    await steps.waitFor();
  });

  it('creates a client that can be invoiced, and leads to what another one lacks', async () => {
    const { page } = visit;
    await visit.goTo('/dashboard/office/clients');
    await page.getByRole('button', { name: 'Create client' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Company', { exact: true }).fill('Lake View Store');
    await dialog.getByLabel('Email of the company').fill('orders@lake-view.example');
    await fillInAddress(dialog, KARNATAKA.billing);
    await dialog.getByLabel('GSTIN').fill(TAX_PROFILE.gstin);
    await dialog.getByRole('button', { name: 'Create client' }).click();
    await dialog.getByRole('alert').getByText('the billing address is in 29 Karnataka').waitFor();
    await expectNothingToComplainAbout(visit);
    await dialog.getByLabel('GSTIN').fill(KARNATAKA.gstin);
    await dialog.getByRole('button', { name: 'Create client' }).click();
    await dialog.waitFor({ state: 'hidden' });
    expect((await admin.clients.list({ q: 'Lake View' })).data[0]).toMatchObject(KARNATAKA);

    const shop = await givenShop(app);
    const { sku } = await givenProduct(app);
    const order = await shop.orders.place({ sku, quantity: 1 });
    await visit.goTo('/dashboard/office');
    await page.getByText(`${order} waits for its payment:`).waitFor();
    await expectNothingToComplainAbout(visit);
    await admin.orders.pay(order);
    await page.getByRole('link', { name: 'Pick and ship' }).first().waitFor();
    await visit.goTo(`/dashboard/office/orders/${order}?dialog=ship`);
    await dialog.getByLabel('Courier').fill('Delhivery');
    await dialog.getByLabel('Tracking number').fill('D 100001');
    await dialog.getByRole('button', { name: 'Ship order' }).click();
    const opened = visit.context.waitForEvent('page');
    await dialog.getByRole('link', { name: 'Enter the client’s tax data' }).click();
    const client = await opened;
    await client.getByRole('button', { name: 'Edit tax data' }).click();
    const taxData = client.getByRole('dialog');
    await fillInAddress(taxData, KARNATAKA.billing);
    await taxData.getByRole('button', { name: 'Save' }).click();
    await taxData.waitFor({ state: 'hidden' });
    await client.getByRole('link', { name: `Back to ${order}` }).waitFor();
    await client.close();
    const openedProduct = visit.context.waitForEvent('page');
    await dialog.getByRole('link', { name: `Complete ${sku}` }).click();
    const product = await openedProduct;
    await product.getByLabel('HSN').fill('7323');
    await product.getByLabel('GST rate').fill('18');
    await product.getByRole('button', { name: 'Save product' }).click();
    await product.getByRole('button', { name: 'Saved' }).waitFor();
    await product.getByRole('link', { name: `Back to ${order}` }).click();
    await product.getByRole('dialog').getByLabel('Tracking number').waitFor();
    await product.close();
    // A person who leaves while the page is still loading what else changed stays where they went.
    const release = await holdAfterSending(`/admin/orders/${order}`);
    await dialog.getByRole('button', { name: 'Ship order' }).click();
    await dialog.waitFor({ state: 'hidden' });
    expect(await admin.orders.get(order)).toMatchObject({ status: 'shipped' });
    await page.getByRole('link', { name: 'Today' }).click();
    await page.getByRole('heading', { name: 'Today' }).waitFor();
    await release();
    await visit.settle();
    await page.getByRole('heading', { name: 'Oldest orders to ship' }).waitFor();
    expect(await page.getByRole('heading', { name: 'First order' }).count()).toBe(0);
  });

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
