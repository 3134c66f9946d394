import type { GivenUser } from '../../support/shop/people.js';
import { csvText } from '../../support/shop/supplier-file.js';
import { browser } from './suite.js';

/** Uploads a file with costs, chooses the markup, and finds both amounts on the product's page. */
export async function pricesFromCosts(person: GivenUser): Promise<void> {
  const visit = await browser.open({ width: 360 });
  const { page } = visit;
  const expectNoFault = async (): Promise<void> => {
    expect([await visit.accessibilityFindings(), visit.complaints]).toEqual([[], []]);
  };
  await visit.signIn(person);
  await visit.goTo('/dashboard/office/new-import');
  const rows = [
    ['Item Code', 'Item', 'Purchase Rate', 'Freight'],
    ['CO-1', 'Copper jug', '1,020.00', 40],
  ];
  const buffer = Buffer.from(csvText(rows, ';'));
  await page
    .getByLabel('Choose a file')
    .setInputFiles({ name: 'costs.csv', mimeType: 'text/csv', buffer });
  await page.getByLabel('Markup on the cost, in percent').fill('1,18');
  await page.getByText('Write percent from 0 to 1000').waitFor();
  expect(await page.getByRole('button', { name: 'Check 1 product' }).isDisabled()).toBe(true);
  await page.getByLabel('Markup on the cost, in percent').fill('18 %');
  await page.getByLabel('Rounding of prices').selectOption('nine');
  await page.getByRole('cell', { name: '₹1,209.00' }).waitFor();
  await expectNoFault();
  await page.getByRole('button', { name: 'Check 1 product' }).click();
  await page.getByText('prices: cost + 18 %').waitFor();
  await page.getByRole('button', { name: 'Apply to 1 product' }).click();
  await page.getByText('1 product created').waitFor();
  await visit.goTo('/dashboard/office/catalog/CO-1');
  await page.getByText('The base price adds 18.5 %').waitFor();
  await page.getByRole('button', { name: 'Edit cost' }).click();
  await page.getByRole('dialog').getByLabel('Cost').fill('1000');
  await expectNoFault();
  await page.getByRole('button', { name: 'Save cost' }).click();
  await page.getByText('The base price adds 20.9 %').waitFor();
}
