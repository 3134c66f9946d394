import fc from 'fast-check';
import Razorpay from 'razorpay';
import { validatePaymentVerification } from 'razorpay/dist/utils/razorpay-utils.js';
import { signatureOf } from '../signatures.js';
import { RazorpayGateway } from './razorpay-gateway.js';

const SECRET = fc.string({ minLength: 8, maxLength: 40 });

const gatewayOf = (secret: string) =>
  new RazorpayGateway({
    kind: 'razorpay',
    keyId: 'rzp_test_1',
    keySecret: secret,
    webhookSecret: secret,
  });
const isNoticeAccepted = (secret: string, body: string, signature: string) =>
  gatewayOf(secret).readNotice({
    headers: { 'x-razorpay-signature': signature },
    body: Buffer.from(body),
  }) !== null;

describe('signatures', () => {
  it("are those of Razorpay's own library, for notices", () => {
    fc.assert(
      fc.property(SECRET, fc.string({ unit: 'binary' }), (secret, body) => {
        const signature = signatureOf(secret, body);
        expect(Razorpay.validateWebhookSignature(body, signature, secret)).toBe(true);
        expect(isNoticeAccepted(secret, body, signature)).toBe(true);
      }),
    );
  });

  it("are those of Razorpay's own library, for browsers that return", () => {
    fc.assert(
      fc.property(SECRET, (secret) => {
        const [orderId, paymentId] = ['order_9A33XWu170gUtm', 'pay_29QQoUBi66xm2f'];
        const signature = signatureOf(secret, `${orderId}|${paymentId}`);
        const ids = { order_id: orderId, payment_id: paymentId };
        expect(validatePaymentVerification(ids, signature, secret)).toBe(true);
        const fields = {
          razorpay_order_id: orderId,
          razorpay_payment_id: paymentId,
          razorpay_signature: signature,
        };
        const gateway = gatewayOf(secret);
        expect(gateway.verifyReturn(orderId, fields)).toBeNull();
        expect(gateway.verifyReturn('order_other', fields)).toBe('razorpay_signature');
        expect(gateway.verifyReturn(orderId, {})).toBe('razorpay_signature');
      }),
    );
  });

  it('are refused where Razorpay refuses: another body, another secret, a part of the signature', () => {
    const signature = signatureOf('a secret', '{"amount":100}');
    for (const [secret, body, given] of [
      ['a secret', '{"amount":1000}', signature],
      ['another', '{"amount":100}', signature],
      ['a secret', '{"amount":100}', signature.slice(0, 32)],
      ['a secret', '{"amount":100}', ''],
      ['a secret', '{"amount":100}', signature.toUpperCase()],
    ] as const) {
      expect(isNoticeAccepted(secret, body, given)).toBe(false);
      if (given !== '') {
        expect(Razorpay.validateWebhookSignature(body, given, secret)).toBe(false);
      }
    }
  });
});
