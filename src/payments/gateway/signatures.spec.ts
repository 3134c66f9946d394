import fc from 'fast-check';
import Razorpay from 'razorpay';
import { validatePaymentVerification } from 'razorpay/dist/utils/razorpay-utils.js';
import { isSignatureOf, returnText, signatureOf } from './signatures.js';

const SECRET = fc.string({ minLength: 8, maxLength: 40 });

describe('signatures', () => {
  it("are those of Razorpay's own library, for notices", () => {
    fc.assert(
      fc.property(SECRET, fc.string({ unit: 'binary' }), (secret, body) => {
        const signature = signatureOf(secret, body);
        expect(Razorpay.validateWebhookSignature(body, signature, secret)).toBe(true);
        expect(isSignatureOf(secret, body, signature)).toBe(true);
      }),
    );
  });

  it("are those of Razorpay's own library, for browsers that come back", () => {
    fc.assert(
      fc.property(SECRET, (secret) => {
        const signature = signatureOf(
          secret,
          returnText('order_9A33XWu170gUtm', 'pay_29QQoUBi66xm2f'),
        );
        const ids = { order_id: 'order_9A33XWu170gUtm', payment_id: 'pay_29QQoUBi66xm2f' };
        expect(validatePaymentVerification(ids, signature, secret)).toBe(true);
      }),
    );
  });

  it('refuses what Razorpay refuses: another body, another secret, a part of the signature', () => {
    const signature = signatureOf('a secret', '{"amount":100}');
    for (const [secret, body, given] of [
      ['a secret', '{"amount":1000}', signature],
      ['another', '{"amount":100}', signature],
      ['a secret', '{"amount":100}', signature.slice(0, 32)],
      ['a secret', '{"amount":100}', ''],
      ['a secret', '{"amount":100}', signature.toUpperCase()],
    ] as const) {
      expect(isSignatureOf(secret, body, given)).toBe(false);
      if (given !== '') {
        expect(Razorpay.validateWebhookSignature(body, given, secret)).toBe(false);
      }
    }
  });
});
