import type { OperatorRole } from '../../../src/identity/roles.js';
import { givenProduct } from '../../support/shop/given.js';
import { givenOperator } from '../../support/shop/people.js';
import { csvText, type SupplierCell } from '../../support/shop/supplier-file.js';
import { expectNothingToComplainAbout } from './page-checks.js';
import { app, openAs } from './suite.js';

interface Upload {
  role: OperatorRole;
  path: string;
  label: string;
  header: readonly string[];
  row: readonly SupplierCell[];
  question: string;
  /** Column that is not meant. */
  ignored: string;
  /** Text of the page once the file is read by the other one. */
  result: RegExp;
}

async function uploads(): Promise<Upload[]> {
  const { sku } = await givenProduct(app, { stock: 10 });
  return [
    {
      role: 'warehouse',
      path: 'stock-count',
      label: 'Counted sheet',
      header: ['SKU', 'Variation', 'Count', 'Counted quantity', 'Last movement'],
      row: [sku, '', 9, 8, 0],
      question: 'Which of the columns “Count” and “Counted quantity” is “Counted”?',
      ignored: 'Counted quantity',
      result: /^Count again$/,
    },
    {
      role: 'warehouse',
      path: 'shipping?tab=upload',
      label: "Courier's file",
      header: ['Order No', 'Reference', 'AWB', 'Courier'],
      row: ['WO-NONE', 'X', 'BL1', 'BlueLine'],
      question: 'Which of the columns “Order No” and “Reference” is “Order number”?',
      ignored: 'Reference',
      result: /WO-NONE/,
    },
    {
      role: 'owner',
      path: 'settings',
      label: 'Import zones from a file',
      header: ['Country', 'PIN', 'Charge', 'Freight'],
      row: ['India', '56', '10', '20'],
      question: 'Which of the columns “Charge” and “Freight” is “Surcharge”?',
      ignored: 'Freight',
      result: /^Save 1 zone$/,
    },
  ];
}

/** Uploads two files in which two columns may be meant. The second one is not asked about. */
async function uploadTwice(upload: Upload): Promise<void> {
  const path = `/dashboard/office/${upload.path}`;
  const visit = await openAs(await givenOperator(app, [upload.role]), path);
  const { page } = visit;
  const send = async (title: string): Promise<void> => {
    const buffer = Buffer.from(csvText([[title], [...upload.header], [...upload.row]], ','));
    const file = { name: 'a.csv', mimeType: 'text/csv', buffer };
    await page.getByLabel(upload.label).setInputFiles(file);
  };
  const question = page.getByText(upload.question);
  await send('November');
  await question.waitFor();
  await expectNothingToComplainAbout(visit);
  await page.getByLabel(`Column ${upload.ignored} is`).selectOption('Ignore');
  await page.getByText(`1 column is not used: ${upload.ignored}`).waitFor();
  await page.getByText(upload.result).last().waitFor();
  await visit.load(path);
  await send('December');
  await page.getByText(upload.result).last().waitFor();
  expect(await question.count()).toBe(0);
}

export async function asksForColumnsOnce(): Promise<void> {
  for (const upload of await uploads()) await uploadTwice(upload);
}
