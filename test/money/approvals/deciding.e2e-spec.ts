import type { OfficeCountsDto } from '../../../src/dashboard/office/office-counts.dto.js';
import { UsersService } from '../../../src/identity/users/users.service.js';
import { runAs } from '../../../src/platform/http/request-context.js';
import { orderLock, rowLock, whileLocked, whileQueued } from '../../support/database/locks.js';
import {
  givenApproversForEachTest,
  LARGE,
  refusalOf,
  two,
  waitingFor,
} from '../../support/money/approvers.js';
import { utr } from '../../support/money/bank.js';
import { givenProduct, unique } from '../../support/shop/given.js';
import { givenOperator, givenOperatorToken } from '../../support/shop/people.js';
import { app, startSuite } from '../../support/money/suite.js';

startSuite();
givenApproversForEachTest();

/** Places an order at a price, with 10.00 delivery; returns its number. */
async function place(price: number): Promise<string> {
  const { sku } = await givenProduct(app, { basePriceMinor: price * 100 });
  return two.shop.orders.place({ sku, quantity: 1 });
}

describe('a receipt above the limit', () => {
  it('moves nothing until another person approves it', async () => {
    const answer = await two.postReceipt();
    const { id } = waitingFor(answer);
    expect(answer.body.data).toEqual({
      approval: { id, kind: 'receipt', amount: LARGE, status: 'waiting' },
    });
    expect(await two.balance()).toBe(0);
    const { status, body } = await two.approve(id);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ id, status: 'approved', client_id: two.shop.client.id });
    // Finance may read approvals, and not its colleagues.
    const people = await app.sql<{ id: number; name: string }>`SELECT id, name FROM users`;
    const nameOf = (user: { id: number }) => people.find((one) => one.id === user.id)!.name;
    const [proposed_by_name, decided_by_name] = [two.people.proposer, two.people.approver].map(
      nameOf,
    );
    expect(body.data).toMatchObject({ proposed_by_name, decided_by_name });
    expect(await two.balance()).toBe(LARGE);
  });

  it('is not recorded when it is rejected, and may then be proposed again', async () => {
    const reference = unique('CASH');
    const { id } = waitingFor(await two.postReceipt({ reference }));
    const { body } = await two.reject(id);
    expect(body.data).toMatchObject({ status: 'rejected', rejection_reason: 'Wrong amount' });
    expect(waitingFor(await two.postReceipt({ reference })).id).not.toBe(id);
    expect(await two.balance()).toBe(0);
  });

  it.each([
    ['cheque', '012716', ['12716', 'CHQ 012716', '012716.'], 'cheque'],
    ['bank', 'HDFCN70000012716', ['UTR HDFCN70000012716', 'hdfcn 70000012716.'], 'other'],
  ])(
    'a receipt by %s above the limit waits once, however its reference is typed',
    async (source, reference, typed, sameSource) => {
      const { id } = waitingFor(await two.postReceipt({ source, reference }));
      for (const again of typed) {
        const receipt = { source: sameSource, reference: again };
        expect(waitingFor(await two.postReceipt(receipt)).id).toBe(id);
      }
      await two.approve(id);
      expect((await two.postReceipt({ source, reference })).status).toBe(200);
      expect(await two.balance()).toBe(LARGE);
    },
  );

  it('pays the orders that were named, and arrived when it was proposed', async () => {
    const order = await place(100);
    const { id } = waitingFor(await two.postReceipt({ orders: [order] }));
    await two.approve(id);
    expect((await two.admin.orders.get(order)).payment_status).toBe('paid');
    const row = await app.row<{ same: boolean }>`
      SELECT r.received_at = date_trunc('milliseconds', a.proposed_at) AS same FROM approvals a
        JOIN ledger_journals j ON j.id = a.journal_id JOIN receipts r ON r.id = j.receipt_id
        WHERE a.id = ${id}`;
    expect(row.same).toBe(true);
  });

  it.each([
    ['the limit itself', { amount: 50_000 }, 201],
    ['a paisa more', { amount: 50_000.01 }, 202],
    ['with the tax that was deducted', { amount: 1, tax_deducted: 50_000 }, 202],
  ])('is one of more than the limit: %s', async (_, receipt, status) => {
    expect((await two.postReceipt(receipt)).status).toBe(status);
  });

  it('is refused at once where it could not be recorded', async () => {
    const reference = unique('CASH');
    await two.admin.receipts.record(two.shop.client.id, 5, { reference, source: 'cash' });
    expect(refusalOf(await two.postReceipt({ reference }))).toEqual([409, 'payment_recorded']);
    expect((await two.postReceipt({ client_id: 999_999 })).status).toBe(422);
    expect(await two.listApprovals('status=waiting&kind=receipt')).not.toContainEqual(
      expect.objectContaining({ client_id: two.shop.client.id }),
    );
  });

  it('is matched with its line when that comes while it waits', async () => {
    const reference = utr();
    const { id } = waitingFor(await two.postReceipt({ source: 'bank', reference }));
    expect((await two.admin.givenLine(LARGE, 'NEFT', reference)).state).not.toBe('matched');
    await two.approve(id);
    expect((await two.admin.lines.find(reference)).state).toBe('matched');
    expect(await two.balance()).toBe(LARGE);
  });
});

