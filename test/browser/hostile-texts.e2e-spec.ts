import { Deliveries, type GivenBooking } from '../support/couriers/deliveries.js';
import { givenProduct, SHIPMENT } from '../support/shop/given.js';
import { mailTo } from '../support/shop/mails.js';
import {
  givenOperatorToken,
  givenMember,
  givenOperator,
  TestBrowser,
  type GivenUser,
} from '../support/shop/people.js';
import { storeRefused } from '../support/shop/refused-requests.js';
import { givenShop, type Shop } from '../support/shop/shop.js';
import type { Visit } from './support/chromium.js';
import { admin, app, browser, dataDir, describeInBrowser, openAs } from './support/suite.js';

/** Makes a text that would run as a script if a page took it for HTML. The text contains the name of its field. */
const hostile = (field: string): string => `${field} <img src=x onerror=ran(1)>`;
/** Fields that every page of an order shows. */
const ORDER = 'product variation customer address city state country notes';
const NOT_A_PAGE = "javascript:ran('tracking')";

let shop: Shop;
let operator: GivenUser;
let owner: GivenUser;
/** Two orders whose texts attack the pages: a shipped one and a canceled one. */
let shipped: string;
let canceled: string;
let sku: string;
/** A shipment whose delivery failed. */
let failed: GivenBooking;

/** Puts a hostile text into each field that stores, clients and operators fill and a page shows. */
async function fillEveryField(): Promise<void> {
  const { client } = shop;
  ({ sku } = await givenProduct(app, {
    name: hostile('product'),
    category: hostile('category'),
    variations: [{ name: 'Size', values: [hostile('variation')] }],
    stock: { [`Size:${hostile('variation')}`]: 10 },
  }));
  const place = (id: string) =>
    shop.orders.place(
      { sku, quantity: 1, variation: hostile('variation') },
      {
        customer: { name: hostile('customer'), phone: '+91 98765 43210' },
        shipping: {
          address: hostile('address'),
          city: hostile('city'),
          state: hostile('state'),
          country: hostile('country'),
          pincode: '560001',
        },
        notes: hostile('notes'),
        store_order_id: hostile(id),
      },
    );
  shipped = await place('order');
  await admin.orders.pay(shipped, { method: 'other', reference: hostile('reference') });
  const shipment = { courier: hostile('courier'), tracking_number: hostile('tracking') };
  await admin.orders.ship(shipped, { ...SHIPMENT, ...shipment });
  canceled = await place('second');
  await admin.orders.cancel(canceled, { reason: hostile('reason') });
  await admin.receipts.record(client.id, 500, { reference: hostile('receipt') });
  await admin.plans.change(client.plan, { name: hostile('plan') });
  await admin.clients.change(client.id, { name: hostile('client') });
  // An order that is refused, and remembered.
  await shop.orders
    .place({ sku, quantity: 0 }, { store_order_id: hostile('refused') })
    .refused(422);
  await storeRefused(app, client);
  await admin.clients.invite(client.id, 'guest@hostile.example');
  await asMember();
  await asOperator();
  await app.sql`UPDATE users SET name = ${hostile('person')}`;
}

async function asMember(): Promise<void> {
  const member = await TestBrowser.signedIn(app, owner);
  const view = { list: 'orders', name: hostile('view'), query: 'q=x' };
  expect((await member.call('post', 'views', view)).status).toBe(201);
  const company = { billing_address: hostile('billing') };
  expect((await member.call('put', 'company', company)).status).toBe(200);
  await app.sql`UPDATE sessions SET agent = ${hostile('agent')}`;
}

async function asOperator(): Promise<void> {
  const staff = await TestBrowser.signedIn(app, operator);
  const view = { list: 'office-orders', name: hostile('view'), query: 'q=x' };
  expect((await staff.call('post', 'views', view)).status).toBe(201);
  await givenOperatorToken(staff, { name: hostile('token') });
}

