import type { OfficeCountsDto } from '../../../src/dashboard/office/office-counts.dto.js';
import type { OfficeOverviewDto } from '../../../src/dashboard/office/office-overview.dto.js';
import {
  givenApproversForEachTest,
  refusalOf,
  two,
  waitingFor,
} from '../../support/money/approvers.js';
import { admin, app, shop, startShopSuite } from '../../support/money/suite.js';
import { RETURN_ADDRESS, unique } from '../../support/shop/given.js';
import { givenOperator, TestBrowser, type BrowserAnswer } from '../../support/shop/people.js';
import { givenShop } from '../../support/shop/shop.js';
import { TAX_PROFILE } from '../../support/tax/tax-admin.js';

const LIMITS = { receipt: 50_000, payout: 50_000, reversal: 50_000, refund: 50_000, adjustment: 0 };
const RAISED = { ...LIMITS, payout: 90_000 };
const TERMS = { credit_limit: 250_000, payment_days: 30, overdue_days: 15 };
const PLACE = { return_address: RETURN_ADDRESS };
const HOME = { ...RETURN_ADDRESS, name: 'Mine', address: '1, My Lane' };
const DETAILS = 'Account 50100012345678\nIFSC HDFC0000001';

let owner: TestBrowser;
startShopSuite();
givenApproversForEachTest();
beforeEach(async () => {
  owner = await TestBrowser.ofOperator(app);
});
afterEach(() => app.admin('put', 'approval-limits', LIMITS).expect(200));

const anotherOwner = async () => TestBrowser.ofOperator(app);
const putTerms = async (by: TestBrowser, rest: object = {}, of = shop): Promise<BrowserAnswer> =>
  by.admin('put', `clients/${of.client.id}/credit`, { ...TERMS, ...rest });
const postInvitation = async (
  by: TestBrowser,
  role: string,
  email = `${unique('new')}@people.example`,
) => by.admin('post', 'users', { email, roles: [role] });
const mainAccount = async () => two.admin.accounts.default();
const patchBankAccount = async (
  by: TestBrowser,
  change: object,
  id?: number,
): Promise<BrowserAnswer> =>
  by.admin('patch', `bank-accounts/${id ?? (await mainAccount()).id}`, change);
/** Lists the changes of what waits, as the approver sees them. */
const changesOf = async (id: number): Promise<unknown> =>
  (await two.listApprovals('status=waiting', owner)).find((one) => one.id === id)?.changes;

// The first: every other test adds owners.
it('an owner who is alone changes at once, and the audit log has it', async () => {
  expect((await owner.admin('put', 'approval-limits', RAISED)).status).toBe(200);
  expect((await putTerms(owner)).status).toBe(200);
  expect((await patchBankAccount(owner, { details: DETAILS })).status).toBe(200);
  const told = { 'tax-profile': TAX_PROFILE, brand: { address: 'Shed 4' }, 'return-place': PLACE };
  for (const [path, body] of Object.entries(told)) {
    expect((await owner.admin('put', path, body)).status).toBe(200);
  }
  expect((await postInvitation(owner, 'finance')).status).toBe(201);
  const roles = { roles: ['owner'] };
  const { id } = await givenOperator(app, ['warehouse']);
  expect((await owner.admin('patch', `users/${id}`, roles)).status).toBe(200);
  const { data: log } = await admin.audit.list({ limit: 100 });
  const done = log.filter(({ actor }) => actor.startsWith('user ')).map(({ action }) => action);
  expect(done).toEqual(
    expect.arrayContaining([
      ...['approval_limits.changed', 'credit.terms_changed', 'bank_account.updated'],
      ...['user.invited', 'user.roles_changed'],
    ]),
  );
});

it('the admin token changes at once, except who may approve', async () => {
  await givenOperator(app);
  await app.admin('put', 'approval-limits', RAISED).expect(200);
  await app.admin('put', `clients/${shop.client.id}/credit`, TERMS).expect(200);
  const { id } = await mainAccount();
  await app.admin('patch', `bank-accounts/${id}`, { details: DETAILS }).expect(200);
  const email = `${unique('new')}@people.example`;
  await app.admin('post', 'users', { email, roles: ['owner'] }).expect(202);
});

