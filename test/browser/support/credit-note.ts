import type { GivenUser } from '../../support/shop/people.js';
import { givenShop } from '../../support/shop/shop.js';
import { KARNATAKA, TaxAdmin } from '../../support/tax/tax-admin.js';
import { givenReturnedGoods } from '../../support/tax/taxed-order.js';
import { Operator } from './operator.js';
import { app, browser } from './suite.js';

/** Refunds returned goods with their delivery charge, and compares the note in the dialog with the issued one. */
export async function showCreditNote(operator: GivenUser): Promise<void> {
  const shop = await givenShop(app);
  await new TaxAdmin(app).changeClient(shop.client.id, KARNATAKA);
  const order = await givenReturnedGoods(shop, { delivery: 100 });
  const owner = await Operator.signIn(browser, operator, []);
  await owner.goTo(`orders/${order}`);
  await owner.press(`Settle return ${order}`);
  const note = owner.page.getByRole('table', { name: 'Credit note' });
  await note.getByText('1,525.42').waitFor();
  await note.getByRole('columnheader', { name: 'Came back' }).waitFor();
  await note.getByRole('cell', { name: '9 good, 1 scrap' }).waitFor();
  await owner.page.getByLabel('Refund to the wallet').selectOption('A part');
  await owner.page.getByLabel('Delivery charge included').fill('100');
  await owner.page.getByLabel('Amount').fill('10100');
  await note.getByText('10,050.00').waitFor();
  await owner.page.getByLabel('Reason').fill('Damaged');
  await owner.press('Refund the part');
  await owner.page.getByRole('dialog').waitFor({ state: 'detached' });
  const { data } = await new TaxAdmin(app).documents({ order_number: order });
  expect(data[0]).toMatchObject({ kind: 'credit_note', total: 10_100 });
}
