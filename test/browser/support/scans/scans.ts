import { OrderSearchJob } from '../../../../src/fulfillment/search/order-search.job.js';
import { expireDue, givenOrderOf } from '../../../support/shop/order-actions.js';
import { givenProduct, SHIPPING } from '../../../support/shop/given.js';
import { givenOperator, type GivenUser } from '../../../support/shop/people.js';
import { givenShop } from '../../../support/shop/shop.js';
import { expectNothingToComplainAbout } from '../page-checks.js';
import { Operator } from '../operator.js';
import { admin, app, browser, openAs } from '../suite.js';

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

  await app.service(OrderSearchJob).run();

  const warehouse = await givenOperator(app, ['warehouse']);
  const scanner = await openAs(warehouse, '/dashboard/office/shipping');
  const { page } = scanner;
  await page.evaluate(() => {
    OscillatorNode.prototype.start = () => {
      document.body.dataset.tones = String(Number(document.body.dataset.tones ?? 0) + 1);
    };
    OscillatorNode.prototype.stop = () => undefined;
  });
  // The second press is one of the tab that is shown.
  for (let press = 1; press <= 2; press += 1) {
    await page.getByRole('link', { name: 'Pack and hand over' }).click();
    await page.getByLabel('AWB or order number').and(page.locator(':focus')).waitFor();
  }
  const tones = () => page.evaluate(() => Number(document.body.dataset.tones ?? 0));
  const sentence = page.getByRole('alert').filter({ visible: true }).first();
  const scan = async (text: string, begin: string, end = 'Enter'): Promise<string> => {
    await page.keyboard.type(text, { delay: 5 });
    await page.keyboard.press(end);
    await sentence.filter({ hasText: begin }).waitFor();
    return sentence.innerText();
  };
  // Parts of numbers of orders that are not shipped now say what their numbers say.
  const ofParts = [
    await scan(due.slice(5, 12), `${due} is not paid`),
    await scan(sent.slice(0, 11), `${sent} was shipped today`),
  ];
  const said = [
    await scan(due, `${due} is not paid: an order of`),
    await scan(canceled.toLowerCase(), `${canceled} was canceled today`),
    await scan(` ${expired} `, `${expired} expired today`, 'Tab'),
    await scan(sent, `${sent} was shipped today`),
    await scan(tracking, `${tracking} is the tracking number of ${sent}`),
    await scan(sku.toLowerCase(), `${sku} is an article: scan the order first`),
    await scan('WO-NOPE', 'No order WO-NOPE'),
    await scan('a5z', 'No order a5z. A part of a number needs at least four characters'),
    await scan('WO ß7K3M9', 'No order WO ß7K3M9. That is what the scanner typed: set it to the'),
    await scan(`${parted}${first}`, `Two codes came together, ${parted} and ${first}: scan again`),
    await scan('diwali-7', 'diwali-7 is an order of several clients'),
  ];
  expect(ofParts).toEqual([said[0], said[3]]);
  expect(said[3]).toMatch(/was shipped today \d\d:\d\d, Delhivery DL 149 88 301$/);
  expect(new Set(said).size).toBe(said.length);
  expect(await tones()).toBe(said.length + 2);
  expect(second).not.toBe(first);
  await page.getByText('Check articles: off').waitFor();
  await expectNothingToComplainAbout(scanner);
  let refused = said.length + 2;
  // A part of it was shipped: its rest is opened, with the tracking number as the next scan.
  const { client_name: name } = await admin.orders.get(first);
  await page.getByRole('button', { name }).click();
  await page.getByRole('heading', { name: first }).waitFor();
  await page.keyboard.press('Escape');
  // A part of its number is enough.
  await page.keyboard.type(first.slice(4, 11), { delay: 5 });
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: first }).waitFor();
  await page.getByText('of 3 to ship').waitFor();
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
  // However often it is scanned, only the button ships with the number of another order.
  const ofAnother = page.getByText(`${tracking} is the tracking number of ${sent}.`);
  const field = page.getByLabel('Tracking number');
  const inOneBox = 'Both are in one box: ship';
  for (let scans = 1; scans <= 3; scans += 1) {
    await page.keyboard.type(tracking, { delay: 5 });
    await ofAnother.waitFor({ state: 'hidden' });
    await page.keyboard.press('Enter');
    await ofAnother.waitFor();
    expect(await field.inputValue()).toBe(tracking);
    if (scans === 1) continue;
    // Nor does a scan at the button press it.
    await page.keyboard.press(scans === 2 ? 'F7' : 'Tab');
    await page.getByRole('button', { name: inOneBox }).and(page.locator(':focus')).waitFor();
  }
  expect((await admin.orders.get(parted)).shipments).toHaveLength(1);
  await page.keyboard.press('Enter');
  await page.getByText(`Shipped 2 units of ${parted}`).waitFor();
  refused += 4;
  await page.getByLabel('Low tone when a scan is refused').uncheck();
  await page.getByLabel('AWB or order number').focus();
  const almost = `${due.slice(0, 12)}${due.endsWith('A') ? 'B' : 'A'}`;
  await scan(almost, `No order ${almost}. Is it one of these?`);
  await page.getByRole('button', { name: due }).click();
  await sentence.getByText('is not paid').waitFor();
  expect(await tones()).toBe(refused);
}

