import { SANDBOX_PLACE } from '../../src/couriers/sandbox/sandbox-courier.js';
import { givenAccount, givenBookingRules } from '../support/couriers/bookings.js';
import { givenProduct } from '../support/shop/given.js';
import { givenOperator } from '../support/shop/people.js';
import { givenShop, type Shop } from '../support/shop/shop.js';
import { barCodesOf } from '../support/tax/read-pdf.js';
import { KARNATAKA, TaxAdmin } from '../support/tax/tax-admin.js';
import { Operator } from './support/operator.js';
import { admin, app, browser, describeInBrowser } from './support/suite.js';

const ORDERS = 20;
/** Orders that are handed over by scanning their labels; the others by one press. */
const SCANNED = 3;
const ACTIONS_MAX = 12;

let shop: Shop;
let orders: string[];
let desk: Operator;
let account: string;
/** Presses and prints at the desk. */
const actions: string[] = [];

describeInBrowser(`a day of ${ORDERS} orders with a courier`, () => {
  beforeAll(async () => {
    shop = await givenShop(app);
    const tax = new TaxAdmin(app);
    await tax.putProfile();
    await tax.changeClient(shop.client.id, KARNATAKA);
    const id = await givenAccount(app, 'sandbox', { pickup: SANDBOX_PLACE.name });
    await givenBookingRules(app, id);
    account = (await app.row<{ name: string }>`SELECT name FROM courier_accounts WHERE id = ${id}`)
      .name;
    const { sku } = await givenProduct(app, { stock: ORDERS * 2, hsn: '7323', gstRateBp: 1_800 });
    orders = [];
    while (orders.length < ORDERS) {
      const order = await shop.orders.place({ sku, quantity: 2 });
      await admin.orders.pay(order);
      orders.push(order);
    }
    desk = await Operator.signIn(browser, await givenOperator(app, ['warehouse']), actions);
  });

  it('is booked by one press, with a progress that lives', book);
  it('is printed as one file of labels and slips, which scan', printLabels);
  it('is handed over at the table by scans of the labels', packSome);
  it('is handed over by one press, as far as it was not scanned', handOverTheRest);
  it('ends with a pick-up and a manifest, after few presses', endTheDay);
  it('says that the account has no money and what to do, and books again what is selected', topUp);
});

async function selectAll(): Promise<void> {
  await desk.page.getByLabel('Select all orders on this page').check();
}

async function book(): Promise<void> {
  await desk.goTo('shipping');
  await selectAll();
  await desk.press(`Book ${ORDERS} orders`);
  await desk.page
    .getByRole('link', { name: `Print ${ORDERS} labels` })
    .waitFor({ timeout: 120_000 });
  expect(await desk.accessibilityFindings()).toEqual([]);
}

async function printLabels(): Promise<void> {
  const link = desk.page.getByRole('link', { name: `Print ${ORDERS} labels` });
  actions.push('Print labels', 'print');
  const answer = await desk.page.request.get((await link.getAttribute('href'))!);
  const codes = await barCodesOf(await answer.body());
  const awbs = (await bookings()).map(({ awb }) => awb!);
  // An order is named by the code of its label, and by that of its slip.
  expect(codes).toEqual([...awbs, ...orders, ...orders].sort());
}

async function packSome(): Promise<void> {
  const { page } = desk;
  const some = (await bookings()).slice(0, SCANNED);
  await desk.goTo('shipping?tab=scan');
  for (const [index, { awb, order_number }] of some.entries()) {
    await page.getByLabel('AWB or order number').and(page.locator(':focus')).waitFor();
    await page.keyboard.type(awb!);
    await page.keyboard.press('Enter');
    await page.getByLabel('Label', { exact: true }).and(page.locator(':focus')).waitFor();
    if (index === 0) {
      expect(await desk.accessibilityFindings()).toEqual([]);
      for (const [scanned, sentence] of [
        ['AWB-OF-ANOTHER-BOX', 'This is another label: hand this box over first'],
        ['WO-0000000000', 'This is an order: hand this box over first'],
        [`${awb}WO-0000000000`, `Two codes came together, ${awb} and WO-0000000000: scan again`],
      ]) {
        await page.keyboard.type(scanned!);
        await page.keyboard.press('Enter');
        await page.getByText(sentence!).waitFor();
        await page.getByLabel('Label', { exact: true }).fill('');
      }
    }
    await page.keyboard.type(awb!.toLowerCase());
    const invoice = page.context().waitForEvent('page');
    await page.keyboard.press('Enter');
    await page.getByRole('status').filter({ hasText: order_number }).waitFor();
    await (await invoice).close();
  }
}

async function handOverTheRest(): Promise<void> {
  await desk.goTo('shipping');
  await selectAll();
  await desk.press(`Hand over ${ORDERS - SCANNED} boxes`);
  await desk.page.getByText(`Handed over ${ORDERS - SCANNED} boxes.`).waitFor({ timeout: 120_000 });
  await desk.page.getByText('Nothing to pick').waitFor();
}

async function endTheDay(): Promise<void> {
  await desk.press(`Ask for pick-up: ${account}`);
  await desk.page.getByText(`${ORDERS} boxes, the courier comes`).waitFor({ timeout: 60_000 });
  expect(await desk.accessibilityFindings()).toEqual([]);
  actions.push('print');
  expect((await desk.printed('Print manifest')).text).toContain(`${ORDERS} boxes`);
  expect(actions.length).toBeLessThanOrEqual(ACTIONS_MAX);
  for (const order of [orders[0]!, orders.at(-1)!]) {
    expect((await admin.orders.get(order)).status).toBe('shipped');
  }
  const { invoices } = await app.row<{ invoices: number }>`
    SELECT count(*)::integer AS invoices FROM tax_documents WHERE kind = 'invoice'`;
  expect(invoices).toBe(ORDERS);
  await app.expectInvariants();
}

async function topUp(): Promise<void> {
  const { page } = desk;
  const { sku } = await givenProduct(app, { stock: 9, hsn: '7323', gstRateBp: 1_800 });
  const place = () => shop.orders.place({ sku, quantity: 1 });
  const [broke, waits] = [await place(), await place()];
  // For which the sandbox has no money.
  await shop.orders.changeShipping(broke, { pincode: '560006' });
  for (const order of [broke, waits]) await admin.orders.pay(order);
  await admin.call('bookOrders', { orders: [{ order_number: broke }] });
  await desk.goTo('shipping');
  await page.getByRole('row', { name: broke }).getByText('Problem').waitFor();
  await page.getByText(`${account}: The wallet at the courier is empty`).waitFor();
  await admin.call('bookOrders', { orders: [{ order_number: waits }] });
  await page.getByRole('row', { name: waits }).getByText('waits: no money at courier').waitFor();
  await desk.goTo(`orders/${waits}`);
  await page.getByText(`${account}: The wallet at the courier is empty`).waitFor();

  await app.sql`UPDATE courier_accounts SET paused_until = NULL, pause_reason = NULL`;
  await app.sql`UPDATE orders SET shipping_pincode = '560001'`;
  await desk.goTo('shipping');
  await selectAll();
  await desk.press('Book 1 order again');
  await page.getByText('1 order sent to the courier.').waitFor();
  await page.getByRole('link', { name: 'Print 2 labels' }).waitFor({ timeout: 60_000 });
}

async function bookings() {
  const { data } = await admin.call('listBookings', { limit: 200 });
  return data;
}
