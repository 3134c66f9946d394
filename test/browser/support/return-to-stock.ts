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
  const settled = await givenOrderOf(shop, sku, 1, 'pay', 'ship');
  await admin.orders.recordReturn(settled, [{ line: 1, quantity: 1 }]);
  await admin.orders.return(settled);
  await admin.orders.refund(settled, { amount: 0, final: true });
  await shop.orders.requestReturn(order, [{ line: 1, quantity: 2 }]);
  const owner = await Operator.signIn(browser, operator, []);
  const { page } = owner;
  await page.setViewportSize({ width: 1_280, height: 800 });
  await owner.goTo('returns');
  await page.getByRole('link', { name: /^To decide ?1$/ }).click();
  await page.getByRole('link', { name: `Decide ${order}` }).click();
  const accept = page.getByRole('button', { name: 'Accept return' });
  const isInSight = async (): Promise<void> => {
    await accept.waitFor();
    await page.waitForFunction(
      (button) => button.getBoundingClientRect().bottom < innerHeight,
      await accept.elementHandle(),
    );
  };
  await isInSight();
  // The link is opened in a window of its own.
  await page.goto('about:blank');
  await owner.goTo(`orders/${order}#returns`);
  await isInSight();
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
  await owner.goTo('returns?tab=goods');
  await page.getByRole('link', { name: `Receive ${order}` }).click();
  await owner.press(/^Mark as returned, return/);
  await page.getByRole('dialog').getByRole('button', { name: 'Mark as returned' }).click();
  await page.getByRole('button', { name: `Inspect return ${order}` }).waitFor();
  expect(await page.getByRole('button', { name: `Settle return ${order}` }).count()).toBe(0);
  await owner.press(/^Settle return \d+$/);
  const unseen = page.getByRole('button', { name: 'Settle without a refund' });
  expect(await unseen.getAttribute('data-variant')).toBe('default');
  await page.keyboard.press('Escape');
  await owner.goTo('returns?tab=inspection');
  await owner.press(`Inspect ${order}`);
  await page.getByLabel(/: scrap/).fill('1');
  expect(await page.getByLabel(/: good/).inputValue()).toBe('1');
  await owner.press('Save');
  await page.getByText('Nothing to inspect.').or(page.getByRole('row').nth(1)).first().waitFor();
  await page.getByRole('button', { name: `Inspect ${order}` }).waitFor({ state: 'detached' });
  // One that was settled before.
  await owner.press(`Inspect ${settled}`);
  await page.getByRole('dialog', { name: `Inspect the return of ${settled}` }).waitFor();
  await owner.press('Save', 'dialog');
  await page.getByRole('button', { name: `Inspect ${settled}` }).waitFor({ state: 'detached' });
  await owner.goTo(`orders/${order}`);
  await page.getByRole('button', { name: `Settle return ${order}` }).waitFor();
  await page.getByText('1 unit good, 1 scrap').waitFor();
  expect((await admin.stock.get(sku)).levels).toMatchObject([{ on_hand: 18 }]);
  await admin.orders.refund(order, { amount: 60 });
  await page.reload();
  await owner.press(`Settle return ${order}`);
  const dialog = page.getByRole('dialog');
  await dialog.getByText('1 unit good, 1 scrap').waitFor();
  const refund = dialog.getByLabel('Refund to the wallet');
  expect(await refund.locator('option').allTextContents()).toEqual([
    'All that came back, 1 good and 1 scrap: ₹140.00',
    'The good units: ₹40.00',
    'A part',
    'Nothing',
  ]);
  await dialog.getByRole('button', { name: 'Refund ₹140.00' }).waitFor();
  await refund.selectOption('The good units: ₹40.00');
  await dialog.getByRole('button', { name: 'Refund ₹40.00' }).waitFor();
  await refund.selectOption('A part');
  expect(await dialog.getByLabel('Amount').inputValue()).toBe('140');
  const button = await dialog.getByRole('button', { name: 'Refund the part' }).boundingBox();
  const edge = await dialog.boundingBox();
  expect(button!.y + button!.height).toBeLessThanOrEqual(edge!.y + edge!.height);
}
