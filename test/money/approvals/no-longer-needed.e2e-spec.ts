import { rowLock, whileLocked, whileQueued } from '../../support/database/locks.js';
import {
  givenApproversForEachTest,
  LARGE,
  refusalOf,
  two,
  waitingFor,
} from '../../support/money/approvers.js';
import { statementOf, utr } from '../../support/money/bank.js';
import { givenProduct, unique } from '../../support/shop/given.js';
import { app, startSuite } from '../../support/money/suite.js';

startSuite();
givenApproversForEachTest();

const find = async (id: number) => (await two.listApprovals('')).find((one) => one.id === id)!;

/** Proposes the transfer of a claim. */
async function givenWaiting(reference = utr()): Promise<{ id: number; transferId: number }> {
  const transferId = await two.givenClaim(LARGE, reference);
  const { outcome, approval_id: id } = await two.confirmTransfer(transferId);
  expect(outcome).toBe('waiting');
  return { id, transferId };
}

/** Proposes to book a line to another account. */
async function givenBooking(line: { id: number }, type = 'expense'): Promise<{ id: number }> {
  const { id } = await two.admin.others.add({ name: unique('Account'), type });
  const path = `bank-lines/${line.id}/book`;
  return waitingFor(await two.proposer.admin('post', path, { other_account_id: id }));
}

async function expectEnded(id: number, why: string): Promise<void> {
  const reason = `No longer needed: ${why}.`;
  expect(await find(id)).toMatchObject({ status: 'rejected', rejection_reason: reason });
  const { data } = await two.admin.audit.list({ limit: 500 });
  const [ended] = data.filter(
    ({ action, after }) => action === 'approval.rejected' && after!.approval_id === id,
  );
  expect(ended).toMatchObject({ after: { rejection_reason: reason } });
  const late = await two.approve(id);
  expect(late.body).toMatchObject({
    code: 'approval_decided',
    message: `It was rejected already: ${reason}`,
  });
}

