import { Payer } from '../support/shop/checkouts.js';
import { givenProduct, unique } from '../support/shop/given.js';
import { givenOperator, TestBrowser } from '../support/shop/people.js';
import { givenShop, type Shop } from '../support/shop/shop.js';
import { admin, app, browser, describeInBrowser } from './support/suite.js';
import { Operator } from './support/operator.js';

const ORDERS = 20;
const ONLINE = 4;
const TRANSFERS = 4;
const CANCELED = 3;
/** Number of the last order in the courier's file. */
const FILE_ENDS = 16;
const IN_FILE = FILE_ENDS - CANCELED;
/** Orders after those of the courier's file. They are shipped in part. */
const IN_PART = 2;
const PART_ENDS = FILE_ENDS + IN_PART;
/** Most actions of all operators. One more for each order of the file would exceed it. */
const ACTIONS_MAX = 20;
const SHELVES = ['B-10-1', 'A-04-2', 'B-02-3'];
const COURIER = 'BlueLine Express';
const STOCK = 1_000;

let shop: Shop;
let skus: string[];
let orders: string[];
/** Operator who picks and ships all day. */
let warehouse: Operator;
/** Actions of all operators. */
const actions: string[] = [];

describeInBrowser(
  `a day of ${ORDERS} orders`,
  () => {
    beforeAll(async () => {
      shop = await givenShop(app);
      const template = 'https://track.example.com/{tracking_number}';
      await admin.couriers.replace({ name: COURIER, url_template: template });
      skus = [];
      for (const shelf of SHELVES)
        skus.push((await givenProduct(app, { shelf, stock: STOCK })).sku);
      orders = await placeOrders();
      await payOnline(orders.slice(0, ONLINE));
      await claimTransfers(orders.slice(ONLINE));
      const person = await givenOperator(app, ['warehouse']);
      warehouse = await Operator.signIn(browser, person, actions);
    });

    it('is confirmed by finance at once, and three orders are canceled', confirmAndCancel);
    it('is picked along the shelves and by order, with a slip for each box', pick);
    it('is shipped by the file of the courier', shipByFile);
    it('is shipped in part with the keyboard alone', shipInPart);
    it('ends with two returns that are settled', settleReturns);
    it('took few actions and leaves correct books and stock', checkTheDay);
  },
  { BANK_DETAILS: 'Indigo Wholesale' },
);

/** Places orders. Each has two units of each of two products, in turn. */
async function placeOrders(): Promise<string[]> {
  const placed: string[] = [];
  for (let index = 0; index < ORDERS; index += 1) {
    const pair = [skus[index % 3]!, skus[(index + 1) % 3]!];
    placed.push(await shop.orders.place(pair.map((sku) => ({ sku, quantity: 2 }))));
  }
  return placed;
}

async function payOnline(numbers: readonly string[]): Promise<void> {
  const payer = await Payer.of(app, shop.client);
  for (const number of numbers) {
    const checkout = await payer.open([number]);
    await payer.returnFrom(checkout, await payer.payAt(checkout));
  }
}

async function claimTransfers(numbers: readonly string[]): Promise<void> {
  const member = await TestBrowser.ofMember(app, shop.client);
  const size = Math.ceil(numbers.length / TRANSFERS);
  for (let at = 0; at < numbers.length; at += size) {
    const paid = numbers.slice(at, at + size);
    const { status, text } = await member.call('post', 'wallet/transfers', {
      utr: unique('HDFCN5202611210'),
      amount: paid.length * 420,
      date: '2026-11-21',
      order_numbers: paid,
    });
    if (status !== 201) throw new Error(`not claimed: ${text}`);
  }
}

/** Orders that are to be shipped, the oldest first. */
async function toShip(): Promise<string[]> {
  const { data } = await admin.orders.list({ status: 'pending', limit: 500 });
  return data.map((order) => order.order_number);
}

async function confirmAndCancel(): Promise<void> {
  const finance = await Operator.signIn(browser, await givenOperator(app, ['finance']), actions);
  await finance.goTo('money');
  await finance.page.getByLabel('Select all transfers on this page').check();
  await finance.press(new RegExp(`^Confirm ${TRANSFERS} transfers`));
  await finance.page.getByText(`Confirmed ${TRANSFERS} transfers.`).waitFor();
  expect(await toShip()).toHaveLength(ORDERS);

  await finance.goTo('orders?status=pending');
  for (const order of orders.slice(0, CANCELED)) {
    await finance.page.getByLabel(`Select order ${order}`).check();
  }
  expect(await finance.accessibilityFindings()).toEqual([]);
  await finance.press(`Cancel ${CANCELED} orders`);
  await finance.page.getByLabel('Reason').fill('Called off by the store');
  await finance.press(`Cancel ${CANCELED} orders`, 'dialog');
  await finance.page.getByText(`Canceled ${CANCELED} orders.`).waitFor();
  expect(await finance.accessibilityFindings()).toEqual([]);
}

async function pick(): Promise<void> {
  const { page } = warehouse;
  await warehouse.goTo('shipping?view=sku');
  expect(await page.getByRole('row').locator('td:first-child').allInnerTexts()).toEqual(
    SHELVES.toSorted((one, other) => one.localeCompare(other, 'en', { numeric: true })),
  );
  const [first] = await page.getByRole('row').locator('td:last-child').allInnerTexts();
  const sheet = await warehouse.printed('Print pick list');
  expect(sheet.text).toContain(`${ORDERS - CANCELED} orders`);
  expect(sheet.text).toContain(first);

  await warehouse.goTo('shipping');
  expect((await warehouse.printed('Print pick list')).text).toContain(orders.at(-1));
  const slips = await warehouse.printed(`Print ${ORDERS - CANCELED} packing slips`);
  expect(slips.pages).toBe(ORDERS - CANCELED);
  expect(slips.text).toContain('Asha Verma');
  expect(slips.text).not.toMatch(/₹|\b420\b|\b100\.00\b/);
}

