import { OrderSearchJob } from '../../src/fulfillment/search/order-search.job.js';
import { givenOrderAfter, givenOrderOf } from '../support/shop/order-actions.js';
import { givenProduct } from '../support/shop/given.js';
import { givenMember, givenOperator, type GivenUser } from '../support/shop/people.js';
import { givenShop } from '../support/shop/shop.js';
import { barCodesOf, pagesOf, pageSizesOf } from '../support/tax/read-pdf.js';
import { KARNATAKA, TaxAdmin } from '../support/tax/tax-admin.js';
import { admin, app, browser, describeInBrowser, openAs } from './support/suite.js';
import { showCreditNote } from './support/credit-note.js';
import { scansByCamera, typesWithoutCamera } from './support/camera.js';
import { Operator } from './support/operator.js';
import { packsByScans } from './support/scans/packing.js';
import { asksAboutForeignNumbers, scansAnything } from './support/scans/scans.js';
import { packsAfterStrayClicks, packsWithoutWaiting } from './support/scans/stray-focus.js';
import { setsUpCourier } from './support/courier-account.js';
import { leadsReturn } from './support/return-to-stock.js';

describeInBrowser('the pages of orders, shipping and returns', () => {
  let operator: GivenUser;
  beforeAll(async () => {
    operator = await givenOperator(app);
  });

  it('change many orders at once, and show the error of each refused one', changeMany);

  it('open an order by the phone of its customer in two actions, and ship it from the search', () =>
    shipFromSearch(operator));

  it('open the only result also if Enter is pressed before the code of the search has arrived', () =>
    searchOnSlowLine(operator));

  it('suggest orders to a client on a phone, only its own', suggestOnPhone);

  it('lead a return from the request of the store to good units in stock', () =>
    leadsReturn(operator));

  it('keep what was typed with its line when a colleague ships another one', () =>
    keepsUnits(operator));

  it('leave a person where it went while a shipment was recorded', () => goesOnMeanwhile(operator));

  it('ask about the tracking number of another order, also in a correction and a file', () =>
    asksAboutForeignNumbers(operator));

  it('print invoices, and show them to the client', async () => {
    const tax = new TaxAdmin(app);
    await tax.putProfile({ on_missing: 'ship' });
    const shop = await givenShop(app);
    await tax.changeClient(shop.client.id, KARNATAKA);
    const { sku } = await givenProduct(app, { hsn: '7323', gstRateBp: 1_800 });
    const taxed = await givenOrderOf(shop, sku, 1, 'pay');
    const warehouse = await Operator.signIn(browser, await givenOperator(app, ['warehouse']), []);
    // One without an invoice, by the courier's file.
    const bare = await givenOrderAfter(shop, 'pay');
    await warehouse.goTo('shipping?tab=upload');
    await warehouse.upload(`Order No,AWB No,Courier\n${bare},DL 7,Delhivery\n`);
    const why = `without an invoice: ${bare}, because`;
    await warehouse.page.getByText(`1 order would ship ${why}`).waitFor();
    await warehouse.press('Ship 1 shipment');
    await warehouse.page.getByText(`1 order shipped ${why}`).waitFor();
    await warehouse.goTo('shipping?tab=scan');
    const find = async (): Promise<void> => {
      await warehouse.page.getByLabel('Order number').fill(taxed);
      await warehouse.press('Find order');
    };
    await find();
    await warehouse.page.getByLabel('Tracking number').fill('DL 10001');
    await warehouse.page.getByLabel('Courier').fill('Blue Dart');
    // What was typed before the page was loaded again is not lost.
    await warehouse.page.reload();
    await find();
    await warehouse.press('Fill in what you typed');
    expect(await warehouse.page.getByLabel('Tracking number').inputValue()).toBe('DL 10001');
    await warehouse.press('Ship');
    const invoice = warehouse.page.getByRole('link', { name: 'Print slip and invoice' });
    const address = (await invoice.getAttribute('href'))!;
    const { data } = await tax.documents({ order_number: taxed });
    const pdf = await warehouse.page.request.get(address);
    const [slip, page] = await pagesOf(await pdf.body());
    expect(slip).toContain('Deliver to');
    expect(page).toContain(data[0]!.number);

    const owner = await Operator.signIn(browser, operator, []);
    await owner.goTo(`invoices?q=${taxed}`);
    await owner.page.getByLabel('Select all documents on this page').check();
    const print = owner.page.getByRole('link', { name: 'Print 1 document' });
    const again = await owner.page.request.get((await print.getAttribute('href'))!);
    expect((await pagesOf(await again.body()))[0]).toContain('Duplicate (printed before)');

    const client = await openAs(await givenMember(app, shop.client), `/dashboard/orders/${taxed}`);
    await client.page.getByRole('link', { name: data[0]!.number }).first().waitFor();
  });

  it('say in one sentence what was scanned, and take the next scan without a click', scansAnything);

  it('count the articles of a shipment by scans before it is sent', () => packsByScans(operator));

  it('take scans and keys wherever the focus is, and ask before counted units are forgotten', () =>
    packsAfterStrayClicks(operator));

  it('take the scans of a scanner that does not wait, and none of them for a box that is asked about', () =>
    packsWithoutWaiting(operator));

  it('read the bar code of a slip with the camera, and turn it off again', scansByCamera);

  it('say why there is no camera, and take what is typed', typesWithoutCamera);

  it('show the credit note of a refund before it is issued', () => showCreditNote(operator));

  it('set up an account with a courier, boxes and rules, and show no secret twice', () =>
    setsUpCourier(operator));
});