describe('an approval of what was done otherwise meanwhile', () => {
  it('ends when a statement confirms the transfer that waits', async () => {
    const reference = utr();
    const { id } = await givenWaiting(reference);
    expect((await two.admin.givenLine(LARGE, 'NEFT', reference)).state).toBe('matched');
    await expectEnded(id, 'a line of the bank confirmed the transfer');
    expect(await two.balance()).toBe(LARGE);
  });

  it('ends when the transfer that waits is rejected', async () => {
    const { id, transferId } = await givenWaiting();
    await two.admin.call('rejectTransfer', transferId, { reason: 'It did not arrive' });
    await expectEnded(id, 'the transfer was rejected');
  });

  it('ends when a line of the bank is credited that is the receipt that waits', async () => {
    const reference = utr();
    const { id } = waitingFor(await two.postReceipt({ source: 'bank', reference }));
    const line = await two.admin.givenLine(LARGE, 'NEFT', reference);
    await two.admin.lines.credit(line.id, two.shop.client.id);
    await expectEnded(id, 'a line of the bank recorded the money');
    expect(await two.balance()).toBe(LARGE);
  });

  it('ends when a line of the bank returns the receipt whose reversal waits', async () => {
    const reference = utr();
    const { id: receiptId } = await two.admin.receipts.record(two.shop.client.id, LARGE, {
      reference,
    });
    const { id } = waitingFor(await two.postReversal(receiptId));
    const line = await two.admin.givenLine(-LARGE, 'NEFT RETURN', reference);
    await two.admin.lines.return(line.id, {});
    await expectEnded(id, 'a line of the bank returned the money');
    expect(await two.balance()).toBe(0);
  });

  it('ends when the line whose booking waits is returned to a client', async () => {
    const reference = utr();
    const line = await two.admin.givenLine(-LARGE, 'NEFT', reference);
    const { id } = await givenBooking(line);
    await two.admin.receipts.record(two.shop.client.id, LARGE, { reference });
    await two.admin.lines.return(line.id, {});
    await expectEnded(id, 'its line was decided otherwise');
    expect(await two.balance()).toBe(0);
  });

  it('ends when the money of the line whose booking waits is paid out to a client', async () => {
    await two.givenMoney(LARGE);
    const reference = utr();
    const { id } = await givenBooking(await two.admin.givenLine(-LARGE, 'NEFT', reference));
    await two.admin.wallets.payOut(two.shop.client.id, LARGE, { reference });
    await expectEnded(id, 'its line was decided otherwise');
  });

  it('ends when the line whose booking waits is ignored', async () => {
    const line = await two.admin.givenLine(-LARGE, 'NEFT');
    const { id } = await givenBooking(line);
    await two.admin.lines.ignore(line.id);
    await expectEnded(id, 'its line was ignored');
  });

  it('ends when the line whose booking waits brought the money of a receipt that is returned', async () => {
    const reference = utr();
    const came = await two.admin.givenLine(LARGE, 'NEFT', reference);
    const { matched } = await two.admin.lines.credit(came.id, two.shop.client.id);
    const receiptId = matched!.receipt_id!;
    await two.admin.receipts.reverse(receiptId);
    const { id } = await givenBooking(came, 'transfer');
    const back = await two.admin.givenLine(-LARGE, 'NEFT RETURN');
    await two.admin.lines.return(back.id, { receipt_id: receiptId });
    await expectEnded(id, 'its line was decided otherwise');
    const { state, waiting_approval_id: waits } = await two.admin.lines.find(reference);
    expect([state, waits]).toEqual(['matched', null]);
  });

  it('ends when the admin token records the receipt that waits', async () => {
    const reference = unique('CASH');
    const { id } = waitingFor(await two.postReceipt({ reference }));
    await two.admin.receipts.record(two.shop.client.id, LARGE, { reference, source: 'cash' });
    await expectEnded(id, 'it was recorded meanwhile');
    expect(await two.balance()).toBe(LARGE);
  });

  it('ends when the admin token pays out what waits, and what was set aside returns', async () => {
    await two.givenMoney(2 * LARGE);
    const reference = unique('OUT');
    const { id } = waitingFor(await two.postPayout({ reference }));
    await two.admin.wallets.payOut(two.shop.client.id, LARGE, { reference });
    await expectEnded(id, 'it was recorded meanwhile');
    expect([await two.balance(), await two.setAside()]).toEqual([LARGE, 0]);
  });

  it('ends when the admin token reverses the receipt whose reversal waits', async () => {
    const receiptId = await two.givenMoney(LARGE);
    const { id } = waitingFor(await two.postReversal(receiptId));
    await two.admin.receipts.reverse(receiptId);
    await expectEnded(id, 'it was recorded meanwhile');
    expect(await two.balance()).toBe(0);
  });

  it('is carried out, and does not end itself, if it is the money of a line that has its reference', async () => {
    const { sku } = await givenProduct(app, { basePriceMinor: 1_000 });
    const description = `NEFT ${await two.shop.orders.place({ sku, quantity: 1 })}`;
    const movement = { amount: LARGE, reference: 'NEFT-7788991', description };
    await two.admin.import(statementOf([movement], { opening: null }), { accept_gap: true });
    const line = await two.admin.lines.find(movement.reference);
    const sameAs = { kind: 'bank_line', id: line.id };
    const at = { received_at: '2026-11-21T10:00:00Z' };
    const money = { source: 'bank', reference: '7788991', same_as: sameAs, ...at };
    const { id } = waitingFor(await two.postReceipt(money));
    expect((await two.approve(id)).status).toBe(200);
    expect((await find(id)).status).toBe('approved');
    expect(await two.balance()).toBe(LARGE);
    expect((await two.admin.lines.find(movement.reference)).state).toBe('matched');
  });
});

