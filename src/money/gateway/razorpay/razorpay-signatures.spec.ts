import fc from 'fast-check';
import { signatureOf } from '../signatures.js';
import { RazorpayGateway } from './razorpay-gateway.js';

const SECRET = fc.string({ minLength: 8, maxLength: 40 });
const UNICODE = 'pässwörd ₹ 𝒮';
const [ORDER, PAYMENT] = ['order_9A33XWu170gUtm', 'pay_29QQoUBi66xm2f'];
/** Secret, body and signature of notices that Razorpay's own library (razorpay 2.9.8, `validateWebhookSignature`) accepts. */
const NOTICES = [
  [
    'a secret',
    '{"amount":100}',
    '74117be80a686eea52c9152e6844cdc91e0c67e711ff1421fbab8db26fb8cce6',
  ],
  ['a secret', '', '33c72ee7563ee487fa8bc10b7d54534e6ca107b9cb14b72894d55d562bd96ef1'],
  [
    'a secret',
    '\u0000\u001f\u007f\r\n ',
    'bb0c4dde90a2f832dcca7cc8daa0a0492b8ef0f08500bcd3c73ae8978398a81d',
  ],
  ['a secret', '\ud800', 'b12368891ae09c4862cf5d47ee0158581bee9ad1c914424070bc41fb3b133a9e'],
  [UNICODE, '{"amount":100}', 'e7335a4fc72be1fae13a751cbfdc90e126b32633cd44e7ec85f483fa26110ec6'],
  [
    UNICODE,
    '{"event":"payment.captured","note":"₹ 1,000 – नमस्ते 𝒮"}',
    '6d539f136763439b806df981a1496e6cc8068d935a24149851e49b3664405e7f',
  ],
] as const;
/** Secret and signature of the return above that `validatePaymentVerification` accepts. */
const RETURNS = [
  ['a secret', 'a889bab1da488d32c71c26e831fdec9481b408ff3d5115288239eeba9adb32e0'],
  [UNICODE, 'ed390dbd50b55132c9b2dd3ec989fac185b841711738273a3eccdcdb3ca72129'],
] as const;

const gatewayOf = (secret: string) =>
  new RazorpayGateway({ keyId: 'rzp_test_1', keySecret: secret, webhookSecret: secret });
const isNoticeAccepted = (secret: string, body: string, signature: string) =>
  gatewayOf(secret).readNotice({
    headers: { 'x-razorpay-signature': signature },
    body: Buffer.from(body),
  }) !== null;

describe('signatures', () => {
  it.each(NOTICES)("are those of Razorpay's own library, for notices: %j, %j", (...notice) => {
    const [secret, body, signature] = notice;
    expect(signatureOf(secret, body)).toBe(signature);
    expect(isNoticeAccepted(secret, body, signature)).toBe(true);
  });

  it('are accepted for every notice that is signed', () => {
    fc.assert(
      fc.property(SECRET, fc.string({ unit: 'binary' }), (secret, body) => {
        expect(isNoticeAccepted(secret, body, signatureOf(secret, body))).toBe(true);
      }),
    );
  });

  it.each(RETURNS)(
    "are those of Razorpay's own library, for browsers that return: %j",
    (...signed) => {
      const [secret, signature] = signed;
      const fields = {
        razorpay_order_id: ORDER,
        razorpay_payment_id: PAYMENT,
        razorpay_signature: signature,
      };
      const gateway = gatewayOf(secret);
      expect(gateway.verifyReturn(ORDER, fields)).toBeNull();
      expect(gateway.verifyReturn('order_other', fields)).toBe('razorpay_signature');
      expect(gateway.verifyReturn(ORDER, {})).toBe('razorpay_signature');
    },
  );

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
    }
  });
});
