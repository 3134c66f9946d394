import { TokenUsesService } from '../../src/auth/token-use/token-uses.service.js';
import { OPERATOR } from '../support/app.js';
import { givenProduct, SHIPMENT } from '../support/shop/given.js';
import { mailTo } from '../support/shop/mails.js';
import { givenMember, givenOperator, type GivenUser } from '../support/shop/people.js';
import { storeRefused } from '../support/shop/refused-requests.js';
import { givenShop, type Shop } from '../support/shop/shop.js';
import { admin, app, browser, dataDir, describeInBrowser, openAs } from './support/suite.js';
import { expectFirstCallsOnce } from './support/first-calls.js';

const PASSWORD = 'a password of some length';
const NOT_A_PAGE = "javascript:ran('tracking')";

let operator: GivenUser;
let owner: GivenUser;
let shop: Shop;
let sku: string;
let paid: string;
let unpaid: string;

describeInBrowser('the dashboard in a browser', () => {
  beforeAll(async () => {
    operator = await givenOperator(app);
    shop = await givenShop(app);
    owner = await givenMember(app, shop.client);
    ({ sku } = await givenProduct(app));
    paid = await shop.orders.place({ sku, quantity: 2 });
    await admin.orders.pay(paid);
    unpaid = await shop.orders.place({ sku, quantity: 1 });
  });

  describe('the first look', firstLook);
  describe('the stories of clients', storiesOfClients);
  describe('the stories of operators', storiesOfOperators);
});

function firstLook(): void {
  it("uses the system's color scheme before its scripts run", async () => {
    const visit = await browser.open({ scheme: 'dark' });
    await visit.page.route('**/assets/index-*.js', (route) => route.abort());
    await visit.page.goto('/dashboard/sign-in', { waitUntil: 'domcontentloaded' });
    const body = visit.page.locator('body');
    const color = await body.evaluate((element) => getComputedStyle(element).backgroundColor);
    expect(color).toBe('rgb(20, 24, 31)');
  });

  it('begins each first page of a person with the one call that it needs', async () => {
    for (const [person, isOffice] of [
      [owner, false],
      [operator, true],
    ] as const) {
      const visit = await browser.open();
      await visit.signInWithForm(person);
      await expectFirstCallsOnce(visit, { isOffice });
    }
  });

  it('moves nothing if the person prefers reduced motion', async () => {
    const visit = await browser.open();
    await visit.goTo('/dashboard/sign-in');
    const moving = await visit.page.evaluate(() =>
      [...document.querySelectorAll('*')].filter((element) => {
        const { animationName, transitionProperty } = getComputedStyle(element);
        return animationName !== 'none' || transitionProperty !== 'none';
      }),
    );
    expect(moving).toEqual([]);
  });
}

