import type { Locator } from 'playwright-core';
import { expireDue } from '../../support/shop/order-actions.js';
import { givenProduct } from '../../support/shop/given.js';
import { givenOperator, type GivenUser } from '../../support/shop/people.js';
import { givenShop } from '../../support/shop/shop.js';
import { expectNothingToComplainAbout } from './page-checks.js';
import { admin, app, openAs } from './suite.js';

/** Types what a scanner may send into "Pack and hand over", and reads the sentences. */
export async function scansAnything(): Promise<void> {
  const shop = await givenShop(app);
  const { sku } = await givenProduct(app, { stock: 50 });
  const place = (rest: Record<string, unknown> = {}) =>
    shop.orders.place({ sku, quantity: 3 }, rest);
  const [due, canceled, expired, sent, parted] = [
    await place(),
    await place(),
    await place(),
    await place(),
    await place(),
  ];
  const [first, tracking] = [await place({ store_order_id: 'diwali-7' }), 'DL 149 88 301'];
  for (const order of [sent, parted, first]) await admin.orders.pay(order);
  await admin.orders.cancel(canceled);
  await expireDue(app, expired);
  await admin.orders.ship(sent, { courier: 'Delhivery', tracking_number: tracking });
  await admin.orders.ship(parted, { items: [{ line: 1, quantity: 1 }] });
  const second = await (
    await givenShop(app)
  ).orders.place({ sku, quantity: 1 }, { store_order_id: 'diwali-7' });

  const scanner = await openAs(
    await givenOperator(app, ['warehouse']),
    '/dashboard/office/shipping?tab=scan',
  );
  const { page } = scanner;
  await page.evaluate(() => {
    OscillatorNode.prototype.start = () => {
      document.body.dataset.tones = String(Number(document.body.dataset.tones ?? 0) + 1);
    };
    OscillatorNode.prototype.stop = () => undefined;
  });
  const tones = () => page.evaluate(() => Number(document.body.dataset.tones ?? 0));
  const sentence = page.getByRole('alert').filter({ visible: true }).first();
  const scan = async (text: string, begin: string, end = 'Enter'): Promise<string> => {
    await page.keyboard.type(text, { delay: 5 });
    await page.keyboard.press(end);
    await sentence.filter({ hasText: begin }).waitFor();
    return sentence.innerText();
  };
  const said = [
    await scan(due, `${due} is not paid: an order of`),
    await scan(canceled.toLowerCase(), `${canceled} was canceled today`),
    await scan(` ${expired} `, `${expired} expired today`, 'Tab'),
    await scan(sent, `${sent} was shipped today`),
    await scan(tracking, `${tracking} is the tracking number of ${sent}`),
    await scan(sku.toLowerCase(), `${sku} is an article: scan the order first`),
    await scan('WO-NOPE', 'No order WO-NOPE'),
    await scan(`${parted}${first}`, `No order ${parted}${first}`),
    await scan('diwali-7', 'diwali-7 is an order of several clients'),
  ];
  expect(said[3]).toMatch(/was shipped today \d\d:\d\d, Delhivery DL 149 88 301$/);
  expect(new Set(said).size).toBe(said.length);
  expect(await tones()).toBe(said.length);
  expect(second).not.toBe(first);
  await expectNothingToComplainAbout(scanner);
  let refused = said.length;
  // A part of it was shipped: its rest is opened, with the tracking number as the next scan.
  const { client_name: name } = await admin.orders.get(first);
  await page.getByRole('button', { name }).click();
  await page.getByRole('heading', { name: first }).waitFor();
  await page.keyboard.press('Escape');
  await scan(parted, `${parted} goes in 2 shipments: 2 units are left`);
  // The next order, scanned too early.
  await page.keyboard.type(first, { delay: 5 });
  await page.keyboard.press('Enter');
  await page.getByText('This is an order: scan the tracking number').waitFor();
  await page.keyboard.press('F4');
  await page.keyboard.type('Delhivery');
  await page.keyboard.press('F8');
  // The next scan takes the place of what was refused.
  await page.keyboard.type(first, { delay: 5 });
  await page.keyboard.press('Enter');
  await page.keyboard.type(sku, { delay: 5 });
  await page.keyboard.press('Enter');
  await page.getByText('This is an article: scan the tracking number').waitFor();
  await page.keyboard.type(tracking, { delay: 5 });
  await page.keyboard.press('Enter');
  const ofAnother = `${tracking} is the tracking number of ${sent}. Press Enter again`;
  await page.getByText(ofAnother).waitFor();
  expect(await page.getByLabel('Tracking number').inputValue()).toBe(tracking);
  await page.keyboard.press('Enter');
  await page.getByText(`Shipped 2 units of ${parted}`).waitFor();
  refused += 2;
  await page.getByLabel('Low tone when a scan is refused').uncheck();
  await page.getByLabel('AWB or order number').focus();
  const almost = `${due.slice(0, 12)}${due.endsWith('A') ? 'B' : 'A'}`;
  await scan(almost, `No order ${almost}. Is it one of these?`);
  await page.getByRole('button', { name: due }).click();
  await sentence.getByText('is not paid').waitFor();
  expect(await tones()).toBe(refused);
}

