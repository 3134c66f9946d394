import { givenTwoApps } from '../../support/app.js';
import { rowLock, whileQueued } from '../../support/database/locks.js';
import { Approvers, LARGE, waitingFor } from '../../support/money/approvers.js';
import { BankAdmin, statementOf, utr, type Movement } from '../../support/money/bank.js';
import { SAME_ORIGIN, type TestBrowser } from '../../support/shop/people.js';
import type { AdminAnswer } from '../../support/shop/admin.js';

type Report = AdminAnswer<'matchStatement'>;

const { one, two: other } = await givenTwoApps();
let two: Approvers;
let bank: BankAdmin;
beforeEach(async () => {
  two = await Approvers.given(one);
  bank = two.admin;
});

/** Uploads a file as a person; `null`: it has no balances. */
const upload = async (
  by: TestBrowser,
  movement: Movement,
  opening: number | null = null,
): Promise<Report> => {
  const headers = { ...SAME_ORIGIN, Cookie: by.cookie! };
  const csv = statementOf([movement], { opening });
  const path = '/admin/transfers/match?accept_gap=true';
  const { body } = await one.sendRaw('post', path, {}, csv, 'text/csv').set(headers).expect(200);
  return (body as { data: Report }).data;
};
/** Lets the client claim money, and a thief of finance import its line without balances; the number. */
const givenRefused = async (amount = LARGE): Promise<string> => {
  const reference = utr();
  await two.givenClaim(amount, reference);
  await upload(two.proposer, { amount, reference });
  return reference;
};
const lineOf = async (reference: string) => bank.lines.find(reference);

describe('a line from a file that proves nothing', () => {
  it('is not booked by the next upload of a colleague', async () => {
    const reference = await givenRefused();
    await upload(two.approver, { amount: 1, reference: utr() }, 0);
    expect(await lineOf(reference)).toMatchObject({
      state: 'suggested',
      suggestion: { reason: 'unproven', client_id: two.shop.client.id },
    });
    expect(await two.balance()).toBe(0);
  });

  it('is not booked by uploads to two instances at once', async () => {
    const reference = await givenRefused();
    const { id } = await bank.accounts.default();
    await whileQueued(one, rowLock('bank_accounts', id), [
      () => new BankAdmin(one).importRows({ amount: 1, reference: utr() }).status(),
      () => new BankAdmin(other).importRows({ amount: 2, reference: utr() }).status(),
    ]);
    expect((await lineOf(reference)).state).toBe('suggested');
    expect(await two.balance()).toBe(0);
  });

  it('confirms no claim within the limit, nor as a repeated file, nor imported by the admin token', async () => {
    const [small, byToken] = [await givenRefused(10), utr()];
    await upload(two.approver, { amount: 10, reference: small });
    await two.givenClaim(20, byToken);
    const report = await bank.import(
      statementOf([{ amount: 20, reference: byToken }], { opening: null }),
    );
    expect(report).toMatchObject({ confirmed: 0, matches: [{ outcome: 'unproven' }] });
    const dry = await bank.import(
      statementOf([{ amount: 20, reference: byToken }], { opening: null }),
      { dry_run: true },
    );
    expect(dry.matches).toMatchObject([{ outcome: 'unproven', reason: 'unproven' }]);
    expect(await two.balance()).toBe(0);
  });

  it('confirms its claim by a press of another person within the limit, and above it by two', async () => {
    const small = await givenRefused(30_000);
    const credit = async (reference: string, by: TestBrowser) =>
      by.admin('post', `bank-lines/${(await lineOf(reference)).id}/credit`, {
        client_id: two.shop.client.id,
      });
    expect((await credit(small, two.approver)).status).toBe(200);
    const [claim] = (await bank.call('listTransfers', { utr: small })).data;
    expect(claim!.status).toBe('confirmed');
    const large = await givenRefused();
    const { id } = waitingFor(await credit(large, two.approver));
    expect((await two.approve(id, two.proposer)).status).toBe(200);
    expect((await lineOf(large)).state).toBe('matched');
    expect(await two.balance()).toBe(30_000 + LARGE);
  });

  it('is proven by a later file with balances that has it', async () => {
    const reference = await givenRefused();
    await upload(two.approver, { amount: LARGE, reference }, 0);
    expect((await lineOf(reference)).state).toBe('matched');
    expect(await two.balance()).toBe(LARGE);
  });
});

describe('the answer of an upload', () => {
  it('lists the earlier lines whose claims it confirmed apart, at one of two instances', async () => {
    const reference = utr();
    await bank.import(statementOf([{ amount: 70, reference }]), { accept_gap: true });
    const transfer = await two.givenClaim(70, reference);
    const line = await lineOf(reference);
    const reports = await whileQueued(one, rowLock('statement_lines', line.id), [
      async () => new BankAdmin(one).importRows({ amount: 1, reference: utr() }),
      async () => new BankAdmin(other).importRows({ amount: 2, reference: utr() }),
    ]);
    const earlier = { bank_line_id: line.id, date: line.date, reference, amount: 70 };
    const found = reports.map(({ earlier_confirmed: listed }) => listed);
    expect(found.flat()).toEqual([
      { ...earlier, transfer_id: transfer, client_id: two.shop.client.id },
    ]);
    expect(reports.map(({ confirmed }) => confirmed)).toEqual([0, 0]);
    expect(await two.balance()).toBe(70);
  });
});
