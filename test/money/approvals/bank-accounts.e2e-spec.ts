import { OPERATOR } from '../../support/app.js';
import { whileQueued } from '../../support/database/locks.js';
import {
  givenApproversForEachTest,
  refusalOf,
  two,
  waitingFor,
} from '../../support/money/approvers.js';
import { claim, startBankSuite, statementOf, utr } from '../../support/money/bank.js';
import { app, balance } from '../../support/money/suite.js';
import { unique } from '../../support/shop/given.js';
import {
  givenOperator,
  givenOperatorToken,
  SAME_ORIGIN,
  TestBrowser,
  type BrowserAnswer,
} from '../../support/shop/people.js';

const DAY = '2026-11-20';

startBankSuite();
givenApproversForEachTest();

const add = async (by: TestBrowser, account: object = {}): Promise<BrowserAnswer> =>
  by.admin('post', 'bank-accounts', { name: unique('Account'), ...account });
const open = async (by: TestBrowser, id: number, amount: number, date = DAY) =>
  by.admin('post', `bank-accounts/${id}/opening`, { date, balance: amount });
const named = async (name: string) =>
  (await two.admin.accounts.list()).find((account) => account.name === name);
const changes = async (id: number, by: TestBrowser) =>
  (await two.listApprovals('status=waiting', by)).find((one) => one.id === id);
const enteredAlone = async (by: TestBrowser): Promise<unknown> =>
  ((await by.admin('get', 'overview')).body.data as Record<string, unknown>).bank_accounts_alone;

// The first: every other test adds owners.
it('a shop without an owner adds accounts by its token, and its only owner is not stopped, as Today says until there is another one', async () => {
  const byToken = await two.admin.accounts.add({ name: unique('Token') });
  expect(refusalOf(await add(two.proposer))[0]).toBe(202);
  const owner = await TestBrowser.ofOperator(app);
  const name = unique('Alone');
  // A colleague proposed the same: the owner is not stopped by it.
  const proposed = waitingFor(await add(two.proposer, { name }));
  const answer = await add(owner, { name });
  expect(answer.status).toBe(201);
  const { id } = answer.body.data as { id: number };
  expect((await two.reject(proposed.id, owner)).status).toBe(200);
  expect((await open(owner, id, 500)).status).toBe(200);
  const { data: log } = await two.admin.audit.list({ subject: `bank account ${id}` });
  expect(log.map(({ action, actor }) => [action, actor.startsWith('user ')])).toEqual([
    ['bank_account.opened', true],
    ['bank_account.created', true],
  ]);
  expect(await enteredAlone(owner)).toEqual([byToken.name, name]);
  const second = await TestBrowser.ofOperator(app);
  expect(await enteredAlone(owner)).toEqual([]);
  const { id: waiting } = waitingFor(await add(owner, { name: unique('Second') }));
  expect((await two.approve(waiting, second)).status).toBe(200);
});

let owner: TestBrowser;
const givenOwner = async (): Promise<void> => {
  owner = await TestBrowser.ofOperator(app);
};

