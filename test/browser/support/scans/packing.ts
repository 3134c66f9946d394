import type { Locator } from 'playwright-core';
import { givenProduct } from '../../../support/shop/given.js';
import type { GivenUser } from '../../../support/shop/people.js';
import { givenShop } from '../../../support/shop/shop.js';
import { expectNothingToComplainAbout } from '../page-checks.js';
import { admin, app, openAs } from '../suite.js';

const GTIN = '8901234567890';

/** Makes three paid orders of pots and lids: the second with a jug of the same code, the third with caps of a size. */
async function givenOrders() {
  const shop = await givenShop(app);
  const pot = await givenProduct(app, { name: 'Pot', gtin: GTIN, stock: 20 });
  const lid = await givenProduct(app, { name: 'Lid', stock: 20 });
  const jug = await givenProduct(app, { name: 'Jug', gtin: GTIN, stock: 20 });
  const items = [
    { sku: pot.sku, quantity: 3 },
    { sku: lid.sku, quantity: 1 },
  ];
  const { sku: cap } = await givenProduct(app, {
    variations: [{ name: 'Size', values: ['M', 'L'] }],
    stock: { 'Size:M': 5, 'Size:L': 5 },
  });
  await admin.products.change(cap, { variation_codes: { 'Size:M': 'CAP-M', 'Size:L': 'CAP-L' } });
  const orders = [
    await shop.orders.place(items),
    await shop.orders.place([...items, { sku: jug.sku, quantity: 1 }]),
    await shop.orders.place([...items, { sku: cap, quantity: 3, variation: 'M' }]),
  ];
  for (const each of orders) await admin.orders.pay(each);
  const [order, parted, sized] = orders as [string, string, string];
  return { pot, lid, jug, cap, order, parted, sized };
}

