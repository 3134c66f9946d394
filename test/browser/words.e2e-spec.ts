import { CLIENT_TABS } from '../../web/src/pages/office/client/client-tabs.js';
import { MONEY_TABS } from '../../web/src/pages/office/money/money-tabs.js';
import type { DemoAccess } from '../../src/start/demo/demo-file.js';
import { givenDemoSuite } from '../support/shop/demo.js';
import { TaxAdmin } from '../support/tax/tax-admin.js';
import { pagesOf } from '../support/tax/read-pdf.js';
import { Operator } from './support/operator.js';
import type { Visit } from './support/chromium.js';
import { PHONE } from './support/page-checks.js';
import { admin, app, browser, describeInBrowser, openAs } from './support/suite.js';
import { givenWideData, type WideData } from './support/wide-data.js';

/** Words of programs: people named by numbers, keys of variations, codes of statuses, and names of fields. */
const OF_PROGRAMS =
  /user \d+|\bThing\b|awaiting_payment|partially_shipped|\|[^|\n]+:|chain witnessed|balance minor/g;

const tabsOf = (path: string, tabs: readonly { value: string | undefined }[]): string[] =>
  tabs.map(({ value }) => (value === undefined ? path : `${path}?tab=${value}`));

let demo: DemoAccess;
let wide: WideData;
/** The latest order in each status. */
let orders: string[];
/** An order to ship whose item has a variation, and its number in the catalog. */
let varied: { order: string; sku: string };

const ownerOf = (client?: string) =>
  demo.users.find((user) => user.client === client && user.roles.includes('owner'))!;

/** Opens pages with all that is folded. Expects no word of a program on them, no table that a desk cuts, and that a phone shows all of their width. */
async function expectWordsOfPeople(visit: Visit, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await visit.goTo(`/dashboard/${path}`);
    await visit.page.waitForFunction(
      () => document.querySelector('[aria-label="Loading"]') === null,
    );
    for (const folded of await visit.page.locator('main details').all()) {
      await folded.evaluate((details: HTMLDetailsElement) => {
        details.open = true;
      });
    }
    expect([path, wordsOfPrograms(await visit.page.locator('body').innerText())]).toEqual([
      path,
      [],
    ]);
    expect([path, await tablesCutAtDesk(visit)]).toEqual([path, []]);
    expect([path, await widthOnPhone(visit)]).toEqual([path, PHONE.width]);
  }
}

/** Shows a page on a phone and on a desk again. Returns its width on the phone. */
async function widthOnPhone({ page }: Visit): Promise<number> {
  const desk = page.viewportSize()!;
  await page.setViewportSize({ ...desk, width: PHONE.width });
  const width = await page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    return document.documentElement.scrollWidth;
  });
  await page.setViewportSize(desk);
  return width;
}

/** Lists the tables that are wider than the cards or the page in which they stand, by their names. */
function tablesCutAtDesk({ page }: Visit): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('main table')]
      .filter(({ parentElement: box }) => box!.scrollWidth > box!.clientWidth)
      .map((table) => table.querySelector('caption')?.textContent ?? 'table'),
  );
}

const wordsOfPrograms = (text: string): string[] => text.match(OF_PROGRAMS) ?? [];

/** Expects no word of a program on the documents of the demo, and on the slip of a shipment. */
async function expectWordsOnPdfs(shipmentId: number): Promise<void> {
  const { data: documents } = await new TaxAdmin(app).documents({ limit: 30 });
  const ids = documents.map(({ id }) => id).join();
  for (const path of [
    `documents/pdf?ids=${ids}`,
    `shipments/${shipmentId}/pdf?slip=true&paper=100x150`,
  ]) {
    const { body } = await app.admin('get', path).responseType('blob').expect(200);
    const pages = await pagesOf(body as Buffer);
    expect([path, wordsOfPrograms(pages.join('\n'))]).toEqual([path, []]);
  }
}