describe('a bank account, where an owner exists,', () => {
  beforeEach(givenOwner);

  it('a person with one account of finance gets no statement for a bank account of its own', async () => {
    const reference = utr();
    await claim({ utr: reference, amount: 5_000_000 });
    const answer = await add(two.proposer, { name: unique('Own') });
    const { id = 999_999 } = (answer.body.data as { id?: number }) ?? {};
    const csv = statementOf([{ amount: 5_000_000, reference }]);
    const sent = await app
      .sendRaw('post', `/admin/transfers/match?bank_account_id=${id}`, {}, csv, 'text/csv')
      .set({ ...SAME_ORIGIN, Cookie: two.proposer.cookie! });
    expect([answer.status, sent.status]).toEqual([202, 404]);
    expect(await balance()).toBe(0);
  });

  it('what finance enters waits for an owner, who sees each field, and for no colleague', async () => {
    const name = unique('HDFC');
    const account = { name, ifsc: 'HDFC0000002', account_last4: '5678', charge_limit: 50 };
    const { id } = waitingFor(await add(two.proposer, account));
    expect(waitingFor(await add(two.proposer, account)).id).toBe(id);
    expect(await named(name)).toBeUndefined();
    expect(await changes(id, two.approver)).toMatchObject({
      kind: 'bank_account',
      changes: expect.arrayContaining([
        { field: 'name', before: null, after: name },
        { field: 'ifsc', before: null, after: 'HDFC0000002' },
        { field: 'account_last4', before: null, after: '5678' },
        { field: 'charge_limit', before: null, after: '50' },
      ]),
    });
    expect(refusalOf(await two.approve(id, two.approver))).toEqual([403, 'permission_denied']);
    expect(refusalOf(await two.approve(id, two.proposer))).toEqual([403, 'own_proposal']);
    expect(refusalOf(await two.reject(id, two.approver))).toEqual([403, 'permission_denied']);
    expect((await two.approve(id, owner)).status).toBe(200);
    expect(await named(name)).toMatchObject({ ...account, opened_on: null });
    expect(await enteredAlone(owner)).toEqual([]);
  });

  it('is withdrawn by the person of finance who entered it', async () => {
    const name = unique('Withdrawn');
    const { id } = waitingFor(await add(two.proposer, { name }));
    expect((await two.reject(id, two.proposer)).status).toBe(200);
    expect(refusalOf(await two.approve(id, owner))).toEqual([409, 'approval_decided']);
    expect(await named(name)).toBeUndefined();
  });

  it('the admin token and tokens of operators wait, and an owner for another owner', async () => {
    const byToken = await app.post('/admin/bank-accounts', OPERATOR, { name: unique('Token') });
    const { id } = waitingFor(byToken);
    expect((await app.post(`/admin/approvals/${id}/approve`, OPERATOR, {})).status).toBe(403);
    expect((await two.approve(id, owner)).status).toBe(200);
    const own = waitingFor(await add(owner));
    expect(refusalOf(await two.approve(own.id, owner))).toEqual([403, 'own_proposal']);
    expect((await two.approve(own.id, await TestBrowser.ofOperator(app))).status).toBe(200);
    const permissions = ['money:read', 'money:write', 'prices:read'];
    const headers = await givenOperatorToken(two.proposer, { permissions });
    const { id: main } = await two.admin.accounts.default();
    const opening = { date: DAY, balance: 7 };
    const opened = await app.post(`/admin/bank-accounts/${main}/opening`, headers, opening);
    expect((await two.reject(waitingFor(opened).id, owner)).status).toBe(200);
    const before = await app.post(`/admin/bank-accounts/${main}/opening`, OPERATOR, opening);
    expect((await two.reject(waitingFor(before).id, owner)).status).toBe(200);
  });

  it('two approvals for one name give one account, also at the same time', async () => {
    const name = unique('Twice');
    const first = waitingFor(await add(two.proposer, { name, account_last4: '1111' }));
    const second = waitingFor(await add(two.approver, { name, account_last4: '2222' }));
    expect(second.id).not.toBe(first.id);
    const lock = 'LOCK TABLE bank_accounts IN SHARE ROW EXCLUSIVE MODE';
    const answers = await whileQueued(app, lock, [
      () => two.approve(first.id, owner),
      () => two.approve(second.id, owner),
    ]);
    expect(answers.map(refusalOf).sort()).toEqual([
      [200, undefined],
      [409, 'bank_account_exists'],
    ]);
    const isFirst = answers[0].status === 200;
    expect(await named(name)).toMatchObject({ account_last4: isFirst ? '1111' : '2222' });
    expect((await two.reject((isFirst ? second : first).id, owner)).status).toBe(200);
  });

  it('a name that another account took meanwhile is refused, and a taken one is not proposed', async () => {
    const name = unique('Taken');
    const { id } = waitingFor(await add(two.proposer, { name }));
    const other = await two.admin.givenAccount();
    await two.admin.accounts.change(other, { name });
    expect(refusalOf(await two.approve(id, owner))).toEqual([409, 'bank_account_exists']);
    const again = await add(two.proposer, { name, ifsc: 'HDFC0000002' });
    expect(refusalOf(again)).toEqual([409, 'bank_account_exists']);
    expect((await two.reject(id, owner)).status).toBe(200);
  });
});