describe('the payment of an order above the limit', () => {
  it('waits, and pays the order once it is approved', async () => {
    const order = await place(LARGE);
    const path = `orders/${order}/payments`;
    const answer = await two.proposer.admin('post', path, { method: 'cash' });
    const { id } = waitingFor(answer);
    expect(waitingFor(await two.proposer.admin('post', path, { method: 'cash' })).id).toBe(id);
    expect((await two.admin.orders.get(order)).payment_status).toBe('unpaid');
    expect((await two.approve(id)).status).toBe(200);
    expect((await two.admin.orders.get(order)).payment_status).toBe('paid');
  });

  it('keeps waiting where the order was paid meanwhile', async () => {
    const order = await place(LARGE);
    const answer = await two.proposer.admin('post', `orders/${order}/payments`, { method: 'cash' });
    await two.admin.orders.pay(order);
    expect(refusalOf(await two.approve(waitingFor(answer).id))).toEqual([409, 'payment_recorded']);
  });

  it('locks no order while another person decides, if the same payment comes from software', async () => {
    const order = await place(LARGE);
    const path = `orders/${order}/payments`;
    const { id } = waitingFor(await two.proposer.admin('post', path, { method: 'cash' }));
    const lock = rowLock('approvals', id);
    const before = `${orderLock(order)} NOWAIT`;
    await whileLocked(app, { lock, waiting: 1, before }, async () =>
      two.admin.orders.pay(order, { method: 'cash' }),
    );
    const ended = (await two.listApprovals('')).find((one) => one.id === id);
    expect(ended).toMatchObject({ status: 'rejected' });
  });

  it('does not wait where it is paid from the wallet', async () => {
    const order = await place(LARGE);
    await two.givenMoney(LARGE + 10);
    const payment = { method: 'wallet' };
    const { status } = await two.proposer.admin('post', `orders/${order}/payments`, payment);
    expect(status).toBe(201);
  });
});

describe('a transfer above the limit', () => {
  const tabs = async (): Promise<OfficeCountsDto['money_tabs']> =>
    ((await two.approver.admin('get', 'counts')).body.data as OfficeCountsDto).money_tabs;

  it('is counted under transfers until a person confirms it, and then under approvals only', async () => {
    const before = (await tabs())!;
    const { count } = (await two.admin.overview()).transfers_to_confirm!;
    const transfer = await two.givenClaim(LARGE);
    const find = async () => (await two.admin.call('listTransfers')).data[0];
    expect(await find()).toMatchObject({ id: transfer, approval_id: null });
    expect(await tabs()).toEqual({ ...before, transfers: before.transfers + 1 });
    const { approval_id: id } = await two.confirmTransfer(transfer);
    expect(await find()).toMatchObject({ id: transfer, status: 'claimed', approval_id: id });
    expect(await tabs()).toEqual({ ...before, approvals: before.approvals + 1 });
    expect((await two.admin.overview()).transfers_to_confirm!.count).toBe(count);
    await two.reject(id);
    expect(await find()).toMatchObject({ approval_id: null });
    expect(await tabs()).toEqual({ ...before, transfers: before.transfers + 1 });
  });
});

