import { givenProduct } from '../../../support/shop/given.js';
import { givenOperator } from '../../../support/shop/people.js';
import { givenShop } from '../../../support/shop/shop.js';
import { admin, app, browser } from '../suite.js';

/** Filters the catalog, the stock and the audit log, and removes each filter by its chip. */
export async function filtersByName(): Promise<void> {
  const { client } = await givenShop(app);
  const { name } = await admin.clients.get(client.id);
  const { name: plan } = await admin.plans.change(client.plan, { name: 'Silver plan' });
  const { sku } = await givenProduct(app, { stock: 0 });
  const visit = await browser.open();
  const { page } = visit;
  const rows = page.locator('tbody tr');
  const remove = (label: string) => page.getByRole('link', { name: `Remove filter ${label}` });
  const choose = async (label: string, option: string): Promise<void> => {
    await page.getByRole('button', { name: /^Filter/ }).click();
    await page.getByLabel(label).selectOption({ label: option });
    await page.keyboard.press('Escape');
  };
  await visit.signIn(await givenOperator(app));
  await visit.goTo(`/dashboard/office/catalog?q=${sku}`);
  await choose('Own price', `None on ${plan}`);
  await remove(`Own price: None on ${plan}`).waitFor();
  await choose('Stock', 'In stock');
  await page.getByText('No product matches these filters.').waitFor();
  await remove('Stock: In stock').click();
  await rows.getByText(sku).first().waitFor();

  await visit.goTo(`/dashboard/office/stock?q=${sku}`);
  await choose('Shipped', 'In the last 7 days');
  await page.getByText('No stock matches these filters').waitFor();
  await remove('Shipped: In the last 7 days').click();
  await rows.getByText(sku).first().waitFor();

  await visit.goTo('/dashboard/office/audit');
  await choose('Person', 'Admin token');
  await page.waitForURL('**/office/audit?actor=operator');
  await remove('Person: Admin token').click();
  await page.waitForURL('**/office/audit');
  await page.getByRole('button', { name: 'Filter' }).click();
  await page.getByRole('combobox', { name: 'Client' }).fill(name);
  await page.getByRole('option', { name }).click();
  await page.waitForURL(`**subject=client+${client.id}`);
  await page.keyboard.press('Escape');
  await visit.settle();
  const count = await rows.count();
  expect(count).toBeGreaterThan(0);
  expect(await rows.getByRole('link', { name, exact: true }).count()).toBe(count);
  await remove(name).click();
  await page.waitForURL('**/office/audit');
}
