import { RazorpayGateway } from '../../../src/payments/gateway/adapters/razorpay/razorpay-gateway.js';
import { SandboxGateway } from '../../../src/payments/gateway/adapters/sandbox/sandbox-gateway.js';
import {
  writeNotice,
  writeReturn,
} from '../../../src/payments/gateway/adapters/sandbox/sandbox-messages.js';
import { SandboxRepository } from '../../../src/payments/gateway/adapters/sandbox/sandbox.repository.js';
import { signatureOf } from '../../../src/payments/gateway/adapters/signatures.js';
import type {
  GatewayPayment,
  PaymentGateway,
  ReturnFields,
} from '../../../src/payments/gateway/payment-gateway.js';
import type { GatewayKind } from '../../../src/platform/config/gateway-kinds.js';
import type { TestApp } from '../app.js';
import { unique } from '../shop/given.js';
import { FakeRazorpay } from './fake-razorpay.js';

/** A gateway with its company's side, for tests of the adapters. */
export interface GatewayHarness {
  gateway: PaymentGateway;
  /** Makes an attempt to pay an order; returns its id. */
  pay: (orderId: string, status: GatewayPayment['status']) => Promise<string>;
  /** Writes a signed notice as the company sends it. */
  notice: (about: { eventId: string; orderId: string; paymentId: string }) => {
    headers: Record<string, string>;
    body: string;
  };
  returnOf: (orderId: string, paymentId: string) => ReturnFields;
  /** Makes settlements of these amounts, each a day later than the one before; returns the time of the first one. */
  settle: (amountsMinor: readonly number[]) => Promise<Date>;
  close: () => Promise<void>;
}

const DAY_MS = 86_400_000;
const FIRST_SETTLEMENT = new Date('2026-01-31T00:00:00+05:30');

export const HARNESSES: Record<GatewayKind, (app: TestApp) => Promise<GatewayHarness>> = {
  razorpay: openRazorpay,
  sandbox: openSandbox,
};

async function openRazorpay(): Promise<GatewayHarness> {
  const company = await FakeRazorpay.open();
  const keys = { keyId: 'rzp_test_1', keySecret: 'key-secret', webhookSecret: 'webhook-secret' };
  return {
    gateway: new RazorpayGateway({ kind: 'razorpay', ...keys }, company.url),
    pay: (orderId, status) => Promise.resolve(company.pay(orderId, status)),
    notice: ({ eventId, orderId, paymentId }) => {
      const entity = { id: paymentId, order_id: orderId, status: 'captured' };
      const body = JSON.stringify({ event: 'payment.captured', payload: { payment: { entity } } });
      const signature = signatureOf(keys.webhookSecret, body);
      const headers = { 'x-razorpay-signature': signature, 'x-razorpay-event-id': eventId };
      return { headers, body };
    },
    returnOf: (orderId, paymentId) => ({
      razorpay_order_id: orderId,
      razorpay_payment_id: paymentId,
      razorpay_signature: signatureOf(keys.keySecret, `${orderId}|${paymentId}`),
    }),
    settle: (amountsMinor) => {
      const settlements = amountsMinor.map((amount, index) => ({
        ...{ id: `setl_${index}`, entity: 'settlement', amount, status: 'processed' },
        ...{ fees: 0, tax: 0, utr: `1568176960vxp0r${index}` },
        created_at: (FIRST_SETTLEMENT.getTime() + index * DAY_MS) / 1_000,
      }));
      company.settlements.push(...settlements.toReversed());
      return Promise.resolve(FIRST_SETTLEMENT);
    },
    close: () => company.close(),
  };
}

function openSandbox({ dataSource }: TestApp): Promise<GatewayHarness> {
  const repository = new SandboxRepository();
  const gateway = new SandboxGateway(dataSource, repository);
  const pay: GatewayHarness['pay'] = async (orderId, status) => {
    const order = await repository.findOrder(dataSource.manager, orderId);
    const payment = { ...order!, id: unique('pay_'), orderId, method: 'upi', status };
    await repository.insertPayment(dataSource.manager, payment);
    return payment.id;
  };
  return Promise.resolve({
    gateway,
    pay,
    notice: ({ eventId, ...ids }) => {
      const { headers, body } = writeNotice({ eventId, event: 'payment.captured', ...ids });
      const received = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
      return { headers: Object.fromEntries(received) as Record<string, string>, body };
    },
    returnOf: writeReturn,
    settle: async (amountsMinor) => {
      for (const [index, amountMinor] of amountsMinor.entries()) {
        const receipt = unique('pi_');
        const { id } = await gateway.createOrder({ receipt, amountMinor, currency: 'INR' });
        const paymentId = await pay(id, 'captured');
        // At the end of the day before the settlement.
        const at = new Date(FIRST_SETTLEMENT.getTime() + index * DAY_MS - 60_000);
        await dataSource.query('UPDATE sandbox_payments SET created_at = $2 WHERE id = $1', [
          ...[paymentId, at],
        ]);
      }
      return FIRST_SETTLEMENT;
    },
    close: () => Promise.resolve(),
  });
}
