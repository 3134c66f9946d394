import { checkStatements } from '../../../src/start/production/database-checks.js';
import { rowLock, whileLocked, whileQueued } from '../../support/database/locks.js';
import {
  givenApproversForEachTest,
  refusalOf,
  two,
  waitingFor,
} from '../../support/money/approvers.js';
import { startBankSuite, statementOf, utr, type Movement } from '../../support/money/bank.js';
import { app } from '../../support/money/suite.js';
import { SAME_ORIGIN, TestBrowser, type BrowserAnswer } from '../../support/shop/people.js';

const LIMITS = { receipt: 50_000, payout: 50_000, reversal: 50_000, refund: 50_000, adjustment: 0 };

let owner: TestBrowser;
startBankSuite();
givenApproversForEachTest();
beforeEach(async () => {
  owner = await TestBrowser.ofOperator(app);
  await app.admin('put', 'approval-limits', { ...LIMITS, statement: 1_000 }).expect(200);
});
afterEach(() => two.rejectAll());

const put = async (statement: number | null, by = owner) =>
  by.admin('put', 'approval-limits', { ...LIMITS, statement });
const upload = async (
  movements: readonly Movement[],
  { by = two.proposer, query = 'accept_gap=true', opening = 0 } = {},
): Promise<BrowserAnswer> => {
  const path = `/admin/transfers/match?file_name=march.csv&${query}`;
  const csv = statementOf(movements, { opening });
  return app.sendRaw('post', path, {}, csv, 'text/csv').set({ ...SAME_ORIGIN, Cookie: by.cookie! });
};
const imports = async (): Promise<unknown[]> =>
  app.sql`SELECT actor FROM statement_imports ORDER BY id`;
const linesOf = async (reference: string) =>
  (await two.admin.lines.list({ limit: 500 })).data.filter((line) => line.reference === reference);

describe('the limit of statements', () => {
  it('is off until an owner sets it, and a looser one waits for another owner', async () => {
    await app.admin('put', 'approval-limits', LIMITS).expect(200);
    expect(await two.admin.call('getApprovalLimits')).toMatchObject({ statement: null });
    expect((await upload([{ amount: 5_000_000, reference: utr() }])).status).toBe(200);
    expect((await put(5_000)).body.data).toMatchObject({ statement: 5_000 });
    expect((await put(4_000)).status).toBe(200);
    const other = await TestBrowser.ofOperator(app);
    const raised = waitingFor(await put(6_000));
    const off = waitingFor(await put(null));
    expect(await two.admin.call('getApprovalLimits')).toMatchObject({ statement: 4_000 });
    const [shown] = await two.listApprovals('status=waiting&kind=approval_limits', owner);
    expect(shown!.changes).toEqual([{ field: 'statement', before: '4000', after: null }]);
    expect(refusalOf(await two.approve(off.id, owner))).toEqual([403, 'own_proposal']);
    expect((await two.approve(off.id, other)).status).toBe(200);
    expect(refusalOf(await two.approve(raised.id, other))).toEqual([409, 'approval_outdated']);
    expect(await two.admin.call('getApprovalLimits')).toMatchObject({ statement: null });
    expect((await two.reject(raised.id, other)).status).toBe(200);
  });
});

it('doctor says that no statement waits while two people work with money', async () => {
  const { manager } = app.dataSource;
  expect(await checkStatements(manager)).toBeNull();
  await app.admin('put', 'approval-limits', LIMITS).expect(200);
  expect(await checkStatements(manager)).toMatchObject({ kind: 'warning' });
});

describe('an approved statement', () => {
  it('locks the wallet of one line no longer while its next line waits', async () => {
    const [first, second] = [utr(), utr()];
    await two.givenMoney(100);
    await two.givenClaim(900_000, first);
    const waiting = await two.givenClaim(800_000, second);
    const rows = [
      { amount: 900_000, reference: first },
      { amount: 800_000, reference: second },
    ];
    const { id } = waitingFor(await upload(rows));
    const lock = rowLock('bank_transfers', waiting);
    const wallet = rowLock('ledger_accounts', two.shop.client.id, 'client_id');
    const before = `${wallet} NOWAIT`;
    const approved = await whileLocked(app, { lock, waiting: 1, before }, () => two.approve(id));
    expect(approved.status).toBe(200);
    expect(await two.balance()).toBe(1_700_100);
  });
});

