import { GatewayRefused, GatewayUnknown } from '../../src/money/gateway/gateway-errors.js';
import { GATEWAY_KINDS } from '../../src/money/gateway/gateways.js';
import { RazorpayGateway } from '../../src/money/gateway/razorpay/razorpay-gateway.js';
import { NOTICE_SUBJECTS } from '../../src/money/gateway/payment-gateway.js';
import { totalsOf } from '../../src/money/gateway/settlements/settlement-totals.js';
import { declaredFields } from '../../src/platform/http/input/unknown-fields.js';
import { FakeRazorpay } from '../support/gateways/fake-razorpay.js';
import { openHarness, type GatewayHarness } from '../support/gateways/gateway-harness.js';
import { unique } from '../support/shop/given.js';
import { givenShop } from '../support/shop/shop.js';
import { app, startSuite } from '../support/money/suite.js';

const DAY_MS = 86_400_000;

startSuite();

let harness: GatewayHarness;
const givenOrder = () =>
  harness.gateway.createOrder({ receipt: unique('pi_'), amountMinor: 11_000, currency: 'INR' });
const givenPayment = async () => {
  const { id: orderId } = await givenOrder();
  return { orderId, paymentId: await harness.pay(orderId, 'captured') };
};
/** Opens the gateway for the tests of a group. */
function startAt(kind: string): void {
  beforeAll(async () => {
    harness = await openHarness(kind, app);
  });
  afterAll(() => harness.close());
}

describe.each(GATEWAY_KINDS)('the adapter of %s', (kind) => {
  startAt(kind);

  it('creates an order, and finds it by its receipt', async () => {
    const { gateway } = harness;
    expect(gateway.kind).toBe(kind);
    const order = await givenOrder();
    expect(order).toMatchObject({ amountMinor: 11_000, currency: 'INR' });
    expect(await gateway.findOrder(order.receipt)).toEqual(order);
    expect(await gateway.findOrder(unique('pi_'))).toBeNull();
  });

  it('lists the payments of an order, and captures an authorized one once', async () => {
    const { gateway, pay } = harness;
    const { id: orderId } = await givenOrder();
    expect(await gateway.listPayments(orderId)).toEqual([]);
    await pay(orderId, 'failed');
    const paymentId = await pay(orderId, 'authorized');
    const [failed, authorized] = await gateway.listPayments(orderId);
    expect(failed).toMatchObject({ status: 'failed', orderId, method: 'upi' });
    expect(authorized).toEqual({
      id: paymentId,
      orderId,
      status: 'authorized',
      method: 'upi',
      amountMinor: 11_000,
      refundedMinor: 0,
      currency: 'INR',
    });
    const captured = await gateway.capture(authorized!);
    expect(captured).toEqual({ ...authorized, status: 'captured' });
    expect((await gateway.listPayments(orderId))[1]).toEqual(captured);
    await expect(gateway.capture(authorized!)).rejects.toThrow(GatewayRefused);
  });

  it('reads a notice only with a valid signature', () => {
    const { gateway, notice } = harness;
    const about = { orderId: 'order_1', paymentId: 'pay_1', about: null };
    const { headers, body } = notice(about);
    const read = (given: object, text: string) =>
      gateway.readNotice({ headers: { ...given }, body: Buffer.from(text) });
    expect(read(headers, body)).toEqual({ ...about, event: 'payment.captured' });
    expect(read(headers, `${body} `)).toBeNull();
    expect(read({}, body)).toBeNull();
  });

  it.each(NOTICE_SUBJECTS)('reads the id of a %s in a notice', (kind) => {
    const { gateway, notice } = harness;
    const about = { orderId: null, paymentId: null, about: { kind, id: 'id_1' } };
    const { headers, body } = notice(about);
    expect(gateway.readNotice({ headers, body: Buffer.from(body) })).toMatchObject(about);
  });

  it('accepts a return only with the signature of its order and payment', () => {
    const { gateway, returnOf } = harness;
    const fields = returnOf('order_1', 'pay_1');
    expect(declaredFields(gateway.returnDto)).toEqual(Object.keys(fields));
    expect(gateway.verifyReturn('order_1', fields)).toBeNull();
    expect(gateway.verifyReturn('order_2', fields)).not.toBeNull();
    expect(gateway.verifyReturn('order_1', {})).not.toBeNull();
    for (const name of Object.keys(fields)) {
      expect(gateway.verifyReturn('order_1', { ...fields, [name]: 'other' })).not.toBeNull();
    }
  });

  it('returns the script that opens the checkout in a browser', () => {
    const { scriptUrl, keyId } = harness.gateway.checkoutOf('order_1');
    expect(scriptUrl).toMatch(/^(https:\/)?\/.+\.js$/);
    expect(keyId).not.toBe('');
  });
});

