import { jest } from '@jest/globals';
import { dateInShop } from '../../src/platform/time-zone.js';
import { financialYearOf } from '../../src/tax/documents/numbers/document-number.js';
import { TestApp } from '../support/app.js';
import { execute, givenDatabase } from '../support/database/database.js';
import { SHIFTED_CLOCK, shiftClock } from '../support/shifted-clock.js';
import { givenProduct } from '../support/shop/given.js';
import { givenOrderOf } from '../support/shop/order-actions.js';
import { givenShop } from '../support/shop/shop.js';
import { KARNATAKA, TAX_PROFILE, TaxAdmin } from '../support/tax/tax-admin.js';

const TIMERS = [
  ...(['hrtime', 'nextTick', 'performance', 'queueMicrotask'] as const),
  ...(['setImmediate', 'clearImmediate', 'setInterval', 'clearInterval'] as const),
  ...(['setTimeout', 'clearTimeout'] as const),
];
const today = dateInShop(new Date());
const year = Number(today.slice(0, 4)) + (today.slice(5) < '04-01' ? 0 : 1);
const [LAST, FIRST] = [`${year}-03-31`, `${year}-04-01`];
const [OLD, NEW] = [financialYearOf(LAST), financialYearOf(FIRST)];
/** The end of the financial year in India, which is ahead of UTC. */
const MIDNIGHT = Date.parse(`${FIRST}T00:00:00+05:30`);

const { connection, drop } = await givenDatabase();
await execute(connection, ...SHIFTED_CLOCK);

/** Sets the clocks of the database and of the process to some seconds after midnight. */
async function setClocks(seconds: number): Promise<void> {
  const now = MIDNIGHT + seconds * 1_000;
  const ahead = now - performance.timeOrigin - performance.now();
  await execute(connection, shiftClock(`${Math.round(ahead / 1_000)} seconds`));
  jest.useFakeTimers({ now, doNotFake: [...TIMERS] });
}
// Before the start: the service trusts no clock that jumps further than it tolerates.
await setClocks(-45);
const app = await TestApp.startOn(connection, {}, drop);
afterAll(() => jest.useRealTimers());
const tax = new TaxAdmin(app);
const shop = await givenShop(app);

it('the financial year turns at midnight in India, for invoices, credit notes, returns and reports', async () => {
  await tax.putProfile({ ...TAX_PROFILE, effective_from: LAST });
  await tax.changeClient(shop.client.id, KARNATAKA);
  const { sku } = await givenProduct(app, { hsn: '7323', gstRateBp: 1_800 });
  const before = await givenOrderOf(shop, sku, 2, 'pay', 'ship');
  await setClocks(5);
  const after = await givenOrderOf(shop, sku, 1, 'pay', 'ship');
  await tax.orders.deliver(before);
  await tax.orders.return(before);
  await tax.orders.refund(before, { amount: 100 });

  const [invoice, note] = await tax.ofOrder(before);
  const [next] = await tax.ofOrder(after);
  expect([invoice, note, next]).toMatchObject([
    { number: `WS-${OLD}-000001`, issued_on: LAST },
    {
      number: `CN-${NEW}-000001`,
      issued_on: FIRST,
      content: { lines: [{ credits: { number: `WS-${OLD}-000001` } }] },
    },
    { number: `WS-${NEW}-000001`, issued_on: FIRST },
  ]);
  expect(await tax.series()).toMatchObject([
    { series: 'CN', last: `CN-${NEW}-000001`, gaps: [] },
    { series: 'WS', last: `WS-${NEW}-000001`, gaps: [], used: 1e-8 },
    { series: 'WS', last: `WS-${OLD}-000001`, gaps: [], used: 1e-8 },
  ]);
  const numbersOf = async (day: string): Promise<unknown> => {
    const { body } = await app.admin('get', `reports/gstr1?month=${day.slice(0, 7)}`).expect(200);
    const { b2b = [], cdnr = [] } = body as Record<string, { inv?: object[]; nt?: object[] }[]>;
    return [...b2b, ...cdnr].flatMap(({ inv = [], nt = [] }) => [...inv, ...nt]);
  };
  expect(await numbersOf(LAST)).toMatchObject([{ inum: `WS-${OLD}-000001` }]);
  expect(await numbersOf(FIRST)).toMatchObject([
    { inum: `WS-${NEW}-000001` },
    { nt_num: `CN-${NEW}-000001` },
  ]);
  await app.expectInvariants();
});
