import { RazorpayGateway } from '../../../src/money/gateway/razorpay/razorpay-gateway.js';
import { signatureOf } from '../../../src/money/gateway/signatures.js';
import { FakeRazorpay } from './fake-razorpay.js';
import type { GatewayHarness } from './gateway-harness.js';

export async function open(): Promise<GatewayHarness> {
  const company = await FakeRazorpay.open();
  const keys = { keyId: 'rzp_test_1', keySecret: 'key-secret', webhookSecret: 'webhook-secret' };
  return {
    gateway: new RazorpayGateway(keys, company.url),
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