describe.each(GATEWAY_KINDS)('money at %s', (kind) => {
  startAt(kind);

  it('finds a payment by its id', async () => {
    const { gateway } = harness;
    const { orderId, paymentId: id } = await givenPayment();
    expect(await gateway.getPayment(id)).toEqual((await gateway.listPayments(orderId))[0]);
    await expect(gateway.getPayment('pay_unknown')).rejects.toThrow(GatewayRefused);
  });

  it('refunds once per key, finds the refund, and refuses more than the remaining amount', async () => {
    const { gateway } = harness;
    const { orderId, paymentId } = await givenPayment();
    const key = unique('journal-0000');
    expect(await gateway.listRefunds({ paymentId })).toEqual([]);
    const made = await gateway.refund({ paymentId, amountMinor: 5_000, key });
    expect(made).toMatchObject({ paymentId, amountMinor: 5_000, key, status: 'pending' });
    expect(await gateway.refund({ paymentId, amountMinor: 5_000, key })).toEqual(made);
    expect(await gateway.listRefunds({ paymentId })).toEqual([made]);
    expect(await gateway.listPayments(orderId)).toMatchObject([{ refundedMinor: 5_000 }]);
    const tooMuch = { paymentId, amountMinor: 6_001, key: unique('journal-0000') };
    await expect(gateway.refund(tooMuch)).rejects.toThrow(GatewayRefused);
  });

  it.each(['processed', 'failed'] as const)('reports that a refund is %s', async (status) => {
    const { gateway, endRefund } = harness;
    const { orderId, paymentId } = await givenPayment();
    const refund = { paymentId, amountMinor: 11_000, key: unique('journal-0000') };
    const made = await gateway.refund(refund);
    await endRefund(made.id, status);
    expect(await gateway.getRefund(made.id)).toEqual({ ...made, status });
    const [payment] = await gateway.listPayments(orderId);
    expect(payment!.refundedMinor).toBe(status === 'failed' ? 0 : 11_000);
    await expect(gateway.getRefund('rfnd_unknown')).rejects.toThrow(GatewayRefused);
  });

  it('lists the refunds that were made in its own pages, of a payment and of a period', async () => {
    const { gateway, refundOutside } = harness;
    const { paymentId } = await givenPayment();
    const id = await refundOutside(paymentId, 4_000);
    const [outside] = await gateway.listRefunds({ paymentId });
    expect(outside).toMatchObject({ id, paymentId, amountMinor: 4_000, key: null });
    const at = outside!.createdAt.getTime();
    const [from, to] = [new Date(at), new Date(at + 1)];
    expect(await gateway.listRefunds({ from, to })).toContainEqual(outside);
    const later = { from: to, to: new Date(at + DAY_MS) };
    expect(await gateway.listRefunds(later)).not.toContainEqual(outside);
  });

  it.each([
    { end: 'won', isDeducted: true, deductedMinor: 0 },
    { end: 'lost', isDeducted: true, deductedMinor: 11_000 },
    { end: 'won', isDeducted: false, deductedMinor: 0 },
    { end: 'lost', isDeducted: false, deductedMinor: 11_000 },
  ] as const)(
    'reports the amount held back for a dispute that is $end, deducted at once: $isDeducted',
    async ({ end, isDeducted, deductedMinor }) => {
      const { gateway, openDispute, endDispute } = harness;
      const { paymentId } = await givenPayment();
      const id = await openDispute(paymentId, isDeducted);
      const dispute = await gateway.getDispute(id);
      expect(dispute).toMatchObject({
        id,
        paymentId,
        amountMinor: 11_000,
        deductedMinor: isDeducted ? 11_000 : 0,
        currency: 'INR',
        phase: 'chargeback',
        status: 'open',
      });
      const at = dispute.openedAt.getTime();
      const period = { from: new Date(at), to: new Date(at + 1) };
      expect(await gateway.listDisputes(period)).toContainEqual(dispute);
      expect(await gateway.listDisputes({ ...period, to: period.from })).toEqual([]);
      await endDispute(id, end);
      expect(await gateway.getDispute(id)).toEqual({ ...dispute, status: end, deductedMinor });
      await expect(gateway.getDispute('disp_unknown')).rejects.toThrow(GatewayRefused);
    },
  );

  it('lists the settlements of a period, oldest first, with their lines', async () => {
    const { gateway, settle, refundOutside, openDispute } = harness;
    for (let paid = 1; paid <= 5; paid += 1) await givenPayment();
    const first = new Date('2126-01-31T00:00:00+05:30');
    await settle(first);
    const day = (days: number) => new Date(first.getTime() + days * DAY_MS);
    const { paymentId } = await givenPayment();
    const { paymentId: disputed } = await givenPayment();
    const refundId = await refundOutside(paymentId, 4_000);
    const disputeId = await openDispute(disputed, true);
    await settle(day(1));
    await givenPayment();
    // Another one of the same day, which is the end of the period.
    const later = new Date(day(1).getTime() + 3_600_000);
    await settle(later);
    const settlements = await gateway.listSettlements({ from: first, to: later });
    expect(settlements).toMatchObject([
      { status: 'processed', createdAt: first },
      { status: 'processed', createdAt: day(1), amountMinor: 22_000 - 2 * 260 - 15_000 },
    ]);
    expect(new Set(settlements.map(({ id }) => id)).size).toBe(2);
    expect(settlements.every(({ utr }) => utr !== null)).toBe(true);
    const [before, settlement] = settlements;
    const lines = await gateway.listSettlementLines(settlement!);
    expect(lines).toHaveLength(4);
    const free = { feeMinor: 0, taxMinor: 0 };
    expect(lines).toEqual(
      expect.arrayContaining([
        { kind: 'payment', id: paymentId, amountMinor: 11_000, feeMinor: 220, taxMinor: 40 },
        { kind: 'payment', id: disputed, amountMinor: 11_000, feeMinor: 220, taxMinor: 40 },
        { kind: 'refund', id: refundId, amountMinor: -4_000, ...free },
        { kind: 'dispute', id: disputeId, amountMinor: -11_000, ...free },
      ]),
    );
    expect(totalsOf(settlement!, lines)).toMatchObject({ feesMinor: 440, isComplete: true });
    expect(totalsOf(before!, await gateway.listSettlementLines(before!)).isComplete).toBe(true);
  });
});

