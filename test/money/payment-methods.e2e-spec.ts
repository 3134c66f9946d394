import type { MethodAliasDto } from '../../src/money/order-payments/method-aliases.dto.js';
import { Call, dataOfBody } from '../support/call.js';
import { unique } from '../support/shop/given.js';
import { givenShop } from '../support/shop/shop.js';
import { admin, app, ledgerSum, place, shop, startShopSuite } from '../support/money/suite.js';

startShopSuite();

const nameMethod = (word: string, method: unknown): Call<MethodAliasDto> =>
  new Call(app.admin('put', 'method-aliases').send({ word, method }), dataOfBody());
const listAliases = (): Call<MethodAliasDto[]> =>
  new Call(app.admin('get', 'method-aliases'), dataOfBody());
/** Stores a word as the upgrade finds it, and a payment as the release before recorded it. */
const givenWordInUse = async (word: string): Promise<{ order: string; reference: string }> => {
  await app.sql`INSERT INTO method_aliases (word, receipts) VALUES (${word.toLowerCase()}, 1)`;
  const [order, reference] = [await place(), unique('REF')];
  await admin.orders.pay(order, { method: word, reference });
  return { order, reference };
};

describe('the method of a payment', () => {
  it.each([
    ['walet', 'did you mean wallet?'],
    ['check', 'did you mean cheque?'],
    ['bank transfer', 'did you mean bank_transfer?'],
    ['on_account', 'wallet, credit, bank, cash, cheque, card, other'],
    ['credit card', 'wallet, credit, bank, cash, cheque, card, other'],
  ])('is not %s: the order stays unpaid', async (method, hint) => {
    const order = await place();
    const { errors } = await admin.orders.pay(order, { method, reference: 'R-1' }).refused(422);
    expect(errors).toEqual([
      { field: 'method', code: 'unknown_method', message: expect.stringContaining(hint) as string },
    ]);
    expect(await admin.orders.get(order)).toMatchObject({
      status: 'awaiting_payment',
      payment_status: 'unpaid',
      payments: [],
    });
    expect(await admin.walletBalance(shop.client)).toBe(0);
  });

  it.each(['neft', 'RTGS', 'imps', 'Upi', 'bank_transfer', 'bank', 'cash', 'card'])(
    'may be %s without a reference, and is answered as it was sent',
    async (method) => {
      const { payments } = await admin.orders.pay(await place(), { method });
      expect(payments).toMatchObject([{ method, reference: null, outcome: 'applied' }]);
    },
  );

  it.each(['cheque', 'other'])('needs a reference if it is %s', async (method) => {
    const order = await place();
    await admin.orders.pay(order, { method }).expectProblems('reference required');
    const reference = unique('REF');
    const { payments } = await admin.orders.pay(order, { method, reference });
    expect(payments).toMatchObject([{ method, reference }]);
  });
});

describe('an alias of this installation', () => {
  it('means the method that an operator named', async () => {
    expect(await nameMethod('Giro', 'bank')).toEqual({ word: 'giro', method: 'bank', receipts: 0 });
    const [order, reference] = [await place(), unique('REF')];
    const paid = await admin.orders.pay(order, { method: 'Giro', reference });
    expect(paid.payments).toMatchObject([{ method: 'Giro' }]);
    const { data } = await admin.receipts.list({ reference });
    expect(data).toMatchObject([{ source: 'bank', method: 'Giro' }]);
    await nameMethod('from wallet', 'wallet');
    await admin.orders
      .pay(await place(), { method: 'from wallet' })
      .expectRefusal(409, 'insufficient_balance');
    await nameMethod('draft', 'cheque');
    const unproven = admin.orders.pay(await place(), { method: 'draft' });
    await unproven.expectProblems('reference required');
    expect((await listAliases()).map(({ word }) => word)).toEqual(
      expect.arrayContaining(['giro', 'from wallet', 'draft']),
    );
  });

  it.each<[string, string, unknown, string]>([
    ['a method', 'Wallet', 'bank', 'word reserved_value'],
    ['a word of every installation', 'neft', 'cash', 'word reserved_value'],
    ['the gateway', 'gateway', 'bank', 'word reserved_value'],
    ['of another alias', 'voucher', 'giro', 'method unknown_value'],
    ['of the gateway', 'voucher', 'gateway', 'method unknown_value'],
  ])('is refused if it is %s', async (_, word, method, problem) => {
    await nameMethod(word, method).expectProblems(problem);
  });

  it('is recorded in the audit log', async () => {
    await nameMethod('voucher', 'bank');
    await nameMethod('voucher', 'refused');
    const { data } = await admin.audit.list({ subject: 'method voucher' });
    expect(data).toMatchObject([
      { action: 'method_alias.named', before: { method: 'bank' }, after: { method: 'refused' } },
      { action: 'method_alias.named', before: { method: null }, after: { method: 'bank' } },
    ]);
  });
});

describe('a word that was in use before the upgrade', () => {
  it('is recorded as other until an operator decides, and then as decided', async () => {
    await givenWordInUse('DD');
    expect(await listAliases()).toContainEqual({ word: 'dd', method: null, receipts: 1 });
    const { payments } = await admin.orders.pay(await place(), { method: 'DD' });
    expect(payments).toMatchObject([{ method: 'DD', reference: null }]);
    await nameMethod('dd', 'cheque');
    const order = await place();
    await admin.orders.pay(order, { method: 'dd' }).expectProblems('reference required');
    await nameMethod('dd', 'refused');
    await admin.orders.pay(order, { method: 'dd' }).expectProblems('method unknown_method');
  });

  it.each(['refused', 'cash', 'wallet'])(
    'keeps its answers to repeated requests once it is %s',
    async (method) => {
      const word = `Old-${method}`;
      const { order, reference } = await givenWordInUse(word);
      const before = await admin.orders.get(order);
      await nameMethod(word, method);
      const again = await admin.orders.pay(order, { method: word, reference });
      expect({ ...again, bookings: [] }).toEqual({ ...before, outcome: 'applied' });
      const other = await givenShop(app);
      await admin.orders
        .pay(await place(1, other), { method: 'other', reference })
        .expectRefusal(409, 'payment_recorded');
    },
  );
});

describe('a cheque', () => {
  it('is in hand, not in the bank', async () => {
    const before = [await ledgerSum('bank'), await ledgerSum('cheques_in_hand')];
    const [order, reference] = [await place(), unique('CHQ')];
    await admin.orders.pay(order, { method: 'Cheque', reference });
    await admin.receipts.record(shop.client.id, 90, { source: 'cheque', reference: unique('CHQ') });
    await admin.receipts.record(shop.client.id, 5, { source: 'card' });
    const [bank = 0, inHand = 0] = before;
    expect([await ledgerSum('bank'), await ledgerSum('cheques_in_hand')]).toEqual([
      bank + 5,
      inHand + 200,
    ]);
    const { data } = await admin.receipts.list({ client_id: shop.client.id });
    expect(data).toMatchObject([
      { source: 'other', method: 'card', in_hand: false },
      { source: 'other', method: 'cheque', in_hand: true },
      { source: 'other', method: 'Cheque', in_hand: true, paid: [order] },
    ]);
  });
});
