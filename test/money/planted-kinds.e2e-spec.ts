import { readFile } from 'node:fs/promises';
import { SealsService } from '../../src/money/ledger/seals/seals.service.js';
import { ChangePositions } from '../../src/platform/live-cache/change-positions.js';
import { FAULT_FUNCTIONS } from '../../src/schema/data-faults.js';
import { TestApp } from '../support/app.js';
import { afterUnchecked } from '../support/database/database.js';
import { PLANTED_KINDS, UNNAMED_KINDS } from '../support/database/mutations/planted-kinds.js';
import { BankAdmin, utr } from '../support/money/bank.js';
import { tradeInEveryWay } from '../support/money/order-stories.js';
import { jobs, givenGatewayReceipt, Payer, stopGatewayJobs } from '../support/shop/checkouts.js';
import { TestBrowser } from '../support/shop/people.js';
import { givenShop, type Shop } from '../support/shop/shop.js';
import { KARNATAKA, TaxAdmin } from '../support/tax/tax-admin.js';
import { registrationOf } from '../support/tax/registrations.js';
import { givenReturnedGoods, givenTaxedOrder } from '../support/tax/taxed-order.js';
import { dateInShop } from '../../src/platform/time-zone.js';
import { inDays } from '../support/time.js';

const app = await TestApp.start({ BANK_DETAILS: 'Account 50100012345678' });
const [admin, tax] = [new BankAdmin(app), new TaxAdmin(app)];
stopGatewayJobs(app);
await tradeInEveryWay(app);
const shop = await givenShop(app);
await tradeWithTax(shop);
await tradeAtBank(shop);
await tradeAtGateway(shop);
await setEverything(shop);
await app.service(ChangePositions).number();
await app.service(SealsService).sealAll();

const everything = Object.values(FAULT_FUNCTIONS)
  .map((name) => `SELECT broken, subject FROM ${name}()`)
  .join(' UNION ALL ');

const faultsAfter = (...statements: string[]): Promise<object[]> =>
  afterUnchecked<object>(app.connection, statements, everything);

it.each(Object.entries(PLANTED_KINDS))('verify names: %s', async (_, statements) => {
  expect(await faultsAfter(statements)).not.toEqual([]);
});

it.each(UNNAMED_KINDS)('verify does not name removed %s, as the docs explain', async (table) => {
  expect(await app.dataSource.query(`SELECT FROM ${table}`)).not.toEqual([]);
  expect(await faultsAfter(`DELETE FROM ${table}`)).toEqual([]);
  expect(await readFile('docs/reliability.md', 'utf8')).toContain(`\`${table}\``);
});

it('verify names nothing else', async () => {
  expect(await faultsAfter()).toEqual([]);
});

/** Sells with invoices and credit notes, and files a return. */
async function tradeWithTax(of: Shop): Promise<void> {
  await tax.putProfile({ e_invoice_from: dateInShop(new Date()) });
  await app.admin('patch', `clients/${of.client.id}`, KARNATAKA).expect(200);
  await admin.orders.refund(await givenReturnedGoods(of), { amount: 10, final: true });
  await admin.orders.refund(await givenReturnedGoods(of), { amount: 5_000 });
  await admin.orders.ship(await givenTaxedOrder(of), { items: [{ line: 1, quantity: 2 }] });
  for (const act of ['deliver', 'ship'] as const) {
    const order = await givenTaxedOrder(of);
    await admin.orders.ship(order);
    if (act === 'deliver') await admin.orders.deliver(order);
  }
  const { data } = await tax.documents();
  const first = await tax.document(data.at(-1)!.id);
  const registration = registrationOf(first.number);
  await app.admin('post', 'e-invoices/results', { results: [registration] }).expect(200);
  const { day } = await app.row<{ day: string }>`
    SELECT effective_from::text AS day FROM tax_profiles`;
  await app.sql`UPDATE tax_profiles SET effective_from = effective_from - interval '3 months'`;
  const month = dateInShop(inDays(-35)).slice(0, 7);
  await app.admin('post', 'reports/gstr1/file', { month }).expect(201);
  await app.sql`UPDATE tax_profiles SET effective_from = ${day}`;
  await app.admin('post', 'reports/month/close', { month: '2020-10' }).expect(201);
}

/** Lets money come to the bank by a claim, from an unknown payer, and twice in the same amount. */
async function tradeAtBank(of: Shop): Promise<void> {
  const browser = await TestBrowser.ofMember(app, of.client, 'member');
  const claimed = utr();
  await browser.call('post', 'wallet/transfers', { utr: claimed, amount: 250, date: '2026-11-21' });
  const [one, two] = [utr(), utr()];
  await admin.importRows(
    { amount: 250, reference: claimed },
    { amount: 90, reference: one, description: 'NEFT-BHARAT ENTERPRISES-bharat@upi' },
    { amount: 90, reference: two, description: 'NEFT-KAVERI STORES-kaveri@upi' },
    { amount: 77, reference: utr() },
  );
  const other = await givenShop(app);
  await admin.lines.credit((await admin.lines.find(one)).id, of.client.id);
  await admin.lines.credit((await admin.lines.find(two)).id, other.client.id);
  const { id } = await admin.accounts.default();
  await admin.accounts.setOpening(id, dateInShop(inDays(0)), 1_000);
}

async function tradeAtGateway(of: Shop): Promise<void> {
  const payer = await Payer.of(app, of.client);
  const receipt = await givenGatewayReceipt(payer, admin, of, 1_000);
  const refund = { amount: 100, reference: 'BACK-1', reason: 'Mistake' };
  await app.admin('post', `receipts/${receipt}/refunds`, refund).expect(201);
  await jobs.endRefund('processed');
}

async function setEverything(of: Shop): Promise<void> {
  const proposer = await TestBrowser.ofOperator(app, ['finance']);
  const approver = await TestBrowser.ofOperator(app, ['finance']);
  const adjustment = { amount: 3, reason: 'Bonus' };
  const path = `clients/${of.client.id}/wallet/adjustments`;
  const { body } = await proposer.admin('post', path, adjustment);
  const { id } = body.data as { id: number };
  await approver.admin('post', `adjustments/${id}/approve`);
  const kinds = ['receipt', 'payout', 'reversal', 'refund', 'adjustment', 'credit'];
  const limits = Object.fromEntries(kinds.map((kind) => [kind, 5_000]));
  await app.admin('put', 'approval-limits', limits).expect(200);
  const autoPay = { enabled: false, keep_balance: 5 };
  await app.admin('put', `clients/${of.client.id}/auto-pay`, autoPay).expect(200);
  const [product] = (await admin.products.list()).data;
  const [plan] = (await admin.plans.list()).data;
  await admin.plans.setPrice(plan!.code, product!.sku, 80);
  await app
    .admin('post', `clients/${of.client.id}/wallet/payouts`, { amount: 10, reference: 'OUT-K' })
    .set('Idempotency-Key', 'PAYOUT-1')
    .expect(201);
}
