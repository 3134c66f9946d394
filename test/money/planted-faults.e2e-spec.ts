import { readFile } from 'node:fs/promises';
import { SealsJob } from '../../src/money/ledger/seals/seals.job.js';
import { FAULT_FUNCTIONS } from '../../src/schema/data-faults.js';
import { TestApp } from '../support/app.js';
import { BROKEN_APPROVALS } from '../support/database/broken-approvals.js';
import { BROKEN_BANK } from '../support/database/broken-bank.js';
import { BROKEN_PAYMENTS } from '../support/database/broken-payments.js';
import { testRules } from '../support/database/broken-rules.js';
import { afterUnchecked } from '../support/database/database.js';
import { mutate } from '../support/database/mutations/column-mutations.js';
import { PLANTED_KINDS, UNNAMED_KINDS } from '../support/database/mutations/planted-kinds.js';
import {
  MUTATED_TABLES,
  UNNOTICED,
  unnoticedChanges,
} from '../support/database/mutations/unnoticed-changes.js';
import { FullBooks } from '../support/money/full-books.js';
import { stopGatewayJobs } from '../support/shop/checkouts.js';

const app = await TestApp.start({ BANK_DETAILS: 'Account 50100012345678' });
stopGatewayJobs(app);
// It would wait for the columns that are changed, and they for it.
Object.assign(app.service(SealsJob), { run: () => Promise.resolve() });
const books = await FullBooks.given(app);

const documented = (await readFile('docs/reliability.md', 'utf8')).replaceAll(/\s+/g, ' ');
const checks = Object.values(FAULT_FUNCTIONS).map((name) => `SELECT broken FROM ${name}()`);
const faultsAfter = (...statements: string[]): Promise<object[]> =>
  afterUnchecked<object>(app.connection, statements, checks.join(' UNION ALL '));

const LINES = 'statement_lines';
const same =
  "state = 'matched', suggestion = NULL, suspense_journal_id = NULL, journal_id = (SELECT max(journal_id) FROM statement_lines)";
const debits =
  "state = 'unmatched', journal_id = NULL, suspense_journal_id = journal_id WHERE direction = 'out'";

describe('in books of orders, stock and money', () => {
  it('verify notices each change of one column, or it is known why not', async () => {
    expect(await faultsAfter()).toEqual([]);
    const changes = await mutate(app.connection, MUTATED_TABLES, checks);
    const by = (result: string): string[] =>
      changes.filter((change) => change.result === result).map(({ name }) => name);
    expect(by('empty')).toEqual([]);
    expect(by('unnoticed').sort()).toEqual(unnoticedChanges().sort());
    const total = changes.length;
    const [share] = /\d+ of \d+(?= such changes are noticed)/.exec(documented) ?? [];
    expect(share).toBe(`${total - by('unnoticed').length} of ${total}`);
    for (const reason of Object.keys(UNNOTICED)) expect(documented).toContain(`- ${reason}.`);
  });

  describe('the check of payments', () =>
    testRules('money/payment_faults', BROKEN_PAYMENTS, () => app.connection));
});

describe('in books with documents, settings and more of the bank', () => {
  beforeAll(() => books.addMore());

  it('verify finds no fault', async () => {
    expect(await faultsAfter()).toEqual([]);
  });

  it.each(Object.entries(PLANTED_KINDS))('verify names: %s', async (_, statements) => {
    expect(await faultsAfter(statements)).not.toEqual([]);
  });

  it.each(UNNAMED_KINDS)('verify does not name removed %s, as the docs explain', async (table) => {
    expect(await app.dataSource.query(`SELECT FROM ${table}`)).not.toEqual([]);
    expect(await faultsAfter(`DELETE FROM ${table}`)).toEqual([]);
    expect(documented).toContain(`\`${table}\``);
  });

  describe('the check of bank accounts', () =>
    testRules('money/bank_faults', BROKEN_BANK, () => app.connection));
  describe('the check of approvals', () =>
    testRules('money/approval_faults', BROKEN_APPROVALS, () => app.connection));

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
});