function storiesOfClients(): void {
  it('offers no bank transfer without an account of the wholesaler', async () => {
    // This service has no BANK_DETAILS.
    const visit = await openAs(owner, `/dashboard/orders/${unpaid}`);
    const { page } = visit;
    await page.getByRole('button', { name: 'Pay from wallet' }).waitFor();
    expect(await page.getByRole('button', { name: 'By bank transfer' }).count()).toBe(0);
    await visit.goTo('/dashboard/orders');
    await page.getByLabel('Select all').check();
    expect(await page.getByRole('button', { name: 'By bank transfer' }).count()).toBe(0);
    await visit.goTo('/dashboard/wallet');
    await page
      .getByText('Bank transfers are not available: the wholesaler has not set up an account.')
      .waitFor();
    expect(await page.getByRole('button', { name: 'sent a transfer' }).count()).toBe(0);
  });

  it('takes an invited client from the invitation to a shipped order', async () => {
    const client = await givenShop(app);
    await admin.clients.invite(client.client.id, 'meera@meera.example');
    const [link = ''] =
      /http\S+#token=\S+/.exec(await mailTo(dataDir, 'meera@meera.example')) ?? [];
    const visit = await browser.open();
    await visit.page.goto(link);
    await visit.page.getByLabel('Your name').fill('Meera Nair');
    await visit.page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await visit.page.getByRole('button', { name: 'Accept invitation' }).click();
    await visit.page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();

    await visit.page.getByRole('link', { name: 'API access' }).click();
    await visit.page.getByRole('button', { name: 'Create token' }).click();
    const dialog = visit.page.getByRole('dialog');
    await dialog.getByLabel('Domain').fill('https://www.meera.example');
    await dialog.getByRole('button', { name: 'Create token' }).click();
    const token = await visit.page.locator('pre').innerText();
    await visit.page.getByRole('button', { name: 'I have stored it' }).click();
    await visit.page.locator('pre').waitFor({ state: 'detached' });

    const meera = client.withToken(token, 'meera.example');
    const order = await meera.orders.place({ sku, quantity: 1 });
    await admin.receipts.record(client.client.id, 500);
    await visit.page.getByRole('link', { name: 'Orders', exact: true }).click();
    await visit.page.getByLabel(`Select order ${order}`).check();
    await visit.page.getByRole('button', { name: 'Pay 1 order from wallet · ₹110.00' }).click();
    await visit.page.getByText('Paid 1 order from your wallet.').waitFor();

    const file = `order_number,courier,tracking_number,tracking_url\n${order},Blue,BL1,https://blue.example/BL1\n`;
    await app.sendRaw('post', '/admin/shipments/import', OPERATOR, file, 'text/csv').expect(200);
    await visit.goTo(`/dashboard/orders/${order}`);
    await visit.page.getByRole('link', { name: 'Track BL1' }).waitFor();
    expect(await client.orders.status(order)).toMatchObject({ status: 'shipped' });
  });

  it('makes links only of addresses with http, even if others were stored without a check', async () => {
    const order = await shop.orders.place({ sku, quantity: 1 });
    await admin.sell(order);
    const [shipment] = (await admin.orders.get(order)).shipments;
    const { id } = shipment!;
    await admin.orders.correctShipment(order, id, { tracking_url: NOT_A_PAGE }).refused(422);
    await app.sql`UPDATE shipments SET tracking_url = ${NOT_A_PAGE} WHERE id = ${id}`;
    const visit = await openAs(owner, `/dashboard/orders/${order}`);
    await visit.page.getByText(SHIPMENT.tracking_number).first().waitFor();
    expect(await visit.page.locator('a[href^="javascript:" i]').count()).toBe(0);
  });

  it('finds a leaked token by its last use, and rotates it', async () => {
    const store = await givenShop(app);
    await store.me();
    // The job does it once a minute.
    await app.service(TokenUsesService).store();
    const member = await givenMember(app, store.client);
    const visit = await openAs(member, '/dashboard/api-access');
    const last4 = store.client.token.slice(-4);
    const row = visit.page.getByRole('row', { name: `…${last4}` });
    await row.getByText('from 127.0.0.1').waitFor();
    await app.sql`UPDATE sessions SET confirmed_at = now() - interval '5 minutes'`;
    await row.getByRole('button', { name: `Rotate token …${last4}` }).click();
    const dialog = visit.page.getByRole('dialog', { name: 'Rotate token' });
    await dialog.getByLabel('The old token ends').selectOption('Immediately: the token has leaked');
    await dialog.getByRole('button', { name: 'Rotate token' }).click();
    const again = visit.page.getByRole('dialog', { name: 'Enter your password again' });
    await again.getByLabel('Password', { exact: true }).fill(member.password);
    await again.getByRole('button', { name: 'Confirm' }).click();
    const token = await visit.page.locator('pre').innerText();
    await store.me().expect(401);
    await store.withToken(token).me();
  });

  it('shows in three clicks why an order was refused', async () => {
    const store = await givenShop(app);
    const refused = { store_order_id: 'REFUSED-1405' };
    const { request_id: id } = await store.orders.place({ sku, quantity: 0 }, refused).refused(422);
    await storeRefused(app, store.client);
    const visit = await browser.open();
    await visit.signInWithForm(await givenMember(app, store.client));
    await visit.page.getByRole('link', { name: 'Refused requests' }).click();
    await visit.page.getByRole('heading', { level: 1, name: 'Requests', exact: true }).waitFor();
    const row = visit.page.getByRole('row', { name: 'REFUSED-1405' });
    expect(await row.innerText()).toContain('items.0.quantity');
    await row.getByRole('button', { name: `Copy request id ${id}` }).waitFor();
  });
}

