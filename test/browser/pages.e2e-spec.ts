import { CLIENT_TABS } from '../../web/src/pages/office/client/client-tabs.js';
import { MONEY_TABS } from '../../web/src/pages/office/money/money-tabs.js';
import type { DemoAccess } from '../../src/start/demo/demo-file.js';
import { givenProduct } from '../support/shop/given.js';
import { givenDemoSuite } from '../support/shop/demo.js';
import { mailTo } from '../support/shop/mails.js';
import type { Visit } from './support/chromium.js';
import { givenHostileData, hostile, type HostileData } from './support/data/hostile-data.js';
import { expectPages, tabsOf, type Page } from './support/expect-pages.js';
import { DESK, expectNothingToComplainAbout } from './support/page-checks.js';
import { app, browser, dataDir, describeInBrowser, openAs } from './support/suite.js';
import { givenWideData, type WideData } from './support/data/wide-data.js';

/** Fields that every page of an order shows. */
const ORDER = 'product variation customer address city state notes';

let demo: DemoAccess;
let wide: WideData;
let attack: HostileData;
/** Orders of the demo: of any client, and of the one whose texts attack. */
let orders: Record<'any' | 'own', string[]>;
/** A product of the demo that has variations. */
let varied: string;

interface LatestOrder {
  number: string;
  varied: string | null;
}

/** Finds the latest order in each status, if possible one with a product that has variations. `varied` is that product. */
async function latestOrders(client: string | null = null): Promise<LatestOrder[]> {
  return app.dataSource.query(
    `SELECT DISTINCT ON (o.status) o.order_number AS number, CASE WHEN i.variation_key LIKE '%|%' THEN i.sku END AS varied
    FROM orders o JOIN clients c ON c.id = o.client_id JOIN order_items i ON i.order_id = o.id
    WHERE NOT o.is_test AND coalesce(c.name = $1, true)
    ORDER BY o.status, i.variation_key LIKE '%|%' DESC NULLS LAST, o.created_at DESC`,
    [client],
  );
}

describeInBrowser(
  'the pages of the dashboard, on a desk and on a phone',
  () => {
    beforeAll(async () => {
      const [any, own] = [await latestOrders(), await latestOrders(demo.clients[0]!.name)];
      orders = { any: any.map(({ number }) => number), own: own.map(({ number }) => number) };
      varied = any.find((order) => order.varied !== null)!.varied!;
      wide = await givenWideData();
    });

    describe('with long names and sums of crores', pagesOfWideData);
    describe('with texts that attack them', () => {
      beforeAll(async () => {
        attack = await givenHostileData(demo);
      });
      pagesBeforeSigningIn();
      pagesOfClient();
      pagesOfOperators();
    });
  },
  {},
  async (settings) => {
    const suite = await givenDemoSuite(settings);
    ({ demo } = suite);
    return suite.app;
  },
);

function pagesOfWideData(): void {
  it('fit a client', async () => {
    // An address from before it had fields: one text.
    await app.sql`UPDATE clients SET billing_address = ${hostile('address')} WHERE id = ${wide.clientId}`;
    const pages: readonly Page[] = [
      '',
      ...tabsOf('orders', [undefined, 'in_progress', 'done', 'all']),
      ...wide.orders.map((number) => `orders/${number}`),
      'wallet',
      'invoices',
      'api-access',
      ...tabsOf('api-access/requests', [undefined, 'answered']),
      'prices',
      ['company', 'address'],
      'security',
      'account',
      'account/mails',
    ];
    await expectPages(await openAs(wide.owner, undefined, DESK), pages, true);
  });

  it('fit operators', async () => {
    const client = `office/clients/${wide.clientId}`;
    const pages = [
      ...[...wide.orders, ...orders.any].map((number) => `office/orders/${number}`),
      'office/returns?tab=goods',
      ...[wide.sku, varied].map((sku) => `office/catalog/${sku}`),
      `office/stock/${wide.sku}`,
      'office/stock-count',
      'office/prices?tab=plans',
      'office/money?tab=receipts',
      ...CLIENT_TABS.flatMap(({ value }) => tabsOf(client, [value])),
    ];
    await expectPages(await openAs(demo.users[0]!, undefined, DESK), pages, true);
  });
}

