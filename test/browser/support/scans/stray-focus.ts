import { givenProduct } from '../../../support/shop/given.js';
import { givenOrderOf } from '../../../support/shop/order-actions.js';
import type { GivenUser } from '../../../support/shop/people.js';
import { givenShop } from '../../../support/shop/shop.js';
import { admin, app, openAs } from '../suite.js';

/** Packs boxes as a scanner that never waits: each key 5 ms after the last one, whatever the page is doing. SCANNED_BOXES: their number. */
export async function packsWithoutWaiting(operator: GivenUser): Promise<void> {
  const { sku } = await givenProduct(app, { stock: 1_000 });
  const shop = await givenShop(app);
  const orders: string[] = [];
  for (let count = Number(process.env.SCANNED_BOXES ?? 8); count > 0; count -= 1)
    orders.push(await givenOrderOf(shop, sku, 1, 'pay'));
  await admin.couriers.replace({ name: 'Blue Dart' });
  const { page, ...packer } = await openAs(operator, '/dashboard/office/shipping?tab=scan');
  await page.getByLabel('AWB or order number').and(page.locator(':focus')).waitFor();
  const type = async (...scans: string[]): Promise<void> => {
    for (const scan of scans) {
      await page.keyboard.type(scan, { delay: 5 });
      await page.keyboard.press('Enter');
    }
  };
  const labelOf = (order: string): string => `BD1${order.slice(3)}IN`;
  await type(...orders.flatMap((order) => [order, labelOf(order)]));
  await page.getByText(`Shipped 1 unit of ${orders.at(-1)!}`).waitFor();
  for (const order of orders) {
    const { shipments } = await admin.orders.get(order);
    expect(shipments.map((each) => each.tracking_number)).toEqual([labelOf(order)]);
  }

  // The number of another order is asked about. The box that is scanned after it is not sent with this order.
  const [asked, next] = [
    await givenOrderOf(shop, sku, 1, 'pay'),
    await givenOrderOf(shop, sku, 1, 'pay'),
  ];
  await type(asked, labelOf(orders[0]!), next, labelOf(next));
  await page.getByText('What was scanned after it was not read: press Esc').waitFor();
  for (const order of [asked, next]) expect((await admin.orders.get(order)).shipments).toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByLabel('AWB or order number').and(page.locator(':focus')).waitFor();
  await type(next, labelOf(next));
  await page.getByText(`Shipped 1 unit of ${next}`).waitFor();
  expect(packer.complaints).toEqual([]);
}

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