describe('a decision about what may be done otherwise at the same moment', () => {
  /** Proposes something about a line of a reference, and names the row that its other decision locks first. */
  const LOCKED_FIRST: Record<string, (reference: string) => Promise<[id: number, lock: string]>> = {
    transfer: async (reference) => [
      (await givenWaiting(reference)).id,
      rowLock('statement_lines', reference, 'reference'),
    ],
    'transfer, which a line with another reference may confirm': async () => {
      const { id, transferId } = await givenWaiting();
      return [id, rowLock('bank_transfers', transferId)];
    },
    receipt: async (reference) => [
      waitingFor(await two.postReceipt({ source: 'bank', reference, other_money: true })).id,
      rowLock('statement_lines', reference, 'reference'),
    ],
    payout: async (reference) => {
      await two.givenMoney(LARGE);
      const { id } = waitingFor(await two.postPayout({ reference }));
      return [id, rowLock('statement_lines', reference, 'reference')];
    },
    bank_line: async (reference) => {
      const { id } = await givenBooking(await two.admin.lines.find(reference));
      return [id, rowLock('statement_lines', reference, 'reference')];
    },
    reversal: async () => {
      const receiptId = await two.givenMoney(LARGE);
      const { id } = waitingFor(await two.postReversal(receiptId));
      return [id, rowLock('receipts', receiptId)];
    },
  };

  it.each(Object.keys(LOCKED_FIRST))(
    'is not locked while its decision waits for what others lock first: %s',
    async (kind) => {
      const reference = utr();
      const amount = ['payout', 'bank_line'].includes(kind) ? -LARGE : LARGE;
      const file = statementOf([{ amount, reference }], { opening: null });
      await two.admin.import(file, { accept_gap: true });
      const [id, lock] = await LOCKED_FIRST[kind]!(reference);
      const before = `${rowLock('approvals', id)} NOWAIT`;
      const answer = await whileLocked(app, { lock, waiting: 1, before }, () => two.reject(id));
      expect(answer.status).toBe(200);
    },
  );

  it('locks its money until it is proposed, so that a line credited meanwhile ends it', async () => {
    const reference = utr();
    const file = statementOf([{ amount: LARGE, reference }], { opening: null });
    await two.admin.import(file, { accept_gap: true });
    const line = await two.admin.lines.find(reference);
    await whileQueued(app, 'LOCK TABLE approvals IN SHARE MODE', [
      () => two.postReceipt({ source: 'bank', reference, other_money: true }),
      async () => two.admin.lines.credit(line.id, two.shop.client.id),
    ]);
    expect(await two.listApprovals('status=waiting&kind=receipt')).toEqual([]);
    expect(await two.balance()).toBe(LARGE);
  });

  it('locks no receipt while its return by the bank waits for the line that brought the money', async () => {
    const reference = utr();
    const came = await two.admin.givenLine(LARGE, 'NEFT', reference);
    const { matched } = await two.admin.lines.credit(came.id, two.shop.client.id);
    const receiptId = matched!.receipt_id!;
    const back = await two.admin.givenLine(-LARGE, 'NEFT RETURN');
    const lock = rowLock('statement_lines', came.id);
    const before = `${rowLock('receipts', receiptId)} NOWAIT`;
    await whileLocked(app, { lock, waiting: 1, before }, async () =>
      two.admin.lines.return(back.id, { receipt_id: receiptId }),
    );
    expect(await two.balance()).toBe(0);
  });

  it.each(['a statement that comes first', 'an approval that comes first'])(
    'is decided once where both happen at the same moment: %s',
    async (order) => {
      const reference = utr();
      const { id, transferId } = await givenWaiting(reference);
      const works = [
        () => two.admin.givenLine(LARGE, 'NEFT', reference),
        async () => {
          const answer = await two.approve(id);
          expect([200, 409]).toContain(answer.status);
          if (answer.status === 409) expect(refusalOf(answer)[1]).toBe('approval_decided');
        },
      ];
      if (order.startsWith('an approval')) works.reverse();
      await whileQueued(app, rowLock('bank_transfers', transferId), works);
      expect((await find(id)).status).not.toBe('waiting');
      expect(await two.balance()).toBe(LARGE);
      expect((await two.admin.lines.find(reference)).state).toBe('matched');
    },
  );
});
