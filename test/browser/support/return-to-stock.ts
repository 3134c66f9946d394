import { givenProduct } from '../../support/shop/given.js';
import { givenOrderOf } from '../../support/shop/order-actions.js';
import { givenMember, type GivenUser } from '../../support/shop/people.js';
import { givenShop } from '../../support/shop/shop.js';
import { Operator } from './operator.js';
import { admin, app, browser, openAs } from './suite.js';

/** Accepts a requested return, which the client sends back, inspects its units, and refunds a part. */
export async function leadsReturn(operator: GivenUser): Promise<void> {
  const shop = await givenShop(app);
  const { sku } = await givenProduct(app, { stock: 20 });
  const order = await givenOrderOf(shop, sku, 3, 'pay', 'ship');
  await shop.orders.requestReturn(order, [{ line: 1, quantity: 2 }]);
  const owner = await Operator.signIn(browser, operator, []);
  const { page } = owner;
  await owner.goTo('returns');
  await page.getByRole('link', { name: /^To decide ?1$/ }).click();
  await page.getByRole('link', { name: order, exact: true }).click();
  await owner.press('Accept return');
  for (const [label, text] of [
    ['Name', 'Asha Wholesale, returns'],
    ['Street address', '14, Lake View Road'],
    ['City', 'Bengaluru'],
    ['State', 'Karnataka'],
    ['PIN code', '560001'],
    ['Instructions', 'Two boxes at most'],
  ] as const) {
    await page.getByRole('dialog').getByLabel(label).fill(text);
  }
  await page.getByRole('dialog').getByRole('button', { name: 'Accept return' }).click();
  await page.getByText('Awaited').waitFor();
  const client = await openAs(await givenMember(app, shop.client));
  await client.goTo(`/dashboard/orders/${order}`);
  await client.page.getByText('Two boxes at most').waitFor();
  await client.page.getByRole('button', { name: 'Enter tracking number' }).click();
  await client.page.getByRole('dialog').getByLabel('Courier').fill('BlueLine');
  await client.page.getByRole('dialog').getByLabel('Tracking number').fill('BACK 77');
  await client.page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await client.page.getByText('BACK 77').waitFor();
  await page.reload();
  await page.getByText('BACK 77').waitFor();
  await owner.press('Mark as returned');
  await page.getByRole('dialog').getByRole('button', { name: 'Mark as returned' }).click();
  await owner.press(`Settle return ${order}`);
  const unseen = page.getByRole('button', { name: 'Settle without a refund' });
  expect(await unseen.getAttribute('data-variant')).toBe('default');
  await page.keyboard.press('Escape');
  await owner.press('Inspect return');
  await page.getByLabel(/: good/).fill('1');
  await page.getByLabel(/: scrap/).fill('1');
  await owner.press('Save');
  await page.getByText('1 unit good, 1 scrap').waitFor();
  expect((await admin.stock.get(sku)).levels).toMatchObject([{ on_hand: 18 }]);
  await admin.orders.refund(order, { amount: 60 });
  await page.reload();
  await owner.press(`Settle return ${order}`);
  expect(await page.getByLabel('Amount').inputValue()).toBe('140');
}
