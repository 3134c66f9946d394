import type { ApprovalLimitsDto } from '../../../src/people/approvals/approval-limits.dto.js';
import { Approvers, LARGE, refusalOf, waitingFor } from '../../support/money/approvers.js';
import type { BrowserAnswer, TestBrowser } from '../../support/shop/people.js';
import { app, startSuite } from '../../support/money/suite.js';

const DEFAULTS: ApprovalLimitsDto = {
  receipt: 50_000,
  payout: 50_000,
  reversal: 50_000,
  refund: 50_000,
  adjustment: 0,
};

let two: Approvers;
let owner: TestBrowser;
startSuite();
beforeEach(async () => {
  two = await Approvers.given(app);
  owner = await two.someone('owner');
});
afterEach(() => put(DEFAULTS));

const put = async (limits: object, by = owner): Promise<BrowserAnswer> =>
  by.admin('put', 'approval-limits', limits);
const propose = async (amount: number): Promise<BrowserAnswer> => {
  const path = `clients/${two.shop.client.id}/wallet/adjustments`;
  return two.proposer.admin('post', path, { amount, reason: 'Typo' });
};

describe('the limits', () => {
  it('are 50,000, and 0 for adjustments', async () => {
    expect((await two.proposer.admin('get', 'approval-limits')).body.data).toEqual(DEFAULTS);
  });

  it('are changed by an owner, and the audit log says so', async () => {
    const { status, body } = await put({ ...DEFAULTS, payout: 10_000.5 });
    expect([status, body.data]).toEqual([200, { ...DEFAULTS, payout: 10_000.5 }]);
    const { data } = (await app.admin('get', 'audit?limit=1&subject=approval limits')).body as {
      data: { before: object; after: object }[];
    };
    expect(data[0]).toMatchObject({
      before: { payout_minor: 5_000_000 },
      after: { payout_minor: 1_000_050 },
    });
  });

  it('are not changed by those who record money', async () => {
    expect(refusalOf(await put({ ...DEFAULTS, payout: 1 }, two.proposer))).toEqual([
      ...[403, 'permission_denied'],
    ]);
    expect((await two.proposer.admin('get', 'approval-limits')).body.data).toEqual(DEFAULTS);
  });

  it.each([
    [{}, 'required'],
    [{ ...DEFAULTS, payout: -1 }, 'out_of_range'],
    [{ ...DEFAULTS, payout: null }, 'required'],
    [{ ...DEFAULTS, payout: '5' }, 'number_expected'],
    [{ ...DEFAULTS, refund: 0.001 }, 'too_many_decimals'],
  ])('are not %j', async (limits, code) => {
    const { status, body } = await put(limits);
    expect([status, body.errors?.[0]?.code]).toEqual([422, code]);
  });

  it('are of one kind each', async () => {
    await put({ ...DEFAULTS, receipt: 1_000 });
    expect((await two.receipt({ amount: 1_001 })).status).toBe(202);
    await two.givenMoney(2_000);
    expect((await two.payout({ amount: 1_001 })).status).toBe(201);
  });

  it('do not release what waits already', async () => {
    const reference = 'RAISED';
    const { id } = waitingFor(await two.receipt({ reference }));
    await put({ ...DEFAULTS, receipt: 2 * LARGE });
    expect(waitingFor(await two.receipt({ reference })).id).toBe(id);
    expect(await two.balance()).toBe(0);
    expect((await two.receipt()).status).toBe(201);
  });
});

describe('adjustments', () => {
  it('are listed and decided with all that waits', async () => {
    const { body } = await propose(-20);
    const { id } = body.data as { id: number };
    await two.givenMoney(50);
    const [listed] = await two.list('status=waiting&kind=adjustment');
    expect(listed).toMatchObject({ id, kind: 'adjustment', amount: -20, note: 'Typo' });
    expect(refusalOf(await two.approve(id, two.proposer))).toEqual([403, 'own_proposal']);
    expect((await two.approve(id)).body.data).toMatchObject({ id, status: 'approved' });
    expect(await two.balance()).toBe(30);
    const { id: other } = (await propose(5)).body.data as { id: number };
    expect((await two.reject(other)).body.data).toMatchObject({ rejection_reason: 'Wrong amount' });
  });

  it('are on one list with the others, in the order of their proposals', async () => {
    const first = waitingFor(await two.receipt());
    const { id: second } = (await propose(5)).body.data as { id: number };
    const third = waitingFor(await two.receipt());
    const expected = [third.id, second, first.id];
    const own = (list: { id: number; client_id: number }[]): number[] =>
      list.filter((one) => one.client_id === two.shop.client.id).map(({ id }) => id);
    expect(own(await two.list('status=waiting'))).toEqual(expected);
    const page = await two.approver.admin('get', 'approvals?status=waiting&limit=2');
    const next = await two.list(`status=waiting&limit=2&cursor=${page.body.next_cursor}`);
    expect([...own(page.body.data as never), ...own(next)]).toEqual(expected);
  });

  it('are applied at once within their limit, but not those of the admin token', async () => {
    await put({ ...DEFAULTS, adjustment: 100 });
    expect((await propose(100)).body.data).toMatchObject({ status: 'approved' });
    expect((await propose(-100.01)).body.data).toMatchObject({ status: 'proposed' });
    expect(await two.balance()).toBe(100);
    const own = await two.admin.adjustments.propose(two.shop.client.id, 5);
    expect(own.status).toBe('proposed');
    expect(refusalOf(await propose(-99))).toEqual([201, undefined]);
    expect(refusalOf(await propose(-2))).toEqual([409, 'insufficient_balance']);
  });
});