describeInBrowser(
  'the words of the dashboard',
  () => {
    beforeAll(async () => {
      wide = await givenWideData();
      orders = await app.dataSource
        .query<{ number: string }[]>(
          `SELECT DISTINCT ON (status) order_number AS number FROM orders WHERE NOT is_test ORDER BY status, created_at DESC`,
        )
        .then((rows) => rows.map(({ number }) => number));
      [varied] = await app.dataSource.query<[typeof varied]>(
        `SELECT o.order_number AS order, i.sku FROM orders o JOIN order_items i ON i.order_id = o.id
        WHERE o.status = 'pending' AND i.variation_key LIKE '%|%' ORDER BY o.id LIMIT 1`,
      );
    });

    it('are those of people on all pages of operators, which fit a phone and a desk with long names and sums of crores', async () => {
      const { data: clients } = await admin.clients.list({});
      await expectWordsOfPeople(await openAs(ownerOf()), [
        'office',
        'office/orders?status=all',
        ...[...wide.orders, ...orders, varied.order].map((number) => `office/orders/${number}`),
        ...tabsOf('office/shipping', [
          { value: undefined },
          ...['upload', 'scan', 'couriers'].map((value) => ({ value })),
        ]),
        'office/shipping?view=sku',
        ...['decision', 'goods', 'inspection', 'settlement', 'settled'].map(
          (tab) => `office/returns?tab=${tab}`,
        ),
        'office/losses',
        'office/catalog',
        `office/catalog/${varied.sku}`,
        `office/catalog/${wide.sku}`,
        'office/new-product',
        'office/imports',
        'office/new-import',
        'office/new-photos',
        'office/clients',
        ...[clients[0]!.id, wide.clientId].flatMap((id) =>
          tabsOf(`office/clients/${id}`, CLIENT_TABS),
        ),
        ...tabsOf('office/money', MONEY_TABS),
        'office/money?tab=approvals&status=all',
        ...tabsOf('office/invoices', [{ value: undefined }, { value: 'missing' }]),
        'office/invoices?tab=numbers',
        ...tabsOf('office/prices', [{ value: undefined }, { value: 'plans' }]),
        'office/prices?tab=tax-rates',
        'office/stock',
        `office/stock/${varied.sku}`,
        `office/stock/${wide.sku}`,
        'office/stock-count',
        'office/search?q=asha',
        'office/audit',
        'office/audit?subject=ledger%20seals',
        'office/settings',
        'office/people',
        'office/people?tab=security',
        'account',
      ]);
    });

    const pagesOfClient = (numbers: readonly string[]): string[] => [
      '',
      ...['', '?tab=in_progress', '?tab=done', '?tab=all'].map((tab) => `orders${tab}`),
      ...numbers.map((number) => `orders/${number}`),
      'wallet',
      'invoices',
      'api-access',
      'api-access/requests',
      'api-access/requests?tab=answered',
      'prices',
      'company',
      'security',
      'account',
      'account/mails',
    ];

    it('are those of people on all pages of a client, which fit a phone and a desk with long names and sums of crores', async () => {
      const owner = ownerOf('Asha Home Store');
      const own = await app.dataSource.query<{ number: string }[]>(
        `SELECT DISTINCT ON (o.status) o.order_number AS number
        FROM orders o JOIN clients c ON c.id = o.client_id JOIN order_items i ON i.order_id = o.id
        WHERE c.name = $1 ORDER BY o.status, (i.variation_key LIKE '%|%') DESC NULLS LAST`,
        [owner.client],
      );
      const numbers = own.map(({ number }) => number);
      await expectWordsOfPeople(await openAs(owner), pagesOfClient(numbers));
      await expectWordsOfPeople(await openAs(wide.owner), pagesOfClient(wide.orders));
    });

    it('are those of people on what is printed', async () => {
      const warehouse = await Operator.signIn(
        browser,
        demo.users.find(({ roles }) => roles.includes('warehouse'))!,
        [],
      );
      await warehouse.goTo('shipping');
      const list = await warehouse.printed('Print pick list');
      const slips = await warehouse.printed(/^Print \d+ packing slips$/);
      await warehouse.goTo('shipping?view=sku');
      const shelves = await warehouse.printed('Print pick list');
      await admin.orders.ship(varied.order);
      const { data } = await new TaxAdmin(app).documents({ order_number: varied.order });
      const { body } = await app.admin('get', `documents/${data[0]!.id}/pdf`).responseType('blob');
      const invoice = (await pagesOf(body as Buffer)).join('\n');
      for (const text of [list.text, slips.text, shelves.text, invoice]) {
        expect(wordsOfPrograms(text)).toEqual([]);
        expect(text).toMatch(/\w, (Size|Colour) |\((Size|Colour) /);
      }
      await expectWordsOnPdfs((await admin.orders.get(varied.order)).shipments[0]!.id);
    });

    it('say in a sentence why an unpaid order of a file is not shipped', async () => {
      const owner = await Operator.signIn(browser, ownerOf(), []);
      const [unpaid] = await app.dataSource.query<[{ number: string }]>(
        `SELECT order_number AS number FROM orders WHERE status = 'awaiting_payment' AND NOT is_test LIMIT 1`,
      );
      await owner.goTo('shipping?tab=upload');
      const file = `Manifest;;;\nOrder No;AWB;courier;Kilos\n${unpaid.number};DL 1;Delhivery;1\nTotal;;;1\n`;
      await owner.upload(file);
      await owner.page.getByText('1 column is not used: Kilos').waitFor();
      await owner.page.getByText('1 row left out: row 4 is a total.').waitFor();
      await owner.page.getByText(`${unpaid.number} is not paid yet.`).waitFor();
      const [, paid] = wide.orders;
      await owner.upload(
        `order_number;tracking_number;courier\n${paid};${wide.trackingNumber};Delhivery\n`,
      );
      await owner.page.getByText(/check which order it is for/).waitFor();
      await owner.page.setViewportSize({ width: PHONE.width, height: 740 });
      expect(await owner.page.evaluate(() => document.documentElement.scrollWidth)).toBe(
        PHONE.width,
      );
    });

    it('begin on Returns with the tab that has work for the person', async () => {
      const tabOf = async (role: string): Promise<string | null> => {
        const person = demo.users.find(({ roles }) => roles.includes(role))!;
        const { page } = await openAs(person, '/dashboard/office/returns');
        await page.getByRole('table', { name: 'Returns' }).waitFor();
        return new URL(page.url()).searchParams.get('tab');
      };
      expect(await tabOf('warehouse')).toBe('inspection');
      expect(await tabOf('support')).toBe('decision');
    });

    it('say of what waits for approval how much it is, and who is asked', nameApprovals);
  },
  {},
  async (settings) => {
    const suite = await givenDemoSuite(settings);
    ({ demo } = suite);
    return suite.app;
  },
);

async function nameApprovals(): Promise<void> {
  const { page } = await openAs(ownerOf(), '/dashboard/office/money?tab=approvals');
  await page.getByText('decisions wait').waitFor();
  const row = page.getByRole('row').filter({ hasText: 'The cheque bounced' });
  await row.getByText('Vikram Desai').waitFor();
  expect(await row.innerText()).toMatch(/Fatima Sheikh[^]+Vikram Desai/);
  await row.getByRole('button', { name: /^Approve/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('For one client, that is ₹').waitFor();
  await dialog.getByText(/ has ₹.* in its wallet now/).waitFor();
}
