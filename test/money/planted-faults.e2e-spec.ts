import { readFile } from 'node:fs/promises';
import { TestApp } from '../support/app.js';
import { BROKEN_PAYMENTS } from '../support/database/broken-payments.js';
import { testRules } from '../support/database/broken-rules.js';
import { afterUnchecked } from '../support/database/database.js';
import { mutate } from '../support/database/mutations/column-mutations.js';
import {
  MUTATED_TABLES,
  UNNOTICED,
  unnoticedChanges,
} from '../support/database/mutations/unnoticed-changes.js';
import { tradeInEveryWay } from '../support/money/order-stories.js';
import { BankAdmin } from '../support/money/bank.js';
import { SealsJob } from '../../src/money/ledger/seals/seals.job.js';
import { SealsService } from '../../src/money/ledger/seals/seals.service.js';
import { FAULT_FUNCTIONS } from '../../src/schema/data-faults.js';
import { GatewaySettlementsService } from '../../src/money/gateway/settlements/gateway-settlements.service.js';
import {
  jobs,
  givenGatewayReceipt,
  Payer,
  paymentOf,
  sandboxAccount,
  stopGatewayJobs,
} from '../support/shop/checkouts.js';
import { givenShop } from '../support/shop/shop.js';

const app = await TestApp.start({ BANK_DETAILS: 'Account 50100012345678' });
const admin = new BankAdmin(app);
stopGatewayJobs(app);
// It would wait for the columns that are changed, and they for it.
Object.assign(app.service(SealsJob), { run: () => Promise.resolve() });
const [shop, other] = [await givenShop(app), await givenShop(app)];

/** Fills the books with money of every way in and out. */
async function trade(): Promise<void> {
  const { id } = shop.client;
  const paid = await shop.placeNew();
  const canceled = await shop.placeNew();
  const single = await shop.placeNew();
  const online = await shop.placeNew();
  await admin.receipts.record(other.client.id, 70);
  await admin.receipts.record(id, 1_000, { reference: 'PLANT-1', orders: [paid, canceled] });
  await admin.orders.cancel(canceled);
  await admin.orders.pay(single);
  await admin.wallets.payOut(id, 100, { reference: 'PLANT-OUT' });
  await admin.adjustments.make(id, -0.5);

  const payer = await Payer.of(app, shop.client);
  const checkout = await payer.open([online]);
  await payer.returnFrom(checkout, await payer.payAt(checkout));
  await jobs.checkIntents();

  const claim = { utr: 'PLANTED0012345678', amount: 250, date: '2026-11-21' };
  const { body } = await payer.browser.call('post', 'wallet/transfers', claim);
  await admin.confirmTransfers((body.data as { id: number }).id);
  await shop.placeNew();
}

/** Lets money leave the gateway in every way. */
async function tradeAtGateway(): Promise<void> {
  const payer = await Payer.of(app, other.client);
  const account = sandboxAccount(app);
  const receipt = await givenGatewayReceipt(payer, admin, other, 1_000);
  for (const [reference, status] of [
    ['PLANT-BACK', 'processed'],
    ['PLANT-FAILED', 'failed'],
  ] as const) {
    const refund = { amount: 100, reference, reason: 'Mistake' };
    await app.admin('post', `receipts/${receipt}/refunds`, refund).expect(201);
    await jobs.endRefund(status);
  }
  await account.refundOutside(await paymentOf(app, receipt), 5_000);
  for (const status of ['won', 'lost'] as const) {
    const disputed = await givenGatewayReceipt(payer, admin, other, 200);
    const dispute = await account.openDispute(await paymentOf(app, disputed), true);
    await jobs.deliverNotices();
    await account.endDispute(dispute!, status);
    await jobs.deliverNotices();
  }
  await account.settleNow();
  await app.service(GatewaySettlementsService).checkAll();
}

await trade();
await tradeAtGateway();
await admin.importRows(
  { amount: 250, reference: 'PLANTED0012345678' },
  { amount: 90, reference: 'NOBODY00123456789' },
);
await app.service(SealsService).sealAll();

describe('the check of payments', () =>
  testRules('money/payment_faults', BROKEN_PAYMENTS, () => app.connection));

const checks = Object.values(FAULT_FUNCTIONS).map((name) => `SELECT broken FROM ${name}()`);

it('the check of all stored data notices each change of one column, or it is known why not', async () => {
  await tradeInEveryWay(app);
  await app.service(SealsService).sealAll();
  expect(await afterUnchecked(app.connection, [], checks.join(' UNION ALL '))).toEqual([]);
  const changes = await mutate(app.connection, MUTATED_TABLES, checks);
  const by = (result: string): string[] =>
    changes.filter((change) => change.result === result).map(({ name }) => name);
  expect(by('empty')).toEqual([]);
  expect(by('unnoticed').sort()).toEqual(unnoticedChanges().sort());
  const documented = (await readFile('docs/reliability.md', 'utf8')).replaceAll(/\s+/g, ' ');
  const total = changes.length;
  const [share] = /\d+ of \d+(?= such changes are noticed)/.exec(documented) ?? [];
  expect(share).toBe(`${total - by('unnoticed').length} of ${total}`);
  for (const reason of Object.keys(UNNOTICED)) expect(documented).toContain(`- ${reason}.`);
});
