import { SandboxService } from '../../../src/money/gateway/sandbox/sandbox.service.js';
import { GatewayNoticesService } from '../../../src/money/gateway/notices/gateway-notices.service.js';
import { eventually } from '../../support/eventually.js';
import { givenProduct, unique } from '../../support/shop/given.js';
import { givenMember, givenOperator, type GivenUser } from '../../support/shop/people.js';
import { givenShop, type Shop } from '../../support/shop/shop.js';
import { expireUnpaid, makeOlder } from '../../support/time.js';
import type { Visit } from '../support/chromium.js';
import { expectNothingToComplainAbout } from '../support/page-checks.js';
import { admin, app, describeInBrowser, openAs } from '../support/suite.js';

const BANK_DETAILS = 'Indigo Wholesale\\nAccount 50100012345678';
const SUCCESS = 'Payment succeeds';
const FAILURE = 'Payment fails';

let shop: Shop;
let owner: GivenUser;

describeInBrowser(
  'payments in a browser',
  () => {
    beforeEach(async () => {
      shop = await givenShop(app);
      owner = await givenMember(app, shop.client);
    });
    afterAll(() => app.expectInvariants());

    describe('through the gateway', throughTheGateway);
    describe('by bank transfer', byBankTransfer);
    describe('a transfer that a client claims', claimedFromTheWallet);
    describe('with a tax number', withTaxNumber);
  },
  { BANK_DETAILS, UNPAID_ORDER_TTL_HOURS: '0' },
);

const place = async (stock = 100): Promise<string> =>
  shop.orders.place({ sku: (await givenProduct(app, { stock })).sku, quantity: 1 });

async function openPayPage(visit: Visit, order: string): Promise<void> {
  await visit.goTo(`/dashboard/orders/${order}`);
  await visit.page.getByRole('button', { name: 'Pay online' }).click();
  await visit.page.getByRole('heading', { level: 1, name: 'Pay online' }).waitFor();
  await visit.page.getByRole('button', { name: 'Pay ₹110.00' }).click();
  await visit.page.locator('iframe').waitFor();
}

async function payAtSandbox(visit: Visit, scenario: string): Promise<void> {
  const frame = visit.page.frameLocator('iframe[title="Sandbox payment"]');
  await frame.getByLabel(scenario, { exact: true }).check();
  await frame.getByRole('button', { name: 'Pay ₹110.00' }).click();
}

async function arrived(visit: Visit): Promise<void> {
  await visit.page.getByText('Your payment of ₹110.00 arrived.').waitFor();
}

function throughTheGateway(): void {
  it('fails, then succeeds, and is confirmed without a reload', async () => {
    const order = await place();
    const visit = await openAs(owner, undefined, { width: 360 });
    await openPayPage(visit, order);
    await payAtSandbox(visit, FAILURE);
    const frame = visit.page.frameLocator('iframe[title="Sandbox payment"]');
    await frame.getByRole('link', { name: 'Try again' }).click();
    await payAtSandbox(visit, SUCCESS);
    await arrived(visit);
    await visit.page.getByText('It paid your orders.').waitFor();
    expect(await visit.accessibilityFindings()).toEqual([]);
    expect((await admin.orders.get(order)).status).toBe('pending');
  });

  it('is confirmed even if the tab is closed before the return', async () => {
    const order = await place();
    const visit = await openAs(owner);
    await openPayPage(visit, order);
    const frame = visit.page.frameLocator('iframe[title="Sandbox payment"]');
    await frame.getByLabel('Payment succeeds later, after the page was closed').check();
    await frame.getByRole('button', { name: 'Pay ₹110.00' }).click();
    await frame.getByRole('heading', { name: 'Payment under way' }).waitFor();
    await visit.page.close();
    // Its notice is due in some seconds.
    await app.sql`UPDATE sandbox_notices SET due_at = now()`;
    await app.service(SandboxService).sendNotices();
    await app.service(GatewayNoticesService).handleDue();
    await eventually(async () => (await admin.orders.get(order)).status === 'pending');
    const later = await visit.context.newPage();
    await later.goto(`/dashboard/orders/${order}`);
    await later.getByText('Online', { exact: true }).waitFor();
  });

  it('succeeds after expiry: it pays the order if there is stock, otherwise it is credited to the wallet', async () => {
    const [withStock, without] = [await place(1), await place(1)];
    const visit = await openAs(owner);
    for (const order of [withStock, without]) {
      await openPayPage(visit, order);
      await makeOlder(app, { minutes: 90 }, order);
      await expireUnpaid(app);
      if (order === without) {
        const { sku } = (await admin.orders.get(order)).items[0]!;
        const other = await givenShop(app, { plan: shop.client.plan });
        await other.orders.place({ sku, quantity: 1 });
      }
      await payAtSandbox(visit, SUCCESS);
      await arrived(visit);
    }
    await visit.page.getByText('It is in your wallet, less what you owed.').waitFor();
    expect((await admin.orders.get(withStock)).status).toBe('pending');
    expect((await admin.orders.get(without)).status).toBe('expired');
    expect(await admin.walletBalance(shop.client)).toBe(110);
  });

  it('is not opened again for an order that was paid since, and says where money that came too late is', async () => {
    const [early, late] = [await place(), await place()];
    const visit = await openAs(owner, `/dashboard/orders/${early}`);
    await visit.page.getByRole('button', { name: 'Pay online' }).click();
    const pay = visit.page.getByRole('button', { name: 'Pay ₹110.00' });
    await pay.waitFor();
    await admin.orders.pay(early);
    await pay.click();
    await visit.page.getByText('This payment has ended.').waitFor();
    expect(await visit.page.locator('iframe').count()).toBe(0);

    await openPayPage(visit, late);
    await admin.orders.pay(late);
    await payAtSandbox(visit, SUCCESS);
    await arrived(visit);
    await visit.page.getByText('It is in your wallet, less what you owed.').waitFor();
    expect(await admin.walletBalance(shop.client)).toBe(110);

    await place();
    await visit.goTo('/dashboard/orders');
    await visit.page.getByLabel('Select all orders on this page').check();
    await visit.page.getByText('₹0.00 stays in your wallet.', { exact: true }).waitFor();
    await visit.end();

    const [receipt] = (await admin.receipts.list({ client_id: shop.client.id })).data;
    const refund = { amount: 40, reference: unique('RF'), reason: 'Too much' };
    await app.admin('post', `receipts/${receipt!.id}/refunds`, refund).expect(201);
    const finance = await openAs(
      await givenOperator(app, ['finance']),
      '/dashboard/office/money?tab=receipts',
    );
    const name = `Refund to source: ${receipt!.reference}`;
    await finance.page.getByRole('button', { name }).click();
    const dialog = finance.page.getByRole('dialog');
    await dialog.getByText('₹70.00 of this payment can still be refunded.').waitFor();
    expect(await dialog.getByLabel('Amount').inputValue()).toBe('70');
  });
}

