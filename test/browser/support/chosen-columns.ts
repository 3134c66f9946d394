import { givenProduct } from '../../support/shop/given.js';
import { givenOperator } from '../../support/shop/people.js';
import { csvText } from '../../support/shop/supplier-file.js';
import { expectNothingToComplainAbout } from './page-checks.js';
import { app, openAs } from './suite.js';

/** Uploads two count sheets in which two columns may be the counts. The second one is not asked about. */
export async function asksForColumnsOnce(): Promise<void> {
  const { sku } = await givenProduct(app, { stock: 10 });
  const counting = '/dashboard/office/stock-count';
  const visit = await openAs(await givenOperator(app, ['warehouse']), counting);
  const { page } = visit;
  const upload = async (title: string): Promise<void> => {
    const rows = [
      [title],
      ['SKU', 'Variation', 'Count', 'Counted quantity', 'Last movement'],
      [sku, '', 9, 8, 0],
    ];
    const buffer = Buffer.from(csvText(rows, ','));
    const file = { name: 'counts.csv', mimeType: 'text/csv', buffer };
    await page.getByLabel('Counted sheet').setInputFiles(file);
  };
  const asked = page.getByText('Which of the columns “Count” and “Counted quantity” is “Counted”?');
  const result = page.getByText('Count again');
  await upload('November');
  await asked.waitFor();
  await expectNothingToComplainAbout(visit);
  expect(await result.count()).toBe(0);
  await page.getByLabel('Column Count is').selectOption('Ignore');
  await page.getByLabel('Column Counted quantity is').selectOption('Counted');
  await result.waitFor();
  await visit.load(counting);
  await upload('December');
  await result.waitFor();
  expect(await asked.count()).toBe(0);
  await page.getByRole('row', { name: sku }).getByText('8', { exact: true }).first().waitFor();
}