describe('a statement above the limit', () => {
  it('stores nothing until another person approves what it brings in, and is then imported as it was', async () => {
    const [reference, small] = [utr(), utr()];
    await two.givenClaim(900_000, reference);
    const before = await imports();
    const rows = [
      { amount: 10, reference: small },
      { amount: -3, reference: utr() },
      { amount: 900_000, reference, description: 'NEFT MEERA' },
    ];
    const { id } = waitingFor(await upload(rows));
    expect([await imports(), await linesOf(reference)]).toEqual([before, []]);
    expect(waitingFor(await upload(rows)).id).toBe(id);
    expect(waitingFor(await upload(rows, { by: two.approver })).id).toBe(id);
    const account = await two.admin.accounts.default();
    expect((await two.listApprovals('status=waiting&kind=statement'))[0]).toMatchObject({
      note: `${account.name}: march.csv`,
      statement: {
        bank_account_id: account.id,
        rows: 3,
        money_in: 900_010,
        money_out: 3,
        opening_balance: 0,
        closing_balance: 900_007,
        largest: [
          { amount: 900_000, reference, description: 'NEFT MEERA', date: '2026-11-21' },
          { amount: 10 },
          { amount: -3 },
        ],
      },
    });
    expect(refusalOf(await two.approve(id, two.proposer))).toEqual([403, 'own_proposal']);
    // Another meaning of the columns changes nothing of what was approved.
    const columns = [{ header: 'Date', column: 'date' }];
    await two.admin.accounts.change(account.id, { column_mapping: { columns } });
    expect((await two.approve(id)).status).toBe(200);
    expect(await linesOf(small)).toMatchObject([{ state: 'unmatched', amount: 10 }]);
    const approver = `user ${two.people.approver.id} <${two.people.approver.email}>`;
    expect(await linesOf(reference)).toMatchObject([{ state: 'matched', decided_by: approver }]);
    expect(await two.balance()).toBe(900_000);
    const importer = `user ${two.people.proposer.id} <${two.people.proposer.email}>`;
    expect((await imports()).at(-1)).toEqual({ actor: importer });
    expect((await two.approve(id)).status).toBe(200);
    expect(await two.balance()).toBe(900_000);
    expect(await app.sql`SELECT FROM waiting_statements`).toEqual([]);
    expect((await upload(rows)).status).toBe(200);
  });

  it('leaves nothing behind once it is rejected', async () => {
    const reference = utr();
    await two.givenClaim(5_000, reference);
    const before = await imports();
    const { id } = waitingFor(await upload([{ amount: 5_000, reference }]));
    expect((await two.reject(id)).status).toBe(200);
    expect([await imports(), await linesOf(reference), await two.balance()]).toEqual([
      before,
      [],
      0,
    ]);
    expect(await app.sql`SELECT FROM waiting_statements`).toEqual([]);
  });

  it('waits for its debits, too, by which one person could reverse a receipt', async () => {
    waitingFor(await upload([{ amount: -5_000, reference: utr() }], { opening: 9_000 }));
  });

  it('is refused if its content is gone, and can be rejected', async () => {
    const { id } = waitingFor(await upload([{ amount: 5_000, reference: utr() }]));
    await app.sql`DELETE FROM waiting_statements`;
    expect(refusalOf(await two.approve(id))).toEqual([409, 'approval_outdated']);
    expect((await two.reject(id)).status).toBe(200);
  });

  it('is counted by day, so that several files are not several limits', async () => {
    const file = () => upload([{ amount: 400, reference: utr() }]);
    const statuses = [await file(), await file(), await file()].map(({ status }) => status);
    expect(statuses).toEqual([200, 200, 202]);
    expect((await upload([{ amount: 900, reference: utr() }], { by: two.approver })).status).toBe(
      200,
    );
    const { status } = await two.admin
      .import(statementOf([{ amount: 5_000, reference: utr() }]), { accept_gap: true })
      .response();
    expect(status).toBe(200);
  });

  it('counts lines that it proves as lines that it stores, also by other columns of the same file', async () => {
    const reference = utr();
    const rows = [{ amount: 5_000, reference }];
    await two.givenClaim(5_000, reference);
    await two.admin.import(statementOf(rows, { opening: null }));
    expect((await upload(rows)).status).toBe(202);
    const account = await two.admin.accounts.default();
    const names = {
      date: 'Date',
      description: 'Narration',
      debit: 'Withdrawal Amt',
      credit: 'Deposit Amt',
    };
    const columns = Object.entries(names).map(([column, header]) => ({ header, column }));
    const ignored = { header: 'Closing Balance', column: null };
    const mapping = {
      columns: [...columns, { header: 'Chq/Ref No', column: 'reference' }, ignored],
    };
    await two.admin.accounts.change(account.id, { column_mapping: mapping });
    const other = [{ amount: 5_000, reference: utr() }];
    const csv = statementOf(other);
    await two.admin.import(csv, { accept_gap: true });
    await two.admin.accounts.change(account.id, { column_mapping: null });
    expect((await upload(other)).status).toBe(202);
    expect((await linesOf(reference))[0]!.state).toBe('suggested');
    expect(await two.balance()).toBe(0);
  });

  it('is not approved once another statement has made a gap before it', async () => {
    const first = await upload([{ amount: 1, reference: utr(), date: '2026-11-22' }], {
      opening: 77,
    });
    expect(first.status).toBe(200);
    const later = [{ amount: 5_000, reference: utr(), date: '2026-11-23' }];
    const { id } = waitingFor(await upload(later, { query: '', opening: 78 }));
    await upload([{ amount: 2, reference: utr(), date: '2026-11-23' }], { opening: 500 });
    expect(refusalOf(await two.approve(id))).toEqual([409, 'approval_outdated']);
    expect((await two.reject(id)).status).toBe(200);
  });

  it('is imported once by two approvals at the same time', async () => {
    const reference = utr();
    await two.givenClaim(5_000, reference);
    const { id } = waitingFor(await upload([{ amount: 5_000, reference }]));
    const lock = 'LOCK TABLE statement_imports IN SHARE ROW EXCLUSIVE MODE';
    const answers = await whileQueued(app, lock, [
      () => two.approve(id),
      () => two.approve(id, owner),
    ]);
    expect(answers.map(refusalOf)).toEqual([
      [200, undefined],
      [409, 'approval_decided'],
    ]);
    expect([await two.balance(), (await linesOf(reference)).length]).toEqual([5_000, 1]);
  });
});
