import { givenProduct } from '../../../support/shop/given.js';
import { givenOrderOf } from '../../../support/shop/order-actions.js';
import type { GivenUser } from '../../../support/shop/people.js';
import { givenShop } from '../../../support/shop/shop.js';
import { admin, app, openAs } from '../suite.js';

/** Packs while the focus is where a click left it: on nothing, or on a button. Starts over by Esc. */
export async function packsAfterStrayClicks(operator: GivenUser): Promise<void> {
  const { sku } = await givenProduct(app, { name: 'Pot', stock: 20 });
  const order = await givenOrderOf(await givenShop(app), sku, 3, 'pay');
  await admin.orders.checkArticles('required');
  const { page, ...packer } = await openAs(operator, '/dashboard/office/shipping?tab=scan');
  const said = page.getByRole('alert').last();
  const clickOnNothing = () => page.getByRole('heading', { name: 'Pack and hand over' }).click();
  const isFocused = (label: string) =>
    page.getByLabel(label, { exact: true }).and(page.locator(':focus')).waitFor();
  const scan = async (text: string): Promise<void> => {
    await page.keyboard.type(text, { delay: 5 });
    await page.keyboard.press('Enter');
  };
  await clickOnNothing();
  await scan(order);
  await isFocused('Article');
  await clickOnNothing();
  await scan(sku);
  await said.filter({ hasText: 'Pot: 1 of 3' }).waitFor();
  // Its Enter would press the button, which counts all that are left.
  await page.getByRole('button', { name: `Count by hand: ${sku}` }).focus();
  await scan(sku);
  await said.filter({ hasText: 'Pot: 2 of 3' }).waitFor();
  for (const [key, label] of [
    ['F8', 'Tracking number'],
    ['F9', 'Article'],
  ] as const) {
    await clickOnNothing();
    await page.keyboard.press(key);
    await isFocused(label);
  }
  await clickOnNothing();
  await page.keyboard.press('Escape');
  await said.filter({ hasText: '2 counted units would be forgotten' }).waitFor();
  await scan(sku);
  await said.filter({ hasText: 'Pot: 3 of 3' }).waitFor();
  await clickOnNothing();
  await page.keyboard.type('BD 77 401');
  expect(await page.getByLabel('Tracking number').inputValue()).toBe('BD 77 401');
  await page.keyboard.press('Escape');
  await said.filter({ hasText: '3 counted units would be forgotten' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('heading', { name: order }).waitFor({ state: 'hidden' });
  await isFocused('AWB or order number');
  expect(packer.complaints).toEqual([]);
  await admin.orders.checkArticles('off');
}