describe('raised limits', () => {
  const putLimits = async (limits: object) => owner.admin('put', 'approval-limits', limits);
  const payoutLimit = async () => (await admin.call('getApprovalLimits')).payout;

  it('wait for another owner, and lowered ones do not', async () => {
    const other = await anotherOwner();
    const { id } = waitingFor(await putLimits(RAISED));
    expect(waitingFor(await putLimits(RAISED)).id).toBe(id);
    expect(await payoutLimit()).toBe(50_000);
    expect(await changesOf(id)).toEqual([
      { field: 'payout', before: '50000', after: '90000' },
      { field: 'payout_per_day', before: '500000', after: '900000' },
    ]);
    expect(refusalOf(await two.approve(id, owner))).toEqual([403, 'own_proposal']);
    expect(refusalOf(await two.approve(id))).toEqual([403, 'permission_denied']);
    expect((await two.approve(id, other)).status).toBe(200);
    expect(await payoutLimit()).toBe(90_000);
    expect((await putLimits({ ...RAISED, payout: 80_000 })).status).toBe(200);
    const perDay = { ...RAISED, payout: 80_000, receipt_per_day: 500_000.01 };
    expect((await putLimits(perDay)).status).toBe(202);
  });

  it('are not approved after another change', async () => {
    const other = await anotherOwner();
    const { id } = waitingFor(await putLimits(RAISED));
    expect((await putLimits({ ...LIMITS, receipt: 10 })).status).toBe(200);
    expect(refusalOf(await two.approve(id, other))).toEqual([409, 'approval_outdated']);
    expect((await two.reject(id, other)).status).toBe(200);
    expect(await payoutLimit()).toBe(50_000);
  });
});

describe('terms of credit', () => {
  const known = async () => admin.credit.terms(shop.client.id);

  it('wait above the limit, and looser ones do', async () => {
    const { id } = waitingFor(await putTerms(two.proposer));
    expect((await known()).credit_limit).toBe(0);
    const raised = { field: 'credit_limit', before: '0', after: '250000' };
    expect(await changesOf(id)).toContainEqual(raised);
    expect((await two.approve(id)).status).toBe(200);
    expect(await known()).toEqual(TERMS);
    expect((await putTerms(two.proposer, { overdue_days: 16 })).status).toBe(202);
    expect((await putTerms(two.proposer, { payment_days: 31 })).status).toBe(202);
    expect((await putTerms(two.proposer, { credit_limit: 200_000 })).status).toBe(200);
    const outdated = waitingFor(await putTerms(two.proposer, { credit_limit: 200_001 }));
    expect((await putTerms(two.proposer, { credit_limit: 60_000 })).status).toBe(200);
    expect(refusalOf(await two.approve(outdated.id))).toEqual([409, 'approval_outdated']);
  });

  it('are set by one person within the limit, in a day for all clients together', async () => {
    const small = { credit_limit: 50_000 };
    for (let client = 0; client < 10; client += 1) {
      expect((await putTerms(two.proposer, small, await givenShop(app))).status).toBe(200);
    }
    expect((await putTerms(two.proposer, { credit_limit: 0.01 })).status).toBe(202);
    expect((await putTerms(two.approver, small)).status).toBe(200);
  });
});