/** Uses the tracking number of another order in the dialog, in a correction and in a file. Each asks before it is stored. */
export async function asksAboutForeignNumbers(operator: GivenUser): Promise<void> {
  const shop = await givenShop(app);
  const { sku } = await givenProduct(app, { stock: 20 });
  const paid = () => givenOrderOf(shop, sku, 1, 'pay');
  const [first, second, third, fourth] = [await paid(), await paid(), await paid(), await paid()];
  const shipping = { ...SHIPPING, address: '15, Lake View Road' };
  const paidElsewhere = async (): Promise<string> => {
    const number = await shop.orders.place({ sku, quantity: 1 }, { shipping });
    await admin.orders.pay(number);
    return number;
  };
  const [elsewhere, again] = [await paidElsewhere(), await paidElsewhere()];
  // Its halves look like two numbers.
  const number = 'DL551122DL551123';
  await admin.orders.ship(first, { courier: 'Delhivery', tracking_number: number });
  const desk = await Operator.signIn(browser, operator, []);
  const { page } = desk;
  const dialog = page.getByRole('dialog');
  const question = dialog.getByText(`${number} is the tracking number of ${first}.`);

  await desk.goTo(`orders/${second}?dialog=ship`);
  await dialog.getByLabel('Courier').fill('Delhivery');
  await dialog.getByLabel('Tracking number').fill(number);
  // Until the number is looked up, nothing sends the form, changes it or closes it.
  let lookUp = (): void => undefined;
  const lookedUp = new Promise<void>((resolve) => (lookUp = resolve));
  await page.route('**/admin/scans?*', async (route) => {
    await lookedUp;
    await route.continue();
  });
  await desk.press('Ship order', 'dialog');
  await page.keyboard.press('Escape');
  await dialog.getByLabel('Tracking number').press('Enter');
  await page.keyboard.type('7');
  lookUp();
  await question.waitFor();
  await page.unroute('**/admin/scans?*');
  expect(await dialog.getByLabel('Tracking number').inputValue()).toBe(number);
  // Once more, as a scanner does.
  await dialog.getByLabel('Tracking number').press('Enter');
  await question.waitFor();
  expect((await admin.orders.get(second)).shipments).toEqual([]);
  await dialog.getByLabel('Tracking number').fill('DL 5511 3');
  await desk.press('Ship order', 'dialog');
  await dialog.waitFor({ state: 'hidden' });

  await desk.press('Correct shipment DL 5511 3');
  await dialog.getByLabel('Tracking number').fill(number);
  await desk.press('Save shipment', 'dialog');
  await question.waitFor();
  await desk.press('Save shipment', 'dialog');
  await question.waitFor();
  expect((await admin.orders.get(second)).shipments[0]!.tracking_number).toBe('DL 5511 3');
  await desk.press('Both are in one box: save', 'dialog');
  await dialog.waitFor({ state: 'hidden' });
  expect((await admin.orders.get(second)).shipments[0]!.tracking_number).toBe(number);

  await desk.goTo('shipping?tab=upload');
  const file = `DELHIVERY – Manifest\nOrder No,AWB No\n${third},${number}\n${fourth},DL 5511 4\n`;
  await desk.upload(file);
  await page.getByText('1 shipment can be shipped.').waitFor();
  await page
    .getByText('1 shipment is left out, with the tracking number of another order.')
    .waitFor();
  expect(await page.getByLabel('Courier of all rows').inputValue()).toBe('Delhivery');
  expect(await desk.accessibilityFindings()).toEqual([]);
  await desk.press('Ship 1 shipment');
  await page.getByText('1 row has a problem and was not shipped.').waitFor();
  expect((await admin.orders.get(third)).shipments).toEqual([]);
  expect((await admin.orders.get(fourth)).status).toBe('shipped');

  await desk.upload(file, 'again.csv');
  await page.getByText('Nothing can be shipped before you decide.').waitFor();
  await page.getByLabel('Ship them anyway').check();
  await page.getByText('1 shipment has the tracking number of another order.').waitFor();
  await desk.press('Ship 1 shipment');
  await page.getByText('Shipped 1 shipment.').waitFor();
  expect((await admin.orders.get(third)).status).toBe('shipped');

  await desk.upload(`Order No,AWB No,Courier\n${again},${number},Delhivery\n`, 'other.csv');
  await page.getByText('Nothing in this file can be shipped.').waitFor();
  await page.getByText(/of order WO-\w{10} as well, which goes to another address/).waitFor();

  // A box goes to one address. Couriers use their numbers again, but no key finds the button for that.
  await desk.goTo('shipping?tab=scan');
  await page.getByLabel('AWB or order number').fill(elsewhere);
  await page.keyboard.press('Enter');
  await page.getByLabel('Courier').fill('Delhivery');
  await page.getByLabel('Tracking number').fill(number);
  await page.getByLabel('Tracking number').press('Enter');
  await page.getByText(/ is the tracking number of WO-\w{10}, which goes to another/).waitFor();
  expect(await page.getByRole('button', { name: /one box/ }).count()).toBe(0);
  const allowed = page.getByRole('button', { name: 'The label on this box has it: ship' });
  await allowed.waitFor();
  await page.keyboard.press('F7');
  expect(await allowed.and(page.locator(':focus')).count()).toBe(0);
  await allowed.click();
  await page.getByText(`Shipped 1 unit of ${elsewhere}`).waitFor();
  expect((await admin.orders.get(elsewhere)).status).toBe('shipped');
}