function pagesBeforeSigningIn(): void {
  it('are right before a person has signed in', async () => {
    const mail = await mailTo(dataDir, 'guest@hostile.example');
    expect(mail).toContain(`the dashboard of ${hostile('client')}.`);
    const [token = ''] = /#token=\S+/.exec(mail) ?? [];
    await expectPages(await browser.open(DESK), [
      'sign-in',
      'forgot-password',
      'reset-password',
      [`accept-invitation${token}`, 'client'],
      'accept-invitation',
    ]);
  });
}

function pagesOfClient(): void {
  const expectOwn = async (...pages: readonly Page[]): Promise<Visit> => {
    const visit = await openAs(attack.owner, undefined, DESK);
    await expectPages(visit, pages);
    return visit;
  };

  it('are right where a client has its orders', async () => {
    const { unpaid, shipped, canceled } = attack.orders;
    const visit = await expectOwn(
      ['', 'client person'],
      ...tabsOf('orders', ['in_progress', 'done']),
      ['orders?tab=all', 'shipped canceled customer view'],
      ['orders?q=zz', '', 'Save view'],
      [`orders/${unpaid}`, `${ORDER} unpaid`, 'Correct address', 'Cancel order', 'Pay from wallet'],
      [`orders/${shipped}`, `${ORDER} country shipped carrier tracking reference`],
      [`orders/${canceled}`, `${ORDER} country canceled`],
      [`orders/${attack.failed.order}`, 'carrier'],
      'orders',
    );
    await visit.page.getByLabel('Select all').check();
    await expectNothingToComplainAbout(visit);
    const own = orders.own.map((number) => `orders/${number}`);
    await expectPages(visit, own, true);
  });

  it('are right where a client has its money, its people and its tokens', async () => {
    await expectOwn(
      ['wallet', 'receipt', 'Change'],
      'invoices',
      'invoices?month=2026-01',
      `invoices?q=${orders.own[0]!}`,
      ['prices', 'plan product category'],
      ['company', 'client billing person', 'Invite colleague', 'Change', 'Make owner', 'Remove'],
      ['account', 'agent'],
      'account/mails',
      ['security', 'client person agent', 'End all access'],
      ['api-access', '', 'Create token', 'Rotate token', 'Revoke token'],
      ['api-access/requests', 'refused'],
      'api-access/requests?tab=answered',
    );
  });
}