describe('the bank details that clients pay to', () => {
  beforeEach(async () => {
    await two.admin.accounts.makeDefault(await two.admin.givenAccount());
  });

  it('wait, and so does what else a second person sees of any account, but not the columns of its statements', async () => {
    const { id } = waitingFor(await patchBankAccount(two.proposer, { details: DETAILS }));
    expect((await mainAccount()).details).toBeNull();
    expect(await changesOf(id)).toEqual([{ field: 'details', before: '', after: DETAILS }]);
    const waiting = await two.listApprovals('status=waiting', owner);
    const { name } = await mainAccount();
    expect(waiting.find((one) => one.id === id)?.note).toBe(name);
    expect((await two.approve(id)).status).toBe(200);
    expect((await mainAccount()).details).toBe(DETAILS);
    expect((await patchBankAccount(two.proposer, { details: DETAILS })).status).toBe(200);
    const other = await two.admin.givenAccount();
    const change = {
      name: unique('Mine'),
      details: 'Mine',
      charge_limit: 5,
      account_last4: '9999',
      upi_address: 'mine@upi',
    };
    for (const [field, value] of Object.entries(change)) {
      const waiting = waitingFor(await patchBankAccount(two.proposer, { [field]: value }, other));
      expect((await two.approve(waiting.id)).status).toBe(200);
    }
    const accounts = await two.admin.accounts.list();
    expect(accounts.find((one) => one.id === other)).toMatchObject(change);
    const columns = { column_mapping: null };
    expect((await patchBankAccount(two.proposer, columns, other)).status).toBe(200);
  });

  it('wait as another default account, whose details do not change meanwhile', async () => {
    const other = await two.admin.givenAccount({ details: 'A' });
    const propose = async () => two.proposer.admin('post', `bank-accounts/${other}/default`, {});
    const first = waitingFor(await propose());
    expect((await mainAccount()).id).not.toBe(other);
    await two.admin.accounts.change(other, { details: 'B' });
    expect(refusalOf(await two.approve(first.id))).toEqual([409, 'approval_outdated']);
    const second = waitingFor(await propose());
    expect(await changesOf(second.id)).toContainEqual({ field: 'details', before: '', after: 'B' });
    expect((await two.approve(second.id)).status).toBe(200);
    expect((await mainAccount()).id).toBe(other);
  });
});

describe('what tells people where to pay or to send goods', () => {
  const put = async (path: string, body: object, by = two.proposer): Promise<BrowserAnswer> =>
    by.admin('put', path, body);
  const read = async (path: string) => (await owner.admin('get', path)).body.data as object;

  it.each([
    ['tax-profile', { ...TAX_PROFILE, signatory: 'Asha Rao' }, { terms: 'Pay to mine@upi' }],
    [
      'tax-profile',
      { ...TAX_PROFILE, signatory: null },
      { address: { ...TAX_PROFILE.address, line1: '1, My Lane' } },
    ],
    ['brand', { name: 'Asha', address: 'Shed 4', accent: '#7a1f5c' }, { address: 'My Lane' }],
    ['return-place', { return_address: RETURN_ADDRESS }, { return_address: HOME }],
    ['return-place', { return_address: HOME }, { return_address: null }],
  ])('waits for another person: %s %j', async (path, stored, change) => {
    await app.admin('put', path, stored).expect(200);
    const known = await read(path);
    const changed = { ...stored, ...change };
    const { id } = waitingFor(await put(path, changed));
    expect(waitingFor(await put(path, changed)).id).toBe(id);
    expect(await read(path)).toEqual(known);
    expect(refusalOf(await two.approve(id, two.proposer))).toEqual([403, 'own_proposal']);
    expect((await two.approve(id)).status).toBe(200);
    expect(await read(path)).toMatchObject(change);
    expect((await put(path, changed)).status).toBe(200);
  });

  it('does not wait in another fact beside it', async () => {
    await app.admin('put', 'tax-profile', { ...TAX_PROFILE, terms: 'Pay within 30 days' });
    const profile = { ...TAX_PROFILE, terms: 'Pay within 30 days', signatory: 'Ravi' };
    expect((await put('tax-profile', profile)).body.data).toMatchObject({ signatory: 'Ravi' });
    await app.admin('put', 'brand', { address: 'Shed 4' }).expect(200);
    const brand = { address: 'Shed 4', accent: '#7a1f5c' };
    expect((await put('brand', brand)).body.data).toMatchObject(brand);
  });

  it('shows what it changes, and is not approved after another change', async () => {
    await app.admin('put', 'brand', { address: 'Shed 4' }).expect(200);
    const { id } = waitingFor(await put('brand', { name: 'Asha', address: 'My Lane' }));
    expect(await changesOf(id)).toEqual([
      { field: 'name', before: null, after: 'Asha' },
      { field: 'address', before: 'Shed 4', after: 'My Lane' },
    ]);
    await app.admin('put', 'brand', { address: 'Shed 5' }).expect(200);
    expect(refusalOf(await two.approve(id))).toEqual([409, 'approval_outdated']);
  });

  it('begins on the day of its approval if its own day is past', async () => {
    const { effective_from: today } = TAX_PROFILE;
    const { id } = waitingFor(await put('tax-profile', { ...TAX_PROFILE, terms: 'By cheque' }));
    await app.sql`UPDATE approvals SET details =
      jsonb_set(details, '{taxProfile,effectiveFrom}', '"2026-01-01"') WHERE id = ${id}`;
    await app.sql`UPDATE approvals SET details =
      jsonb_set(details, '{change,after,effective_from}', '"2026-01-01"') WHERE id = ${id}`;
    expect((await two.approve(id)).status).toBe(200);
    const began = { effective_from: today, terms: 'By cheque' };
    expect(await read('tax-profile')).toMatchObject(began);
  });
});