describe('the decision', () => {
  it('is not that of the person who proposed it, who may still withdraw it', async () => {
    const { id } = waitingFor(await two.postReceipt());
    expect(refusalOf(await two.approve(id, two.proposer))).toEqual([403, 'own_proposal']);
    expect((await two.reject(id, two.proposer)).body.data).toMatchObject({ status: 'rejected' });
  });

  it('is not that of a person without the permission of the kind', async () => {
    const { id } = waitingFor(await two.postReceipt());
    for (const role of ['support', 'catalog', 'warehouse'] as const) {
      const browser = await two.openBrowser(role);
      expect(refusalOf(await two.approve(id, browser))).toEqual([403, 'permission_denied']);
      expect(refusalOf(await two.reject(id, browser))).toEqual([403, 'permission_denied']);
    }
    expect(await two.listApprovals('status=waiting', await two.openBrowser('catalog'))).toEqual([]);
    expect(await two.listApprovals('status=waiting', await two.openBrowser('support'))).not.toEqual(
      [],
    );
    expect(await two.balance()).toBe(0);
  });

  it('is that of one person: a second one is refused, and the same one gets it again', async () => {
    const { id } = waitingFor(await two.postReceipt());
    const third = await two.openBrowser('finance');
    const first = await two.approve(id);
    expect((await two.approve(id)).body.data).toEqual(first.body.data);
    expect(refusalOf(await two.approve(id, third))).toEqual([409, 'approval_decided']);
    expect(refusalOf(await two.reject(id))).toEqual([409, 'approval_decided']);
    expect(refusalOf(await two.approve(999_999))).toEqual([404, 'approval_not_found']);
    expect(await two.balance()).toBe(LARGE);
  });

  it.each([
    ['two approvals', 'approve', 'approve'],
    ['an approval before a rejection', 'approve', 'reject'],
    ['a rejection before an approval', 'reject', 'approve'],
  ] as const)('is one of those made at once: %s', async (_, first, second) => {
    await two.givenMoney(LARGE);
    const { id } = waitingFor(await two.postPayout());
    const third = await two.openBrowser('finance');
    const [won, lost] = await whileQueued(app, rowLock('approvals', id), [
      () => two[first](id),
      () => two[second](id, third),
    ]);
    expect([won.status, refusalOf(lost)]).toEqual([200, [409, 'approval_decided']]);
    expect(await two.balance()).toBe(first === 'reject' ? LARGE : 0);
    expect(await two.setAside()).toBe(0);
  });

  it('needs a proposer who may still propose it', async () => {
    const [removed, demoted] = [
      waitingFor(await two.postReceipt()),
      waitingFor(await two.postReceipt()),
    ];
    const users = app.service(UsersService);
    const { id } = two.people.proposer;
    await runAs('service', () => users.changeOperatorRoles(id, ['support'], undefined));
    expect(refusalOf(await two.approve(demoted.id))).toEqual([409, 'proposer_not_permitted']);
    await runAs('service', () => users.removeUser(id, null, false));
    expect(refusalOf(await two.approve(removed.id))).toEqual([409, 'proposer_not_permitted']);
    expect((await two.reject(removed.id)).status).toBe(200);
    expect(await two.balance()).toBe(0);
  });

  it('is made with the admin token only until an owner exists', async () => {
    const [first, second] = [
      waitingFor(await two.postReceipt()),
      waitingFor(await two.postReceipt()),
    ];
    const correction = async (): Promise<string> => {
      const { body } = await two.postAdjustment(5);
      return `adjustments/${(body.data as { id: number }).id}/approve`;
    };
    const [early, late] = [await correction(), await correction()];
    await app.admin('post', `approvals/${first.id}/approve`).expect(200);
    await app.admin('post', early).expect(200);
    await givenOperator(app);
    for (const path of [`approvals/${second.id}/approve`, late]) {
      expect(refusalOf(await app.admin('post', path))).toEqual([403, 'permission_denied']);
    }
    await app.admin('post', `approvals/${second.id}/reject`, { reason: 'Typo' }).expect(200);
    expect(await two.balance()).toBe(LARGE + 5);
  });

  it('is not made with an operator token', async () => {
    const permissions = ['money:read', 'money:write', 'prices:read'];
    const headers = await givenOperatorToken(two.proposer, { permissions });
    const withToken = async (path: string, sent: object) => app.post(path, headers, sent);
    const client_id = two.shop.client.id;
    const receipt = { client_id, source: 'cash', reference: unique('T'), amount: LARGE };
    const { id } = waitingFor(await withToken('/admin/receipts', receipt));
    expect(refusalOf(await two.approve(id, two.proposer))).toEqual([403, 'own_proposal']);
    const own = await withToken(`/admin/approvals/${id}/approve`, {});
    expect(refusalOf(own)).toEqual([403, 'password_required']);
    expect((await two.approve(id)).status).toBe(200);
  });

  it('finds the same approval for the same call twice at once', async () => {
    const reference = unique('CASH');
    const propose = () => two.postReceipt({ reference });
    const lock = `LOCK TABLE approvals IN SHARE MODE`;
    const [one, other] = await whileQueued(app, lock, [propose, propose]);
    expect(waitingFor(other).id).toBe(waitingFor(one).id);
    const waiting = await two.listApprovals('status=waiting&kind=receipt');
    expect(waiting.filter((each) => each.reference === reference)).toHaveLength(1);
  });
});