const GTIN = '8901234567890';

/** Packs 3 + 1 units of an order by keys alone, with each mistake once, then a part of another one. */
export async function packsByScans(operator: GivenUser): Promise<void> {
  const shop = await givenShop(app);
  const pot = await givenProduct(app, { name: 'Pot', gtin: GTIN, stock: 20 });
  const lid = await givenProduct(app, { name: 'Lid', stock: 20 });
  const jug = await givenProduct(app, { name: 'Jug', gtin: GTIN, stock: 20 });
  const items = [
    { sku: pot.sku, quantity: 3 },
    { sku: lid.sku, quantity: 1 },
  ];
  const [order, parted] = [
    await shop.orders.place(items),
    await shop.orders.place([...items, { sku: jug.sku, quantity: 1 }]),
  ];
  for (const each of [order, parted]) await admin.orders.pay(each);
  const packer = await openAs(operator, '/dashboard/office/shipping?tab=scan');
  const { page } = packer;
  const stored = page.waitForResponse(/packing-rules$/);
  await page.getByLabel('Check articles').selectOption('required');
  await stored;
  await page.getByLabel('AWB or order number').focus();
  const said = page.getByRole('alert').last();
  const isFocused = (label: string) =>
    page.getByLabel(label, { exact: true }).and(page.locator(':focus')).waitFor();
  const tabTo = async (target: Locator): Promise<void> => {
    do await page.keyboard.press('Tab');
    while (!(await target.evaluate((one) => one === document.activeElement)));
  };
  const type = async (text: string, end: string): Promise<void> => {
    await page.keyboard.type(text, { delay: 5 });
    await page.keyboard.press(end);
  };
  const scan = async (text: string, sentence: string, end = 'Enter'): Promise<void> => {
    await type(text, end);
    await said.filter({ hasText: sentence }).waitFor();
  };
  const open = async (number: string): Promise<void> => {
    await type(number, 'Enter');
    await isFocused('Article');
  };
  await open(order);
  await scan(GTIN, 'Pot: 1 of 3');
  // Nothing of it is kept.
  await page.reload();
  await isFocused('AWB or order number');
  await open(order);
  await scan(GTIN, 'Pot: 1 of 3');
  await scan(jug.sku, `${jug.sku} is not in this order`);
  await scan(pot.sku.toLowerCase(), 'Pot: 2 of 3', 'Tab');
  await page.keyboard.press('F4');
  await page.keyboard.type('Blue Dart');
  await page.keyboard.press('F8');
  await isFocused('Tracking number');
  await scan('BD 77 301', 'Not packed as it is to be shipped: 2 of 3 of Pot; 0 of 1 of Lid');
  expect((await admin.orders.get(order)).shipments).toEqual([]);
  await isFocused('Article');
  await scan(` ${GTIN} `, 'Pot: 3 of 3');
  await scan(GTIN, 'All 3 are packed');
  await expectNothingToComplainAbout(packer);
  // Past the units of the pot, which have a code.
  await page.keyboard.press('F9');
  await tabTo(page.getByRole('button', { name: `Count by hand: ${lid.sku}` }));
  await page.keyboard.press('Enter');
  await isFocused('Tracking number');
  await page.keyboard.press('Enter');
  await page.getByText(`Shipped 4 units of ${order}`).waitFor();
  const { data } = await admin.audit.list({ subject: `order ${order}`, limit: 1 });
  expect(data).toMatchObject([
    {
      actor: `user ${operator.id} <${operator.email}>`,
      action: 'order.shipped',
      after: { scanned: 3, counted_by_hand: 1 },
    },
  ]);

  // A part of the next order: two pots and a jug, which have one code.
  await isFocused('AWB or order number');
  await open(parted);
  await page.keyboard.press('F2');
  await page.keyboard.type('2');
  await tabTo(page.getByLabel(`Units of ${lid.sku}`));
  await page.keyboard.type('0');
  await page.keyboard.press('F9');
  await scan(GTIN, `${GTIN} is the code of several articles: which one is it?`);
  await tabTo(page.getByRole('button', { name: 'Jug', exact: true }));
  await page.keyboard.press('Enter');
  await said.filter({ hasText: 'Jug: 1 of 1' }).waitFor();
  await isFocused('Article');
  await scan(pot.sku, 'Pot: 1 of 2');
  await scan(pot.sku, 'Pot: 2 of 2');
  await isFocused('Tracking number');
  await type('BD 77 302', 'Enter');
  await page.getByText(`Shipped 3 units of ${parted}`).waitFor();
  const { shipments, status } = await admin.orders.get(parted);
  expect([status, shipments[0]!.items]).toEqual([
    'partially_shipped',
    [
      { line: 1, quantity: 2 },
      { line: 3, quantity: 1 },
    ],
  ]);
  await admin.orders.checkArticles('off');
}