describe('a role that may approve', () => {
  it.each(['owner', 'finance', 'support'])('waits for another owner: %s', async (role) => {
    const other = await anotherOwner();
    const email = `${unique('new')}@people.example`;
    const { id } = waitingFor(await postInvitation(owner, role, email));
    const open = async (): Promise<unknown[]> =>
      (await admin.call('listInvitations')).data.filter((one) => one.email === email);
    expect(await open()).toEqual([]);
    expect(await changesOf(id)).toEqual([{ field: 'roles', before: null, after: role }]);
    expect((await two.approve(id, other)).body.data).not.toHaveProperty('link');
    expect(await open()).toMatchObject([{ roles: [role] }]);
  });

  it('is given to a colleague, and taken, by two owners', async () => {
    const other = await anotherOwner();
    const { id: colleague } = await givenOperator(app, ['warehouse']);
    const change = async (...roles: string[]): Promise<BrowserAnswer> =>
      owner.admin('patch', `users/${colleague}`, { roles });
    expect((await change('warehouse', 'catalog')).status).toBe(200);
    // Finance sees no roles.
    const countedBy = async (browser: TestBrowser) => {
      const { data } = (await browser.admin('get', 'counts')).body;
      const { approvals_waiting: onToday } = (await browser.admin('get', 'overview')).body
        .data as OfficeOverviewDto;
      return [(data as OfficeCountsDto).money_tabs!.approvals, onToday];
    };
    const before = [await countedBy(owner), await countedBy(two.approver)];
    const { id } = waitingFor(await change('warehouse', 'finance'));
    const [ofOwner, ofFinance] = before as [number[], number[]];
    expect(await countedBy(owner)).toEqual(ofOwner.map((count) => count + 1));
    expect(await countedBy(two.approver)).toEqual(ofFinance);
    expect(refusalOf(await two.approve(id, owner))).toEqual([403, 'own_proposal']);
    expect((await change('catalog')).status).toBe(200);
    expect(refusalOf(await two.approve(id, other))).toEqual([409, 'approval_outdated']);
    const again = waitingFor(await change('finance'));
    expect((await two.approve(again.id, other)).status).toBe(200);
    expect((await change('catalog')).status).toBe(202);
  });

  it('is not needed to pack, and not proposed for an address that is taken', async () => {
    await anotherOwner();
    expect((await postInvitation(owner, 'warehouse')).status).toBe(201);
    const { email } = two.people.proposer;
    expect(refusalOf(await postInvitation(owner, 'finance', email))).toEqual([409, 'email_taken']);
  });
});
