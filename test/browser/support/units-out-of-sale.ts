import { givenProduct } from '../../support/shop/given.js';
import type { GivenUser } from '../../support/shop/people.js';
import { app, openAs } from './suite.js';

/** Takes units out of sale on the page of a product, and by a file. Each asks for a tick first. */
export async function asksBeforeUnitsGo(person: GivenUser): Promise<void> {
  const { sku } = await givenProduct(app, {
    variations: [{ name: 'Size', values: ['M', 'L'] }],
    stock: { 'Size:M': 5, 'Size:L': 7 },
  });
  const visit = await openAs(person, `/dashboard/office/catalog/${sku}`);
  const { page } = visit;
  const box = page.getByLabel('7 units would no longer be for sale');
  const save = page.getByRole('button', { name: 'Save product' });
  const variations = page.getByLabel('Variations', { exact: true });
  await variations.fill('SIZE: m');
  await page.getByText('Stores see other keys').waitFor();
  await box.waitFor();
  expect(await save.isDisabled()).toBe(true);
  await variations.fill('Size: M');
  await box.check();
  expect(await page.getByText('Stores see other keys').count()).toBe(0);
  expect(await visit.accessibilityFindings()).toEqual([]);
  await save.click();
  await page.getByRole('button', { name: 'Saved' }).waitFor();

  const content = `sku,variations\r\n${sku},Size:XL\r\n`;
  const sent = await app.adminFile('catalog-imports?file_name=sizes.csv', content, 'text/csv');
  const { id } = (sent.body as { data: { id: number } }).data;
  await visit.goTo(`/dashboard/office/imports/${id}`);
  const apply = page.getByRole('button', { name: 'Apply to 1 product' });
  await apply.waitFor();
  expect(await apply.isDisabled()).toBe(true);
  await page.getByLabel('5 units would no longer be for sale').check();
  expect(await visit.accessibilityFindings()).toEqual([]);
  await apply.click();
  await page.getByText('0 products created, 1 changed').waitFor();
}
