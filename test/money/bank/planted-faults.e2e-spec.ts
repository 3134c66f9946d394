import { TestApp } from '../../support/app.js';
import { BROKEN_BANK } from '../../support/database/broken-bank.js';
import { testRules } from '../../support/database/broken-rules.js';
import { BankAdmin, utr } from '../../support/money/bank.js';
import { givenShop } from '../../support/shop/shop.js';
import { BROKEN_APPROVALS } from '../../support/database/broken-approvals.js';
import { Approvers, LARGE, waitingFor } from '../../support/money/approvers.js';

const app = await TestApp.start();
const bank = new BankAdmin(app);
const { client } = await givenShop(app);
const [one, two, waiting] = [utr(), utr(), utr()];
await bank.accounts.add({ name: 'Second' });
await bank.importRows(
  { amount: 500, reference: one },
  { amount: 500, reference: two },
  { amount: 70, reference: waiting },
  { amount: -5, reference: 'CHARGE', description: 'SMS CHARGES' },
);
for (const reference of ['004711', '004712']) {
  await bank.receipts.record(client.id, 30, { source: 'cheque', reference });
}
await bank.importRows({ amount: 30, reference: '004711' });
await bank.receipts.record(client.id, 500, { reference: one });
await bank.lines.credit((await bank.lines.find(two)).id, client.id);
await bank.lines.suspend((await bank.lines.find(waiting)).id);
await bank.lines.charge((await bank.lines.find('CHARGE')).id);

const people = await Approvers.given(app);
const receipt = await people.givenMoney(LARGE);
await people.givenMoney(4 * LARGE);
await people.approve(waitingFor(await people.postReceipt()).id);
await people.approve(waitingFor(await people.postPayout()).id);
await people.reject(waitingFor(await people.postPayout()).id);
await people.approve(waitingFor(await people.postReversal(receipt)).id);
waitingFor(await people.postPayout());
await app.expectInvariants();

describe('the check of bank accounts', () =>
  testRules('money/bank_faults', BROKEN_BANK, () => app.connection));
describe('the check of approvals', () =>
  testRules('money/approval_faults', BROKEN_APPROVALS, () => app.connection));

const LINES = 'statement_lines';
const same =
  "state = 'matched', suggestion = NULL, suspense_journal_id = NULL, journal_id = (SELECT max(journal_id) FROM statement_lines)";
const debits =
  "state = 'unmatched', journal_id = NULL, suspense_journal_id = journal_id WHERE direction = 'out'";
it.each([
  ['a journal that is two lines', `UPDATE ${LINES} SET ${same}`, `${LINES}_journal_uq`],
  ['a line without a journal', `UPDATE ${LINES} SET journal_id = NULL`, `${LINES}_state_ck`],
  ['another amount of a line', `UPDATE ${LINES} SET amount_minor = 1`, `${LINES}_append_only_ck`],
  ['a line that is removed', `DELETE FROM ${LINES}`, `${LINES}_append_only_ck`],
  ['a debit without an owner', `UPDATE ${LINES} SET ${debits}`, `${LINES}_suspense_ck`],
  ['a second default', 'UPDATE bank_accounts SET is_default = true', 'bank_accounts_default_uq'],
])('the database refuses %s', async (_, statement, constraint) => {
  const refused: unknown = await app.dataSource.query(statement).catch((error: unknown) => error);
  expect(refused).toMatchObject({ driverError: { constraint } });
});