async function shipByFile(): Promise<void> {
  const { page } = warehouse;
  const inFile = orders.slice(CANCELED, FILE_ENDS);
  const rows = inFile.map((order, index) => `${order};BL${1_000 + index};1.2 kg`);
  const wrong = [`${orders[0]};BL1;1 kg`, 'WO-0000000000;BL2;1 kg'];
  await warehouse.goTo('shipping?tab=upload');
  await warehouse.upload(`Order No.;AWB No;Weight\n${[...rows, ...wrong].join('\n')}\n`);
  await page.getByText(`${IN_FILE} shipments can be shipped.`).waitFor();
  expect(await warehouse.accessibilityFindings()).toEqual([]);
  const faulty = await warehouse.downloaded('Download the rows at fault');
  expect(faulty.split('\r\n').map((row) => row.split(',')[0])).toEqual([
    ...['Order No.', orders[0], 'WO-0000000000', ''],
  ]);
  expect(faulty).toContain('There is no such order.');
  await warehouse.press(`Ship ${IN_FILE} shipments`);
  await page.getByText(`Shipped ${IN_FILE} shipments.`).waitFor();
  const [shipped] = (await admin.orders.get(inFile[0]!)).shipments;
  expect(shipped).toMatchObject({
    courier: COURIER,
    tracking_url: 'https://track.example.com/BL1000',
  });
}

async function shipInPart(): Promise<void> {
  const { page } = warehouse;
  await warehouse.goTo('shipping?tab=scan');
  for (const [index, order] of orders.slice(FILE_ENDS, PART_ENDS).entries()) {
    await page.getByLabel('Order number').and(page.locator(':focus')).waitFor();
    await page.keyboard.type(order.toLowerCase());
    await warehouse.enter('Find order');
    await page.getByLabel('Tracking number').and(page.locator(':focus')).waitFor();
    if (index === 0) expect(await warehouse.accessibilityFindings()).toEqual([]);
    await page.keyboard.press('F2');
    await page.keyboard.type('1');
    await page.keyboard.press('F8');
    await page.keyboard.type(`PARTS-${index}`);
    await warehouse.enter('Ship');
    await page.getByText(`PARTS-${index}`).waitFor();
  }
  const states = await Promise.all(
    orders.slice(FILE_ENDS, PART_ENDS).map((order) => admin.orders.get(order)),
  );
  for (const { status, items } of states) {
    expect(status).toBe('partially_shipped');
    expect(items.map((item) => item.shipped_quantity).sort()).toEqual([1, 2]);
  }
}

async function settleReturns(): Promise<void> {
  const owner = await Operator.signIn(browser, await givenOperator(app), actions);
  const [whole, part] = [orders[10]!, orders[11]!];
  for (const order of [whole, part]) {
    await owner.goTo(`orders/${order}`);
    await owner.press('Mark as returned');
    await owner.press('Mark as returned', 'dialog');
    await owner.page.getByRole('button', { name: 'Settle return' }).waitFor();
  }
  await owner.goTo('returns');
  await owner.press(`Settle ${whole}`);
  const refund = owner.page.getByLabel('Refund to the wallet');
  await refund.selectOption('All that is left, with the delivery charge: ₹420.00');
  await owner.page.getByLabel('Reason').fill('The customer did not want it');
  await owner.press('Refund ₹420.00', 'dialog');
  await owner.page.getByText(`₹420.00 of ${whole} went to the wallet`).waitFor();
  await owner.press(`Settle ${part}`);
  await owner.page.getByRole('dialog').getByRole('textbox').first().fill('0');
  await owner.page.getByLabel('Refund to the wallet').selectOption('A part');
  await owner.page.getByLabel('Amount').fill('100.5');
  await owner.page.getByLabel('Reason').fill('Two were broken by the customer');
  await owner.press('Refund the part', 'dialog');
  await owner.page.getByText('No return to settle.').waitFor();
  await owner.goTo('returns?tab=settled');
  await owner.page.getByRole('row', { name: whole }).getByText('Refunded').waitFor();
  await owner.page.getByRole('row', { name: part }).getByText('Closed, part kept').waitFor();
}

async function checkTheDay(): Promise<void> {
  expect(actions.length).toBeLessThanOrEqual(ACTIONS_MAX);
  await app.expectInvariants();
  expect(await admin.walletBalance(shop.client)).toBe(CANCELED * 420 + 420 + 100.5);
  expect((await toShip()).toSorted()).toEqual(orders.slice(PART_ENDS).toSorted());
  const levels = await Promise.all(
    skus.map(async (sku) => (await admin.stock.get(sku)).levels[0]!),
  );
  const onHand = levels.reduce((sum, level) => sum + level.on_hand, 0);
  const reserved = levels.reduce((sum, level) => sum + level.reserved, 0);
  // Four units left for each order of the file, three for each one shipped in part. The returns brought back four and two.
  expect(onHand).toBe(3 * STOCK - IN_FILE * 4 - IN_PART * 3 + 4 + 2);
  expect(reserved).toBe((ORDERS - PART_ENDS) * 4 + IN_PART);
}