/** Puts a hostile text into each field that couriers fill, and those who set them up. */
async function fillCouriers(): Promise<void> {
  const deliveries = await Deliveries.of(app, shop);
  failed = await deliveries.givenSent();
  await deliveries.answers(failed, ['OFD', 3], ['FA', 2], ['XYZ', 1]);
  await deliveries.answers(await deliveries.givenSent(), ['PU', 9], ['RT', 3]);
  await deliveries.answers(await deliveries.givenSent(), ['IT', 9], ['LOST', 3]);
  await deliveries.answers(await deliveries.givenSent(), ['DL', 9], ['RTO', 3]);
  const { id: stuck } = await deliveries.book();
  await app.sql`UPDATE courier_accounts SET name = ${hostile('account')}, check_problem = ${hostile('check')},
    pickup_name = ${hostile('pickup')}`;
  await app.sql`UPDATE courier_codes SET words = ${hostile('code')}`;
  await app.sql`UPDATE courier_bookings SET courier_name = ${hostile('carrier')}, problem_words = ${hostile('problem')}`;
  await app.sql`UPDATE courier_bookings SET state = 'needs_person', problem_code = 'cancel_refused' WHERE id = ${stuck}`;
  await app.sql`UPDATE shipments SET courier = ${hostile('carrier')}`;
  await app.sql`UPDATE shipment_events SET words = ${hostile('scan')}, place = ${hostile('place')}`;
  await app.sql`UPDATE delivery_failures SET words = ${hostile('driver')}, problem = ${hostile('refusal')}`;
  await app.sql`UPDATE delivery_findings SET note = ${hostile('finding')}`;
}

const WIDTHS = [360, 768, 1280] as const;

/** Lists what is cut or wrapped on a page: its overflow, order numbers of several lines, and cut amounts. */
async function misfits(visit: Visit): Promise<string[]> {
  return visit.page.evaluate(() => {
    const overflow = document.documentElement.scrollWidth - document.documentElement.clientWidth;
    const numbers = [...document.querySelectorAll<HTMLElement>('a, td .mono')].filter(
      (element) =>
        /^WO-[0-9A-Z]{10}$/.test(element.innerText) && element.getClientRects().length > 1,
    );
    const amounts = [...document.querySelectorAll<HTMLElement>('.number, button')].filter(
      (element) =>
        element.innerText.includes('₹') &&
        element.scrollWidth > element.clientWidth + 1 &&
        element.clientWidth > 0,
    );
    return [
      ...(overflow > 0 ? [`${overflow} px too wide`] : []),
      ...numbers.map(({ innerText }) => `wrapped: ${innerText}`),
      ...amounts.map(({ innerText }) => `cut: ${innerText}`),
    ];
  });
}

/** Expects that a page fits each width. It keeps the last width, which shows all columns of lists. */
async function expectToFit(visit: Visit, path: string): Promise<void> {
  for (const width of WIDTHS) {
    await visit.resize({ width, scheme: 'light' });
    expect([path, width, await misfits(visit)]).toEqual([path, width, []]);
  }
}