/** Packs 3 + 1 units of an order by keys alone, with each mistake once, then a part of another one. */
export async function packsByScans(operator: GivenUser): Promise<void> {
  const { pot, lid, jug, cap, order, parted, sized } = await givenOrders();
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
  // Two codes without a pause are nothing, in each field.
  await scan(`${order}${GTIN}`, glued(order, GTIN));
  await open(order);
  expect(await page.getByText('0 packed').count()).toBe(2);
  // Both lines, courier and tracking number are on a small screen.
  const ship = await page.getByRole('button', { name: 'Ship', exact: true }).boundingBox();
  expect(ship!.y + ship!.height).toBeLessThan(800);
  const tracking = page.getByLabel('Tracking number');
  const topOf = (field: Locator) => field.evaluate((one) => one.getBoundingClientRect().top);
  const top = await topOf(tracking);
  await scan(GTIN, 'Pot: 1 of 3');
  expect(await topOf(tracking)).toBe(top);
  // Nothing of it is kept.
  await page.reload();
  await isFocused('AWB or order number');
  await open(order);
  await scan(GTIN, 'Pot: 1 of 3');
  await scan(jug.sku, `${jug.sku} is not in this order`);
  for (const [code, sentence] of foreignCodes(order, pot.sku, sized)) await scan(code, sentence);
  await scan(pot.sku.toLowerCase(), 'Pot: 2 of 3', 'Tab');
  await page.keyboard.press('F4');
  await page.keyboard.type('Blue Dart');
  await page.keyboard.press('F8');
  await isFocused('Tracking number');
  await scan('', '1 unit of Pot is not scanned yet; 1 unit of Lid is not scanned yet');
  await isFocused('Article');
  await page.keyboard.press('F8');
  await scan('BD 77 301', '1 unit of Pot is not scanned yet; 1 unit of Lid is not scanned yet');
  expect((await admin.orders.get(order)).shipments).toEqual([]);
  await isFocused('Article');
  // Past the units of the pot, which have a code. The next scan is an article again.
  await tabTo(page.getByRole('button', { name: `Count by hand: ${lid.sku}` }));
  await page.keyboard.press('Enter');
  await isFocused('Article');
  await scan(` ${GTIN} `, 'Pot: 3 of 3');
  await isFocused('Tracking number');
  // The label that was scanned too early is scanned again, and takes its own place.
  await page.keyboard.type('BD 77 301', { delay: 5 });
  expect(await tracking.inputValue()).toBe('BD 77 301');
  await page.keyboard.press('F9');
  await scan(GTIN, 'All 3 are packed');
  await expectNothingToComplainAbout(packer);
  await page.keyboard.press('F8');
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
  await page.setViewportSize({ width: 1_280, height: 800 });
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
  await scan('bd 77 301', `bd 77 301 is the label of ${order}: finish ${parted} first`);
  await scan(pot.sku, 'Pot: 1 of 2');
  await scan(pot.sku, 'Pot: 2 of 2');
  await isFocused('Tracking number');
  // The number of the last order: what is asked is in sight below three lines.
  await type('BD 77 301', 'Enter');
  const both = page.getByRole('button', { name: 'Both are in one box: ship' });
  await both.waitFor();
  const asked = await both.boundingBox();
  expect(asked!.y + asked!.height).toBeLessThan(800);
  // A label and another code without a pause, and then the label alone.
  for (const other of ['BL990022002IN', sized, GTIN]) {
    await type(`BL990022001IN${other}`, 'Enter');
    await page.getByText(glued('BL990022001IN', other)).waitFor();
    await page.getByRole('button', { name: 'It is one: ship' }).waitFor();
  }
  // The end of a damaged label.
  await type('77-30', 'Enter');
  await page.getByText('77-30 is short for a tracking number.').waitFor();
  await page.getByRole('button', { name: 'It is whole: ship' }).waitFor();
  expect((await admin.orders.get(parted)).shipments).toEqual([]);
  await type('BD 77 302', 'Enter');
  const done = page.getByText(`Shipped 3 units of ${parted}`);
  expect(await done.innerText()).toContain('with BD 77 302 of Blue Dart');
  const { shipments, status } = await admin.orders.get(parted);
  expect([status, shipments[0]!.items]).toEqual([
    'partially_shipped',
    [
      { line: 1, quantity: 2 },
      { line: 3, quantity: 1 },
    ],
  ]);

  // An article in the field of the tracking number is counted. A SKU whose sizes have codes is asked about.
  await isFocused('AWB or order number');
  await open(sized);
  await page.keyboard.press('F8');
  await scan(GTIN, 'Pot: 1 of 3');
  expect(await tracking.inputValue()).toBe('');
  await isFocused('Article');
  await scan(cap, `${cap} is on each variation of it: are all 3 this one?`);
  await tabTo(page.getByRole('button', { name: 'No', exact: true }));
  await page.keyboard.press('Enter');
  await said.filter({ hasText: cap }).waitFor({ state: 'hidden' });
  await isFocused('Article');
  await scan('CAP-L', 'CAP-L is not in this order');
  await page.keyboard.press('F8');
  await scan('cap-m', ': 1 of 3');
  // Asked once for all that are left.
  await scan(cap, `${cap} is on each variation of it: are all 2 this one?`);
  // A scan at the button does not press it.
  await page.keyboard.press('F7');
  await scan('CAP-L', 'CAP-L is not in this order');
  await isFocused('Article');
  await scan(cap, 'are all 2 this one?');
  await page.keyboard.press('F7');
  await page.keyboard.press('Enter');
  await said.filter({ hasText: ': 2 of 3' }).waitFor();
  await isFocused('Article');
  await scan(cap, ': 3 of 3');
  for (const packed of ['1 packed', '3 packed'])
    expect(await page.getByText(packed).count()).toBe(1);
  await admin.orders.checkArticles('off');
}

function glued(one: string, other: string): string {
  return `Two codes came together, ${one} and ${other}: scan again`;
}

/** What a packer may scan into the field of the articles, and what is said of it. */
function foreignCodes(order: string, sku: string, other: string): [string, string][] {
  return [
    [`${order}${sku}`, glued(order, sku)],
    [`${GTIN}8906011234567`, glued(GTIN, '8906011234567')],
    [order.toLowerCase(), `${order.toLowerCase()} is this order: scan its articles first`],
    [other, `${other} is an order: finish ${order} first`],
    ['BL9IN', 'BL9IN is not in this order. If it is a label, scan the articles first'],
  ];
}
