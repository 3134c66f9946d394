import { expireDue } from '../../support/shop/order-actions.js';
import { givenProduct } from '../../support/shop/given.js';
import { givenOperator } from '../../support/shop/people.js';
import { givenShop } from '../../support/shop/shop.js';
import { expectNothingToComplainAbout } from './page-checks.js';
import { admin, app, openAs } from './suite.js';

/** Types what a scanner may send into "Ship by number", and reads the sentences. */
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
  await page.keyboard.press('Escape');
  await page.getByLabel('Low tone when a scan is refused').uncheck();
  await page.getByLabel('Order number').focus();
  const almost = `${due.slice(0, 12)}${due.endsWith('A') ? 'B' : 'A'}`;
  await scan(almost, `No order ${almost}. Is it one of these?`);
  await page.getByRole('button', { name: due }).click();
  await sentence.getByText('is not paid').waitFor();
  expect(await tones()).toBe(said.length);
}
