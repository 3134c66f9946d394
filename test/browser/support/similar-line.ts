import { utr, type BankAdmin } from '../../support/money/bank.js';
import { givenShop } from '../../support/shop/shop.js';
import { expectNothingToComplainAbout } from './page-checks.js';
import { app, visit } from './suite.js';

/** Credits a line whose money is recorded under another number: the dialog asks, and links both. */
export async function askAboutSimilar(admin: BankAdmin): Promise<void> {
  const [typed, reference] = [utr(), utr()];
  const { client } = await givenShop(app);
  const receipt = { reference: typed, received_at: '2026-11-21T06:00:00Z' };
  const { id } = await admin.receipts.record(client.id, 35, receipt);
  const description = `NEFT CL${String(client.id).padStart(6, '0')}`;
  await admin.importRows({ amount: 35, reference, description });
  await visit.load('/dashboard/office/money?tab=bank');
  const dialog = visit.page.getByRole('dialog');
  await visit.page
    .getByRole('button', { name: `: ${reference}` })
    .first()
    .click();
  await dialog.getByRole('button', { name: 'Credit ₹35.00' }).click();
  const choice = dialog.getByLabel('Is it the same money?');
  await choice.waitFor();
  await expectNothingToComplainAbout(visit);
  const same = `It is the same money as receipt ${typed} of 21 Nov 2026`;
  await choice.selectOption({ label: same });
  await dialog.getByRole('button', { name: 'Credit ₹35.00' }).click();
  await dialog.waitFor({ state: 'hidden' });
  expect((await admin.lines.find(reference)).matched).toMatchObject({ receipt_id: id });
}