function byBankTransfer(): void {
  it('is claimed for 30 orders, confirmed by finance, and pays them all', async () => {
    const { sku } = await givenProduct(app);
    const orders: string[] = [];
    for (let count = 0; count < 30; count += 1) {
      orders.push(await shop.orders.place({ sku, quantity: 1 }));
    }
    const utr = unique('HDFCN52026112100');
    const visit = await openAs(owner, '/dashboard/orders');
    await visit.page.getByLabel('Select all orders on this page').check();
    await visit.page.getByRole('button', { name: 'By bank transfer' }).click();
    const dialog = visit.page.getByRole('dialog');
    await dialog.getByLabel('UTR').fill(utr);
    expect(await dialog.getByLabel('Amount').inputValue()).toBe('3300');
    await dialog.getByRole('button', { name: 'Send claim' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await visit.goTo('/dashboard/wallet');
    await visit.page
      .getByRole('row', { name: utr })
      .getByText('Waiting for confirmation')
      .waitFor();
    await visit.page.getByText('Account 50100012345678').waitFor();
    const claim = visit.page.getByRole('button', { name: 'I have sent a transfer' });
    await claim.click();
    await dialog.getByLabel('UTR').fill(utr);
    await dialog.getByLabel('Amount').fill('1');
    await dialog.getByRole('button', { name: 'Send claim' }).click();
    await dialog.getByRole('alert').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await claim.click();
    expect(await dialog.getByRole('alert').count()).toBe(0);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    expect(await visit.accessibilityFindings()).toEqual([]);

    const finance = await openAs(await givenOperator(app, ['finance']), '/dashboard/office/money', {
      scheme: 'dark',
    });
    expect(await finance.accessibilityFindings()).toEqual([]);
    const { name } = await admin.clients.get(shop.client.id);
    await finance.page.getByRole('row', { name: utr }).getByRole('link', { name }).waitFor();
    await finance.page.getByRole('button', { name: `Confirm ${utr}` }).click();
    await finance.page.getByRole('button', { name: 'Confirm transfer' }).click();
    await finance.page.getByText('Confirmed 1 transfer.').waitFor();
    for (const tab of ['transfers', 'payments', 'missed', 'intents', 'notices', 'days']) {
      await finance.goTo(`/dashboard/office/money?tab=${tab}`);
      expect([tab, await finance.accessibilityFindings()]).toEqual([tab, []]);
    }

    await visit.page.reload();
    await visit.page.getByRole('row', { name: utr }).getByText('30 of 30 orders paid').waitFor();
    const statuses = await Promise.all(
      orders.map(async (order) => (await admin.orders.get(order)).status),
    );
    expect(new Set(statuses)).toEqual(new Set(['pending']));
  });
}

function claimedFromTheWallet(): void {
  it('names the unpaid orders that its amount pays, or those that the client ticks, as one on the page of an order does', async () => {
    const { sku } = await givenProduct(app);
    const orders: string[] = [];
    for (const quantity of [1, 9, 2]) orders.push(await shop.orders.place({ sku, quantity }));
    const visit = await openAs(owner, '/dashboard/wallet', { width: 360 });
    const dialog = visit.page.getByRole('dialog');
    const ticked = async () =>
      Promise.all(orders.map((order) => dialog.getByLabel(order).isChecked()));
    const claimed = async (): Promise<string[]> => {
      await dialog.getByRole('button', { name: 'Send claim' }).click();
      await dialog.waitFor({ state: 'hidden' });
      const { data } = await admin.call('listTransfers', { client_id: shop.client.id });
      return data[0]!.orders.map((each) => each.order_number);
    };
    const open = async (name: string): Promise<void> => {
      await visit.page.getByRole('button', { name }).click();
      await dialog.getByLabel('UTR').fill(unique('HDFCN52026112100'));
    };

    await open('I have sent a transfer');
    await dialog.getByLabel(orders[0]!).waitFor();
    expect(await ticked()).toEqual([false, false, false]);
    await dialog.getByText('It goes to your wallet once it is confirmed.').waitFor();
    await dialog.getByLabel('Amount').fill('400');
    expect(await ticked()).toEqual([true, false, true]);
    await dialog.getByText('It pays 2 orders once it is confirmed; the rest').waitFor();
    expect(await visit.overflow()).toBe(0);
    expect(await claimed()).toEqual([orders[0], orders[2]]);
    await open('I have sent a transfer');
    await dialog.getByLabel('Amount').fill('110');
    await dialog.getByLabel(orders[0]!).uncheck();
    expect(await claimed()).toEqual([]);
    await visit.goTo(`/dashboard/orders/${orders[1]}`);
    await open('By bank transfer');
    expect(await dialog.getByLabel('Amount').inputValue()).toBe('910');
    expect(await claimed()).toEqual([orders[1]]);
  });

  it('is made by UPI with the code and the link of an order, and of a payment online', async () => {
    const [account] = await admin.call('listBankAccounts');
    await admin.call('changeBankAccount', account!.id, { upi_address: 'indigo@upi' });
    const order = await place();
    const visit = await openAs(owner, `/dashboard/orders/${order}`);
    const { page } = visit;
    const link = page.getByRole('link', { name: 'open the app on this phone' });
    const expected = `^upi://pay\\?pa=indigo@upi&pn=.*&am=110.00&cu=INR&tn=CL\\d+%20${order}$`;
    for (const name of ['Pay online', `Pay ₹110.00`]) {
      await page.getByRole('button', { name }).waitFor();
      await page.getByRole('img', { name: 'QR code' }).waitFor();
      expect(await link.getAttribute('href')).toMatch(new RegExp(expected));
      await expectNothingToComplainAbout(visit);
      await page.getByRole('button', { name }).click();
    }
  });

  it('pays in one press what it covers once it is confirmed without orders', async () => {
    const { sku } = await givenProduct(app);
    const placed = [1, 9, 2].map(async (quantity) => shop.orders.place({ sku, quantity }));
    const orders = await Promise.all(placed);
    const visit = await openAs(owner, '/dashboard/wallet');
    const dialog = visit.page.getByRole('dialog');
    await visit.page.getByRole('button', { name: 'I have sent a transfer' }).click();
    await dialog.getByLabel('UTR').fill(unique('HDFCN52026112100'));
    await dialog.getByLabel('Amount').fill('400');
    for (const order of [orders[0]!, orders[2]!]) await dialog.getByLabel(order).uncheck();
    await dialog.getByRole('button', { name: 'Send claim' }).click();
    await dialog.waitFor({ state: 'hidden' });
    const { data } = await admin.call('listTransfers', { client_id: shop.client.id });
    await admin.call('confirmTransfers', { ids: [data[0]!.id] });
    await visit.load('/dashboard/wallet');
    const pay = visit.page.getByRole('button', { name: 'Pay 2 orders with it · ₹320.00' });
    await pay.waitFor();
    await expectNothingToComplainAbout(visit);
    await pay.click();
    await visit.page.getByText('Paid 2 orders from your wallet.').waitFor();
    await pay.waitFor({ state: 'hidden' });
    expect(await admin.walletBalance(shop.client)).toBe(80);
  });
}

function withTaxNumber(): void {
  it('is a choice of the owner, who can also remove the number', async () => {
    const visit = await openAs(owner, '/dashboard/company');
    for (const gstin of ['29AAPFU0939F1ZR', '']) {
      await visit.page.getByRole('button', { name: 'Change' }).click();
      const dialog = visit.page.getByRole('dialog');
      await dialog.getByLabel('GSTIN').fill(gstin);
      await dialog.getByRole('button', { name: 'Save' }).click();
      await dialog.waitFor({ state: 'hidden' });
      expect((await admin.clients.get(shop.client.id)).gstin ?? '').toBe(gstin);
    }
  });
}
