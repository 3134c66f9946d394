import { IdempotentRequestsService } from '../../src/platform/idempotency/idempotent-requests.service.js';
import { orderLock, rowLock, statusesWhileLocked, whileLocked } from '../support/database/locks.js';
import { stopGatewayJobs } from '../support/shop/checkouts.js';
import { unique } from '../support/shop/given.js';
import {
  isReplayed,
  moneyRequest,
  MoneyCallers,
  type IdempotentRequest,
} from '../support/money/money-requests.js';
import { app, startSuite } from '../support/money/suite.js';

let callers: MoneyCallers;
startSuite({}, stopGatewayJobs);
beforeEach(async () => {
  callers = await MoneyCallers.given(app);
});

const givenRefund = () => moneyRequest('POST /admin/orders/:order_number/refunds', callers);
const givenConfirmation = () => moneyRequest('POST /admin/transfers/confirm', callers);
/**
 * Makes a call twice under one key while a lock is held that both wait for. Returns the statuses of the two answers, and fails
 * unless their texts are equal.
 */
const sendTwice = async (call: IdempotentRequest, lock: string): Promise<number[]> => {
  const key = unique('key');
  const send = () => callers.sendAsAdmin(call, key);
  const answers = await whileLocked(app, { lock, waiting: 2 }, () => Promise.all([send(), send()]));
  expect(answers[0].text).toBe(answers[1].text);
  expect(answers.map(isReplayed).sort()).toEqual([false, true]);
  return answers.map(({ status }) => status);
};

describe('a partial refund', () => {
  it('a partial refund that is sent twice is made twice without a key, and once with one', async () => {
    const call = await givenRefund();
    const send = (key: string | null) => callers.sendAsAdmin(call, key);
    await Promise.all([send(null), send(null)]);
    expect(await callers.balance()).toBe(40);
    const key = unique('key');
    await Promise.all([send(key), send(key)]);
    await send(key);
    expect(await callers.balance()).toBe(60);
  });

  it('waits for the same call, and gets its answer', async () => {
    const call = await givenRefund();
    const statuses = await sendTwice(call, orderLock(call.path.split('/')[3]!));
    expect(statuses).toEqual([201, 201]);
    expect(await callers.balance()).toBe(20);
  });

  it('is made once with a reference, also without its amount, and has none without money', async () => {
    const order = await callers.givenReturnedOrder();
    const reference = unique('RMA');
    const refund = (rest: object) => callers.admin.orders.refund(order, { reference, ...rest });
    await refund({ amount: 20 }).expect(201);
    await refund({}).expect(200);
    expect(await callers.balance()).toBe(20);
    await refund({ amount: 0, final: true }).expectProblems('reference no_amount');
  });
});

it('a key wins over the reference of the body, which decides where the key is new', async () => {
  const [reference, key] = [unique('REF'), unique('key')];
  for (const path of ['receipts', `clients/${callers.shop.client.id}/wallet/payouts`]) {
    const body = path === 'receipts' ? { client_id: callers.shop.client.id, source: 'bank' } : {};
    const call = { path: `/admin/${path}`, body: { ...body, amount: 60, reference } };
    const own = `${key} ${path}`;
    const first = await callers.sendAsAdmin(call, own);
    const again = await callers.sendAsAdmin(call, own);
    expect([first.status, again.status, isReplayed(again)]).toEqual([201, 201, true]);
    for (const other of [null, unique('key')]) {
      const known = await callers.sendAsAdmin(call, other);
      expect([known.status, isReplayed(known)]).toEqual([200, false]);
      expect(known.body).toMatchObject({ data: { id: (first.body.data as { id: number }).id } });
    }
    const changed = { ...call, body: { ...call.body, reference: unique('REF') } };
    expect((await callers.sendAsAdmin(changed, own)).body.code).toBe('idempotency_mismatch');
  }
  expect(await callers.balance()).toBe(0);
});

describe('the proposal of an adjustment', () => {
  const propose = (rest: object = {}) =>
    callers.admin.adjustments.propose(callers.shop.client.id, 50, rest);
  const count = async () =>
    (await callers.admin.adjustments.list({ client_id: callers.shop.client.id })).data.length;

  it('leaves its reference to another one once it was rejected', async () => {
    const reference = unique('ADJ');
    const { id } = await propose({ reference });
    await callers.admin.adjustments.reject(id);
    expect((await propose({ reference })).id).not.toBe(id);
  });

  it('is made once by two concurrent calls with the same reference', async () => {
    const reference = unique('ADJ');
    const lock = 'LOCK TABLE approvals IN SHARE ROW EXCLUSIVE MODE';
    const calls = [propose({ reference }), propose({ reference })];
    expect((await statusesWhileLocked(app, lock, calls)).sort()).toEqual([200, 201]);
    expect(await count()).toBe(1);
  });
});