/** Ships an order, and opens another page before all lists of its page are read again. */
async function goesOnMeanwhile(operator: GivenUser): Promise<void> {
  const shop = await givenShop(app);
  const { sku } = await givenProduct(app);
  const order = await shop.orders.place({ sku, quantity: 1 });
  await admin.orders.pay(order);
  const visit = await openAs(operator, `/dashboard/office/orders/${order}?dialog=ship`);
  const dialog = visit.page.getByRole('dialog');
  await dialog.getByLabel('Courier').fill('Blue Dart');
  await dialog.getByLabel('Tracking number').fill(`DL1 ${order}`);
  // Never answered.
  await visit.page.route('**/notes?*', () => undefined);
  await dialog.getByRole('button', { name: 'Ship order' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await visit.goTo('/dashboard/office');
  expect(new URL(visit.page.url()).pathname).toBe('/dashboard/office');
}

async function keepsUnits(operator: GivenUser): Promise<void> {
  const shop = await givenShop(app);
  const items = await Promise.all(
    [1, 2].map(async () => ({ sku: (await givenProduct(app)).sku, quantity: 1 })),
  );
  const order = await shop.orders.place(items);
  await admin.orders.pay(order);
  const warehouse = await Operator.signIn(browser, operator, []);
  const dialog = warehouse.page.getByRole('dialog');
  const units = dialog.getByLabel(/^Product/);
  await warehouse.goTo(`orders/${order}?dialog=ship`);
  await dialog.getByLabel('Courier').fill('Blue Dart');
  await dialog.getByLabel('Tracking number').fill('DL 70007');
  await units.last().fill('0');
  await admin.orders.ship(order, { items: [{ line: 1, quantity: 1 }] });
  await warehouse.page.reload();
  await warehouse.press('Fill in what you typed');
  expect(await dialog.getByLabel('Tracking number').inputValue()).toBe('DL 70007');
  expect(await units.inputValue()).toBe('0');
  await warehouse.press('Ship order', 'dialog');
  await warehouse.page.getByText('Ship at least one unit').waitFor();
}

async function shipFromSearch(operator: GivenUser): Promise<void> {
  const shop = await givenShop(app);
  const { sku } = await givenProduct(app);
  const customer = { name: 'José Fernandes', phone: '+91 98765 23757' };
  const order = await shop.orders.place({ sku, quantity: 1 }, { customer });
  await admin.orders.pay(order);
  await app.service(OrderSearchJob).run();
  const actions: string[] = [];
  const desk = await Operator.signIn(browser, operator, actions);
  const { page } = desk;
  await desk.goTo('');
  await page.keyboard.press('/');
  await page.keyboard.type('98765 23757');
  actions.push('type the phone number');
  await desk.enter('open it');
  await page.getByRole('heading', { name: `Order ${order}` }).waitFor();
  expect(actions).toHaveLength(2);

  await page.keyboard.press('Control+k');
  await page.keyboard.type('jose');
  const found = page.getByRole('option', { name: order, exact: false }).first();
  await found.getByText('José Fernandes · +91 98765 23757 · Bengaluru').waitFor();
  expect(await desk.accessibilityFindings()).toEqual([]);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  const ship = page.getByRole('option', { name: `Record a shipment for ${order}` });
  expect(await ship.getAttribute('aria-selected')).toBe('true');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Tracking number').fill('AWB-2201');
  await dialog.getByLabel(/^Courier/).fill('BlueLine');
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'hidden' });
  expect((await admin.orders.get(order)).status).toBe('shipped');

  await page.keyboard.press('/');
  await page.keyboard.type('nothing like it');
  await page.getByText('Nothing found.').waitFor();
  await page.keyboard.press('Escape');
  expect(await page.getByText('Nothing found.').isVisible()).toBe(false);
}