describe('an opening balance, where an owner exists,', () => {
  let account: number;
  beforeEach(givenOwner);
  beforeEach(async () => {
    account = await two.admin.givenAccount();
  });
  const known = async () =>
    (await two.admin.accounts.list()).find(({ id }) => id === account)!.opening_balance;

  it('waits, is booked once it is approved, and is not proposed again if nothing changes', async () => {
    const { id } = waitingFor(await open(two.proposer, account, 1_000.5));
    expect(await known()).toBeNull();
    expect((await two.admin.accounts.closing(account, DAY)).ledger_balance).toBe(0);
    const { name } = (await two.admin.accounts.list()).find((one) => one.id === account)!;
    expect(await changes(id, owner)).toMatchObject({
      kind: 'bank_opening',
      note: name,
      changes: [
        { field: 'opened_on', before: null, after: DAY },
        { field: 'opening_balance', before: null, after: '1000.5' },
      ],
    });
    expect(refusalOf(await two.approve(id))).toEqual([403, 'permission_denied']);
    expect((await two.approve(id, owner)).status).toBe(200);
    expect(await known()).toBe(1_000.5);
    expect((await two.admin.accounts.closing(account, DAY)).ledger_balance).toBe(1_000.5);
    expect((await open(two.proposer, account, 1_000.5)).status).toBe(200);
    expect((await open(two.proposer, account, 1_000)).status).toBe(202);
  });

  it('is answered the same under the same key, also after it was approved', async () => {
    const key = unique('opening');
    const keyed = async () =>
      app
        .post(`/admin/bank-accounts/${account}/opening`, {}, { date: DAY, balance: 10 })
        .set({ ...SAME_ORIGIN, Cookie: two.proposer.cookie!, 'Idempotency-Key': key });
    const first = await keyed();
    await two.approve(waitingFor(first).id, owner);
    const again = await keyed();
    expect([again.status, again.text]).toEqual([202, first.text]);
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect(await known()).toBe(10);
  });

  it('is not approved after another one, nor from a person who lost the role', async () => {
    const first = waitingFor(await open(two.proposer, account, 10));
    const second = waitingFor(await open(two.approver, account, 20));
    expect((await two.approve(second.id, owner)).status).toBe(200);
    expect(refusalOf(await two.approve(first.id, owner))).toEqual([409, 'approval_outdated']);
    expect(await known()).toBe(20);
    const leaver = await givenOperator(app, ['finance']);
    const browser = await TestBrowser.signedIn(app, leaver);
    const last = waitingFor(await open(browser, account, 30));
    const lost = await owner.admin('patch', `users/${leaver.id}`, { roles: ['warehouse'] });
    expect((await two.approve(waitingFor(lost).id, await TestBrowser.ofOperator(app))).status).toBe(
      200,
    );
    expect(refusalOf(await two.approve(last.id, owner))).toEqual([409, 'proposer_not_permitted']);
  });
});

it('an account that the admin token entered is not approved by it, also where only people of the demo can sign in', async () => {
  await TestBrowser.ofOperator(app);
  await app.sql`UPDATE users SET is_demo = true WHERE kind = 'operator'`;
  const { status, body } = await app.admin('post', 'bank-accounts', { name: unique('Token') });
  expect(status).toBe(202);
  const { id } = (body as { data: { approval: { id: number } } }).data.approval;
  await app.admin('post', `approvals/${id}/approve`, {}).expect(403);
  await app.sql`UPDATE users SET is_demo = false WHERE kind = 'operator'`;
  await app.admin('post', `approvals/${id}/reject`, { reason: 'Mine' }).expect(200);
});

it('new accounts and opening balances are shown to people who may see bank accounts alone', async () => {
  const owner = await TestBrowser.ofOperator(app);
  const support = await TestBrowser.ofOperator(app, ['support']);
  const { id } = waitingFor(await add(two.proposer));
  expect(await changes(id, owner)).toBeDefined();
  expect(await changes(id, support)).toBeUndefined();
});

it('lines of the bank to decide are counted for people who may see them alone', async () => {
  const support = await TestBrowser.ofOperator(app, ['support']);
  const countsOf = async (by: TestBrowser) =>
    (await by.admin('get', 'counts')).body.data as {
      money: number;
      money_tabs: { transfers: number; bank: number | null; approvals: number };
    };
  await two.admin.givenLine(9);
  const [seen, hidden] = [await countsOf(two.proposer), await countsOf(support)];
  expect(seen.money_tabs.bank).toBeGreaterThan(0);
  const { transfers, bank, approvals } = hidden.money_tabs;
  expect([bank, hidden.money]).toEqual([null, transfers + approvals]);
});
