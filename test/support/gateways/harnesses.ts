import { RazorpayGateway } from '../../../src/money/gateway/razorpay/razorpay-gateway.js';
import { SandboxAccountRepository } from '../../../src/start/sandbox/sandbox-account.repository.js';
import { SandboxAccountService } from '../../../src/start/sandbox/sandbox-account.service.js';
import { SandboxGateway } from '../../../src/start/sandbox/sandbox-gateway.js';
import { writeNotice, writeReturn } from '../../../src/start/sandbox/sandbox-messages.js';
import { SandboxRepository } from '../../../src/start/sandbox/sandbox.repository.js';
import { signatureOf } from '../../../src/money/gateway/signatures.js';
import type {
  GatewayPayment,
  PaymentGateway,
  ReturnFields,
  SignedNotice,
} from '../../../src/money/gateway/payment-gateway.js';
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
  notice: (about: Omit<SignedNotice, 'event'>) => { headers: Record<string, string>; body: string };
  returnOf: (orderId: string, paymentId: string) => ReturnFields;
  /** Makes a refund in the company's own pages; returns its id. */
  refundOutside: (paymentId: string, amountMinor: number) => Promise<string>;
  endRefund: (id: string, status: 'processed' | 'failed') => Promise<void>;
  /** Opens a dispute about a payment; returns its id. */
  openDispute: (paymentId: string, isDeducted: boolean) => Promise<string>;
  endDispute: (id: string, status: 'won' | 'lost') => Promise<void>;
  /** Settles everything that is not settled yet, less fees of 2 % and tax of 18 % on them; returns the settlement's id. */
  settle: (at: Date) => Promise<string>;
  close: () => Promise<void>;
}

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
    notice: ({ orderId, paymentId, about }) => {
      const payment = { entity: { id: paymentId, order_id: orderId, status: 'captured' } };
      const payload = { payment, ...(about && { [about.kind]: { entity: { id: about.id } } }) };
      const body = JSON.stringify({ event: 'payment.captured', payload });
      return { headers: { 'x-razorpay-signature': signatureOf(keys.webhookSecret, body) }, body };
    },
    returnOf: (orderId, paymentId) => ({
      razorpay_order_id: orderId,
      razorpay_payment_id: paymentId,
      razorpay_signature: signatureOf(keys.keySecret, `${orderId}|${paymentId}`),
    }),
    refundOutside: (paymentId, amount) =>
      Promise.resolve(company.refund(paymentId, { amount, receipt: null })!.id),
    endRefund: (id, status) => Promise.resolve(company.endRefund(id, status)),
    openDispute: (paymentId, isDeducted) =>
      Promise.resolve(company.openDispute(paymentId, isDeducted)),
    endDispute: (id, status) => Promise.resolve(company.endDispute(id, status)),
    settle: (at) => Promise.resolve(company.settle(at)),
    close: () => company.close(),
  };
}

function openSandbox({ dataSource }: TestApp): Promise<GatewayHarness> {
  const [repository, accounts] = [new SandboxRepository(), new SandboxAccountRepository()];
  const account = new SandboxAccountService(dataSource, repository, accounts);
  return Promise.resolve({
    gateway: new SandboxGateway(dataSource, repository, accounts),
    pay: async (orderId, status) => {
      const order = await repository.findOrder(dataSource.manager, orderId);
      const payment = { ...order!, id: unique('pay_'), orderId, method: 'upi', status };
      await repository.insertPayment(dataSource.manager, payment);
      return payment.id;
    },
    notice: (about) => {
      const { headers, body } = writeNotice({
        eventId: unique('event'),
        event: 'payment.captured',
        ...about,
      });
      const received = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
      return { headers: Object.fromEntries(received) as Record<string, string>, body };
    },
    returnOf: writeReturn,
    refundOutside: async (paymentId, amountMinor) =>
      (await account.refundOutside(paymentId, amountMinor))!,
    endRefund: (id, status) => account.endRefund(id, status),
    openDispute: async (paymentId, isDeducted) =>
      (await account.openDispute(paymentId, isDeducted))!,
    endDispute: (id, status) => account.endDispute(id, status),
    settle: async (at) => (await account.settle(at))!,
    close: () => Promise.resolve(),
  });
}