function pagesOfOperators(): void {
  const expectOffice = async (...pages: readonly Page[]): Promise<void> =>
    expectPages(await openAs(attack.operator, undefined, DESK), pages);

  it('are right where operators have orders', async () => {
    const { unpaid, paid, shipped, canceled, returned } = attack.orders;
    await expectOffice(
      ['office', 'person'],
      ['office/orders', '', 'Filter'],
      ['office/orders?status=shipped', 'shipped view tracking'],
      ['office/orders?status=all', 'shipped view'],
      [`office/orders/${unpaid}`, `${ORDER} unpaid`, 'Record payment'],
      [`office/orders/${paid}`, `${ORDER} paid`, 'Ship order', 'Correct address', 'Cancel order'],
      [`office/orders/${shipped}`, `${ORDER} country shipped carrier tracking`],
      [`office/orders/${canceled}`, `${ORDER} country canceled`],
      [`office/orders/${returned}`, `${ORDER} returned`, 'Correct shipment', 'Inspect return'],
      [`office/orders/${attack.failed.order}`, 'carrier scan place', 'It arrived'],
      ...['asha', 'customer'].map((text) => `office/search?q=${text}`),
    );
  });

  it('are right where operators have shipments, deliveries, returns and invoices', async () => {
    const answer = `Answer attempt 1 of order ${attack.failed.order}`;
    const setUp = ['Add account', 'Change Sandbox courier', 'New address of updates'];
    await expectOffice(
      ...tabsOf('office/shipping', [undefined, 'upload', 'scan']),
      'office/shipping?view=sku',
      ['office/shipping?tab=couriers', 'account check pickup code', ...setUp],
      ['office/deliveries', 'driver refusal carrier', answer],
      ['office/deliveries?tab=back', 'finding carrier'],
      ['office/deliveries?tab=claim', 'finding carrier'],
      ['office/deliveries?tab=problem', 'finding problem account'],
      ['office/deliveries?tab=way', 'carrier'],
      ...tabsOf('office/returns', [undefined, 'decision', 'goods', 'inspection', 'settled']),
      ['office/returns?tab=settlement', '', 'Settle'],
      'office/losses',
      'office/invoices',
      ['office/invoices?tab=missing', '', 'Issue invoice of'],
      'office/invoices?tab=numbers',
    );
  });

  it('are right where operators have products, stock and prices', async () => {
    const { sku, priceList } = attack;
    const value = 'A'.repeat(50);
    const long = await givenProduct(app, {
      variations: [{ name: 'Size', values: [value] }],
      stock: { [`Size:${value}`]: 1 },
    });
    await expectOffice(
      ['office/catalog', 'product category', 'Filter'],
      [`office/catalog/${varied}`, 'plan'],
      [`office/catalog/${sku}`, 'plan', 'Edit own price'],
      [`office/catalog/${long.sku}`, 'plan'],
      'office/new-product',
      'office/imports',
      'office/new-import',
      'office/new-photos',
      ['office/stock', 'product'],
      ['office/stock?state=low', '', 'Filter'],
      `office/stock/${varied}`,
      [`office/stock/${sku}`, 'variation', 'Adjust'],
      ['office/stock-count', 'product variation'],
      ['office/prices', '', 'New price list'],
      ['office/prices?tab=plans', 'plan', 'New plan', 'Change plan'],
      'office/prices?tab=tax-rates',
      [`office/prices/${priceList}`, '', 'Discard draft'],
    );
  });

  it('are right where operators have money', async () => {
    const tabs = MONEY_TABS.map(({ value }) => value);
    const accounts = ['Add bank account', 'Change', 'Opening balance', 'Add account'];
    await expectOffice(
      ...tabsOf('office/money', tabs),
      [`office/money?tab=receipts&client=${attack.clientId}`, 'receipt', 'Reverse'],
      'office/money?tab=approvals&status=all',
      ['office/money?tab=bank&line=unmatched', 'line', 'Credit to'],
      ['office/money?tab=bank&line=suggested', 'charge', 'Returned payment'],
      ['office/money?tab=bank&view=accounts', '', ...accounts],
    );
  });

  it('are right where operators have clients', async () => {
    const client = `office/clients/${attack.clientId}`;
    const dialogs: Partial<Record<string, string[]>> = {
      wallet: ['Record receipt', 'Record payout', 'Propose correction'],
      subscription: ['Change or renew', 'Edit'],
    };
    await expectOffice(
      ['office/clients', 'client', 'Create client'],
      ...CLIENT_TABS.map(({ value }): Page => {
        const [path = ''] = tabsOf(client, [value]);
        return [path, 'client', ...(dialogs[value ?? ''] ?? [])];
      }),
    );
  });

  it('are right where operators have people and settings', async () => {
    await expectOffice(
      ['office/people', 'person', 'Invite person', 'Roles of', 'Sign out Nisha', 'Remove Nisha'],
      ['office/people?tab=security', 'person token', 'End all access', 'Revoke token'],
      'office/settings',
      ['office/audit', '', 'Filter'],
      'office/audit?subject=ledger%20seals',
      ['account', 'token', 'Create operator token', 'Revoke token'],
    );
  });
}