it('needs no migration for a new kind', async () => {
  const { client } = await givenShop(app);
  await app.sql`INSERT INTO payment_intents (receipt, client_id, gateway, amount_minor, currency, actor)
      VALUES ('pi_later', ${client.id}, 'a_kind_of_a_later_release', 100, 'INR', 'test')`;
});

const company = await FakeRazorpay.open();

describe('the adapter of Razorpay', () => {
  const keys = { keyId: 'rzp_test_1', keySecret: 'key-secret', webhookSecret: 'webhook-secret' };
  const gateway = new RazorpayGateway(keys, company.url);
  afterAll(() => company.close());

  it('reads all pages of settlements', async () => {
    const day = { from: new Date('2026-01-31T00:00:00Z'), to: new Date('2026-02-01T00:00:00Z') };
    for (let index = 0; index < 250; index += 1) {
      company.settlements.push({
        id: `setl_${index}`,
        amount: 9_973_635,
        fees: 471,
        tax: 72,
        status: 'processed',
        utr: index === 0 ? '' : `utr${index}`,
        created_at: day.from.getTime() / 1_000 + index,
      });
    }
    const settlements = await gateway.listSettlements(day);
    expect(settlements.map(({ id }) => id)).toEqual(company.settlements.map(({ id }) => id));
    expect(settlements[0]).toEqual({
      id: 'setl_0',
      amountMinor: 9_973_635,
      feesMinor: 471,
      taxMinor: 72,
      status: 'processed',
      utr: null,
      createdAt: day.from,
    });
    expect(company.calls).toEqual(Array(3).fill('GET /settlements'));
  });

  it('reports an unknown outcome if Razorpay does not answer', async () => {
    const nowhere = new RazorpayGateway(keys, 'http://127.0.0.1:1/v1');
    await expect(nowhere.findOrder('pi_1')).rejects.toThrow(GatewayUnknown);
  });

  it('reports an unknown outcome for what is not about the request, and for an answer that is no object', async () => {
    const bodies = ['200 []', '200 null', '200 {}', '400 "text"'];
    const statuses = [401, 403, 408, 409, 418, 429, 503].map((status) => `${status} {}`);
    for (const answer of [...statuses, ...bodies]) {
      company.brokenAnswer = answer;
      await expect(gateway.findOrder('pi_1')).rejects.toThrow(GatewayUnknown);
    }
    company.brokenAnswer = '400 {}';
    await expect(gateway.findOrder('pi_1')).rejects.toThrow(GatewayRefused);
    company.brokenAnswer = null;
  });
});