async function searchOnSlowLine(operator: GivenUser): Promise<void> {
  const { sku } = await givenProduct(app);
  const order = await (await givenShop(app)).orders.place({ sku, quantity: 1 });
  const visit = await browser.open();
  const { page } = visit;
  let arrive = (): void => undefined;
  const arrival = new Promise<void>((resolve) => (arrive = resolve));
  await visit.signIn(operator);
  await page.route('**/search-panel*.js', async (route) => {
    await arrival;
    await route.continue();
  });
  await visit.goTo('/dashboard/office/');
  await page.getByRole('combobox', { name: 'Search' }).fill(order);
  await page.keyboard.press('Enter');
  arrive();
  await page.getByRole('heading', { name: `Order ${order}` }).waitFor();
}

async function suggestOnPhone(): Promise<void> {
  const shop = await givenShop(app);
  const { sku } = await givenProduct(app);
  const customer = { name: 'Meera Nair', phone: '9988776655' };
  const [own] = [
    await shop.orders.place({ sku, quantity: 1 }, { customer }),
    await (await givenShop(app)).orders.place({ sku, quantity: 1 }, { customer }),
  ];
  await app.service(OrderSearchJob).run();
  const visit = await openAs(await givenMember(app, shop.client), '/dashboard', { width: 360 });
  await visit.page.getByRole('combobox', { name: 'Search orders' }).fill('meera');
  const options = visit.page.getByRole('option');
  await options.first().waitFor();
  expect(await options.allInnerTexts()).toEqual([expect.stringContaining(own)]);
  expect(await visit.page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await options.first().click();
  await visit.page.getByRole('heading', { name: own }).waitFor();
}

async function changeMany(): Promise<void> {
  const shop = await givenShop(app);
  const { sku } = await givenProduct(app);
  const first = await givenOrderOf(shop, sku, 1, 'pay', 'ship');
  const second = await givenOrderOf(shop, sku, 1, 'pay', 'ship');
  const third = await givenOrderOf(shop, sku, 1, 'pay');
  const warehouse = await Operator.signIn(browser, await givenOperator(app, ['warehouse']), []);
  const { page } = warehouse;
  await warehouse.goTo(`orders?client=${shop.client.id}`);
  await page.getByLabel('Select all orders on this page').check();
  await page.getByText(`No slip: ${second} (shipped), ${first} (shipped)`).waitFor();
  expect((await warehouse.printed('Print 1 packing slip')).text).toContain(third);
  const paper = page.getByRole('combobox', { name: 'Paper of packing slips' });
  await Promise.all([
    page.waitForResponse((answer) => answer.url().endsWith('/admin/brand/slip-paper')),
    paper.selectOption('Labels 100 × 150 mm'),
  ]);
  expect(await warehouse.accessibilityFindings()).toEqual([]);
  const print = page.getByRole('link', { name: 'Print 1 packing slip' });
  const label = await page.request.get((await print.getAttribute('href'))!);
  expect(await barCodesOf(await label.body())).toEqual([third]);
  expect(await pageSizesOf(await label.body())).toEqual(['283 x 425']);
  // It is kept for everybody.
  expect((await admin.call('getBrand')).slip_paper).toBe('100x150');
  // While the page still shows it as shipped.
  await admin.orders.return(second);
  await warehouse.press('Mark 2 as delivered');
  await page.getByText('Marked as delivered: 1 of 2 orders.').waitFor();
  const file = await warehouse.downloaded('Download these as CSV');
  expect(file.split('\r\n').map((row) => row.split(',')[0])).toEqual([
    ...['order_number', second, ''],
  ]);
  expect((await admin.orders.get(first)).status).toBe('delivered');
  expect((await admin.orders.get(third)).status).toBe('pending');
}
