import { createHmac, timingSafeEqual } from 'node:crypto';

/** Computes the HMAC-SHA256 of a text in hexadecimal digits. */
export function signatureOf(secret: string, signed: string | Buffer): string {
  return createHmac('sha256', secret).update(signed).digest('hex');
}

/** Tells whether a signature is that of a text; the time it takes does not depend on where they differ. */
export function isSignatureOf(secret: string, signed: string | Buffer, signature: string): boolean {
  const [expected, received] = [signatureOf(secret, signed), signature].map((text) =>
    createHmac('sha256', secret).update(text).digest(),
  );
  return timingSafeEqual(expected!, received!);
}