function storiesOfOperators(): void {
  it('leads operators to the requested page after signing in', async () => {
    const visit = await browser.open();
    await visit.page.goto(`/dashboard/office/orders/${paid}`);
    await visit.page.waitForURL('**/sign-in?next=*');
    await visit.page.getByLabel('Email').fill(operator.email);
    await visit.page.getByLabel('Password', { exact: true }).fill('wrong');
    await visit.page.getByRole('button', { name: 'Sign in' }).click();
    await visit.page.getByRole('alert').getByText('is wrong').waitFor();
    await visit.page.getByLabel('Password', { exact: true }).fill(operator.password);
    await visit.page.getByRole('button', { name: 'Sign in' }).click();
    await visit.page.waitForURL(`**/office/orders/${paid}`);
    await visit.settle();
    expect(await visit.page.title()).toBe(`Order ${paid} · Wholesale orders`);
  });

  it('does not redirect to another site after signing in', async () => {
    const visit = await browser.open();
    await visit.page.goto('/dashboard/sign-in?next=//evil.example/dashboard');
    await visit.page.getByLabel('Email').fill(owner.email);
    await visit.page.getByLabel('Password', { exact: true }).fill(owner.password);
    await visit.page.getByRole('button', { name: 'Sign in' }).click();
    await visit.page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    expect(new URL(visit.page.url()).hostname).toBe('localhost');
  });

  it('shows client and operator why the client canceled an order', async () => {
    const order = await shop.orders.place({ sku, quantity: 1 });
    const client = await openAs(owner, `/dashboard/orders/${order}`);
    await client.page.getByRole('button', { name: 'Cancel order' }).click();
    const dialog = client.page.getByRole('dialog');
    await dialog.getByLabel('Reason').fill('Ordered twice');
    await dialog.getByRole('button', { name: 'Cancel order' }).click();
    const office = await openAs(operator, `/dashboard/office/orders/${order}`);
    for (const { page } of [client, office])
      await page.getByText('Ordered twice').first().waitFor();
    expect(await shop.orders.get(order)).toMatchObject({ cancel_reason: 'Ordered twice' });
    await office.end();
    await client.end();
  });

  it('lets operators ship an order, and keeps clients out of the office', async () => {
    const order = await shop.orders.place({ sku, quantity: 1 });
    await admin.orders.pay(order);
    const visit = await openAs(operator, '/dashboard/office/orders');
    await visit.page.getByRole('link', { name: order }).click();
    await visit.page.getByRole('heading', { level: 1, name: `Order ${order}` }).waitFor();
    await visit.page.locator('h1:focus').waitFor();
    await visit.page.getByRole('button', { name: 'Ship order' }).click();
    const dialog = visit.page.getByRole('dialog');
    await dialog.getByLabel('Courier').fill('BlueLine Express');
    await dialog.getByLabel('Tracking number').fill('BL482913375IN');
    await dialog.getByLabel('Tracking page').fill('https://track.example.com/BL482913375IN');
    await dialog.getByRole('button', { name: 'Ship order' }).click();
    await visit.page.getByRole('link', { name: 'Track BL482913375IN' }).waitFor();
    expect(await shop.orders.status(order)).toMatchObject({ status: 'shipped' });
    await visit.end();
    const client = await openAs(owner, '/dashboard/office/orders');
    await client.page.waitForURL((url) => !url.pathname.includes('office'));
  });
}
