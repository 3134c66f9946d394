import { createHmac, timingSafeEqual } from 'node:crypto';

/** Computes the HMAC-SHA256 of a text in hexadecimal digits. */
export function signatureOf(secret: string, signed: string | Buffer): string {
  return createHmac('sha256', secret).update(signed).digest('hex');
}

/** Returns true if a signature is valid for a text, in constant time. */
export function isSignatureOf(secret: string, signed: string | Buffer, signature: string): boolean {
  const [expected, received] = [signatureOf(secret, signed), signature].map((text) =>
    createHmac('sha256', secret).update(text).digest(),
  );
  return timingSafeEqual(expected!, received!);
}