describe('a call in several transactions', () => {
  it('gets the answer of the same call that runs concurrently', async () => {
    const call = await givenConfirmation();
    const [id] = (call.body as { ids: [number] }).ids;
    expect(await sendTwice(call, rowLock('bank_transfers', id))).toEqual([200, 200]);
    expect(await callers.balance()).toBe(500);
  });

  it('a call that got no response because the service was killed is repeated', async () => {
    const call = await givenConfirmation();
    const key = unique('key');
    const { text } = await callers.sendAsAdmin(call, key);
    await app.sql`UPDATE money_calls SET status = NULL, body = NULL WHERE key = ${key}`;
    const again = await callers.sendAsAdmin(call, key);
    expect([again.text, isReplayed(again)]).toEqual([text, false]);
    expect(await callers.balance()).toBe(500);
  });

  it('a call that was refused leaves no key', async () => {
    const key = unique('key');
    const path = '/dashboard/api/checkouts';
    const order = await callers.place();
    await callers.admin.orders.cancel(order);
    const open = (body: object) => callers.sendIn(callers.member, { path, body }, key);
    expect((await open({ order_numbers: [order] })).status).toBe(422);
    expect((await open({ amount: 5 })).status).toBe(201);
  });
});

it('the answer to a call is stored together with its money, or neither is', async () => {
  const call = await givenRefund();
  const key = unique('key');
  await app.sql`ALTER TABLE money_calls ADD CONSTRAINT money_calls_full_ck CHECK (status IS NULL) NOT VALID`;
  const failed = await callers.sendAsAdmin(call, key);
  await app.sql`ALTER TABLE money_calls DROP CONSTRAINT money_calls_full_ck`;
  expect([failed.status, await callers.balance()]).toEqual([500, 0]);
  const done = await callers.sendAsAdmin(call, key);
  expect([done.status, isReplayed(done), await callers.balance()]).toEqual([201, false, 20]);
});

describe('an Idempotency-Key', () => {
  const payOut = (key: string) => {
    const body = { amount: 100, reference: `OUT-${callers.shop.client.id}` };
    const path = `/admin/clients/${callers.shop.client.id}/wallet/payouts`;
    return callers.sendAsAdmin({ path, body }, key);
  };

  it('the Idempotency-Key of a refused call is not stored', async () => {
    const key = unique('key');
    const refused = await payOut(key);
    expect([refused.status, refused.body.code]).toEqual([409, 'insufficient_balance']);
    await callers.givenMoney();
    const done = await payOut(key);
    expect([done.status, isReplayed(done)]).toEqual([201, false]);
  });

  it('is valid for one path', async () => {
    const [one, two] = [await givenRefund(), await givenRefund()];
    const key = unique('key');
    expect((await callers.sendAsAdmin(one, key)).status).toBe(201);
    expect((await callers.sendAsAdmin(two, key)).body.code).toBe('idempotency_mismatch');
  });

  it.each(['', 'x'.repeat(256), 'clé'])('has to be one: %j', async (key) => {
    const { status, body } = await payOut(Buffer.from(key).toString('latin1'));
    expect([status, body.errors]).toMatchObject([422, [{ field: 'Idempotency-Key' }]]);
  });

  it('is kept for 30 days', async () => {
    await callers.givenMoney();
    const key = unique('key');
    await payOut(key);
    const makeOlder = async (days: number): Promise<void> => {
      await app.sql`
        UPDATE money_calls SET created_at = now() - make_interval(days => ${days}) WHERE key = ${key}`;
      await app.service(IdempotentRequestsService).deleteOld();
    };
    await makeOlder(29);
    expect(isReplayed(await payOut(key))).toBe(true);
    await makeOlder(30);
    const { status, headers } = await payOut(key);
    // The reference of the payout is known all the same.
    expect([status, headers['idempotent-replayed']]).toEqual([200, undefined]);
  });
});

it('the payment of many orders pays what the wallet covers and leaves the others as they were', async () => {
  const orders = [await callers.place(), await callers.place(3), await callers.place()];
  await callers.givenMoney(250);
  const call = { path: '/dashboard/api/orders/pay', body: { order_numbers: orders } };
  const answer = await callers.sendIn(callers.member, call, unique('key'));
  expect(answer.body.data).toEqual([
    { order_number: orders[0], outcome: 'paid' },
    { order_number: orders[1], outcome: 'insufficient_balance' },
    { order_number: orders[2], outcome: 'paid' },
  ]);
  expect((await callers.admin.orders.get(orders[1]!)).status).toBe('awaiting_payment');
  expect(await callers.balance()).toBe(30);
});
