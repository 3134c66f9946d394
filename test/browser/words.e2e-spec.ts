import type { DemoAccess } from '../../src/start/demo/demo-file.js';
import { givenDemoSuite } from '../support/shop/demo.js';
import { TaxAdmin } from '../support/tax/tax-admin.js';
import { pagesOf } from '../support/tax/read-pdf.js';
import { wordsOfPrograms } from './support/expect-pages.js';
import { Operator } from './support/operator.js';
import { PHONE } from './support/page-checks.js';
import { admin, app, browser, describeInBrowser, openAs } from './support/suite.js';
import { givenWideData, type WideData } from './support/data/wide-data.js';

let demo: DemoAccess;
let wide: WideData;
/** An order to ship whose item has a variation. */
let varied: string;

const personWho = (role: string) => demo.users.find(({ roles }) => roles.includes(role))!;

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
      const [waiting] = await app.dataSource.query<[{ order: string }]>(
        `SELECT o.order_number AS order FROM orders o JOIN order_items i ON i.order_id = o.id
        WHERE o.status = 'pending' AND i.variation_key LIKE '%|%' ORDER BY o.id LIMIT 1`,
      );
      varied = waiting.order;
    });

    it('are those of people on what is printed', async () => {
      const warehouse = await Operator.signIn(browser, personWho('warehouse'), []);
      await warehouse.goTo('shipping');
      const list = await warehouse.printed('Print pick list');
      const slips = await warehouse.printed(/^Print \d+ packing slips$/);
      await warehouse.goTo('shipping?view=sku');
      const shelves = await warehouse.printed('Print pick list');
      await admin.orders.ship(varied);
      const { data } = await new TaxAdmin(app).documents({ order_number: varied });
      const { body } = await app.admin('get', `documents/${data[0]!.id}/pdf`).responseType('blob');
      const invoice = (await pagesOf(body as Buffer)).join('\n');
      for (const text of [list.text, slips.text, shelves.text, invoice]) {
        expect(wordsOfPrograms(text)).toEqual([]);
        expect(text).toMatch(/\w, (Size|Colour) |\((Size|Colour) /);
      }
      await expectWordsOnPdfs((await admin.orders.get(varied)).shipments[0]!.id);
    });

    it('say in a sentence why an unpaid order of a file is not shipped', async () => {
      const owner = await Operator.signIn(browser, personWho('owner'), []);
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
        const { page } = await openAs(personWho(role), '/dashboard/office/returns');
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
  const { page } = await openAs(personWho('owner'), '/dashboard/office/money?tab=approvals');
  await page.getByText('decisions wait').waitFor();
  const row = page.getByRole('row').filter({ hasText: 'The cheque bounced' });
  await row.getByText('Vikram Desai').waitFor();
  expect(await row.innerText()).toMatch(/Fatima Sheikh[^]+Vikram Desai/);
  await row.getByRole('button', { name: /^Approve/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('For one client, that is ₹').waitFor();
  await dialog.getByText(/ has ₹.* in its wallet now/).waitFor();
}