describeInBrowser('texts that attack the dashboard', () => {
  beforeAll(async () => {
    shop = await givenShop(app);
    operator = await givenOperator(app);
    owner = await givenMember(app, shop.client);
    await fillEveryField();
    await fillCouriers();
  });

  /** Expects that each text is shown as text, not as an element or a running script. */
  async function expectTexts(visit: Visit, path: string, fields: string): Promise<void> {
    for (const field of fields.split(' ').filter(Boolean)) {
      await visit.page.getByText(hostile(field)).first().waitFor();
    }
    expect([path, await visit.page.locator('[onerror]').count()]).toEqual([path, 0]);
    expect([path, visit.complaints]).toEqual([path, []]);
  }

  /** Opens each page once, and expects its texts to be shown as text and to fit every width. */
  async function expectPages(
    visit: Visit,
    pages: readonly (readonly [path: string, fields: string])[],
  ): Promise<void> {
    for (const [path, fields] of pages) {
      await visit.goTo(`/dashboard/${path}`);
      await expectTexts(visit, path, fields);
      await expectToFit(visit, path);
    }
  }

  it('are shown as plain text that fits every width, on the pages of a client', async () => {
    const visit = await browser.open();
    const mail = await mailTo(dataDir, 'guest@hostile.example');
    expect(mail).toContain(`the dashboard of ${hostile('client')}.`);
    await visit.page.goto(/http\S+#token=\S+/.exec(mail)?.[0] ?? '');
    await expectTexts(visit, 'accept-invitation', 'client');
    await visit.page.goto('about:blank');
    await visit.signIn(owner);
    await expectPages(visit, [
      ['', 'client person'],
      ['orders?tab=all', 'order second customer view'],
      [`orders/${shipped}`, `${ORDER} order carrier tracking reference`],
      [`orders/${canceled}`, `${ORDER} second`],
      [`orders/${failed.order}`, 'carrier'],
      ['wallet', 'receipt'],
      ['invoices', ''],
      ['prices', 'plan product category'],
      ['company', 'client billing person'],
      ['account', 'agent'],
      ['account/mails', ''],
      ['security', 'client person agent'],
      ['api-access', ''],
      ['api-access/requests', 'refused'],
    ]);
  });

  it('are shown as plain text that fits every width, on the pages of operators', async () => {
    const visit = await openAs(operator);
    const client = `office/clients/${shop.client.id}`;
    await expectPages(visit, [
      ['office', 'person'],
      ['office/orders?status=shipped', 'order view'],
      ['office/orders?status=all', 'order view'],
      [`office/orders/${shipped}`, `${ORDER} order carrier tracking`],
      [`office/orders/${canceled}`, `${ORDER} second`],
      [`office/orders/${failed.order}`, 'carrier scan place'],
      ['office/shipping', ''],
      ['office/shipping?tab=couriers', 'account check pickup code'],
      ['office/deliveries', 'driver refusal carrier'],
      ['office/deliveries?tab=back', 'finding carrier'],
      ['office/deliveries?tab=claim', 'finding carrier'],
      ['office/deliveries?tab=problem', 'finding problem account'],
      ['office/deliveries?tab=way', 'carrier'],
      ['office/returns', ''],
      ['office/losses', ''],
      ['office/catalog', 'product category'],
      [`office/catalog/${sku}`, 'plan'],
      ['office/new-product', ''],
      ['office/imports', ''],
      ['office/new-import', ''],
      ['office/new-photos', ''],
      ['office/clients', 'client'],
      [client, 'client'],
      [`${client}?tab=wallet`, ''],
      [`${client}?tab=tokens`, ''],
      [`${client}?tab=failures`, ''],
      ['office/money?tab=receipts', ''],
      ['office/money?tab=approvals', ''],
      ['office/money?tab=month', ''],
      ['office/invoices', ''],
      ['office/prices?tab=plans', 'plan'],
      ['office/stock', 'product'],
      [`office/stock/${sku}`, ''],
      ['office/stock-count', 'product'],
      ['office/search?q=customer', ''],
      ['office/audit', ''],
      ['office/settings', ''],
      ['office/people', 'person'],
      ['office/people?tab=security', 'person token'],
      ['account', 'token'],
    ]);
  });

  it('become links only with http, even if they were stored without a check', async () => {
    const { shipments } = await admin.orders.get(shipped);
    await admin.orders
      .correctShipment(shipped, shipments[0]!.id, { tracking_url: NOT_A_PAGE })
      .refused(422);
    await app.sql`UPDATE shipments SET tracking_url = ${NOT_A_PAGE}`;
    const visit = await openAs(owner, `/dashboard/orders/${shipped}`);
    await expectTexts(visit, 'order', 'tracking');
    expect(await visit.page.locator('a[href^="javascript:" i]').count()).toBe(0);
  });
});
