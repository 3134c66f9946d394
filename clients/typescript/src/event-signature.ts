import { createHmac, timingSafeEqual } from 'node:crypto';
import { StoreApiError } from './store-api-error.js';

/** The fewest characters of a secret. */
export const SECRET_LENGTH = 16;

/**
 * Checks that an event was sent by your `wso listen`, at most `toleranceSeconds` ago. Compares in constant time.
 * - throws StoreApiError with the code `bad_signature` or `too_old`
 * - throws TypeError for no secret, one of less than 16 characters, and a tolerance that is not above 0
 *
 * @param body the body as it was received: JSON that was parsed and written again may differ
 * @param header the header Wso-Signature, if there is one
 * @param secrets the secret; during a rotation, the old and the new one
 */
export function verifyEvent(
  body: string | Uint8Array,
  header: string | readonly string[] | null | undefined,
  secrets: readonly string[],
  toleranceSeconds = 300,
): void {
  if (secrets.length === 0 || secrets.some(({ length }) => length < SECRET_LENGTH)) {
    throw new TypeError(`each secret must have at least ${SECRET_LENGTH} characters`);
  }
  if (!(toleranceSeconds > 0)) throw new TypeError('the tolerance must be above 0 seconds');
  const [time = '', ...given] = String(header ?? '').split(',');
  const [, at = ''] = /^t=(\d+)$/.exec(time) ?? [];
  const expected = secrets.map((secret) => `v1=${signatureOf(at, body, secret)}`);
  if (at === '' || !given.some((one) => expected.some((other) => isEqual(one, other)))) {
    throw StoreApiError.ofEvent('bad_signature', 'no secret leads to the header Wso-Signature');
  }
  const seconds = Math.abs(Math.floor(Date.now() / 1000) - Number(at));
  if (seconds > toleranceSeconds) {
    const message = `signed at a time that differs from the clock of this machine by ${seconds} s`;
    throw StoreApiError.ofEvent('too_old', message);
  }
}

/** Computes the signature of a body that is sent at a time: HMAC-SHA-256 over both, with a dot between them. */
export function signatureOf(at: string, body: string | Uint8Array, secret: string): string {
  return createHmac('sha256', secret).update(`${at}.`).update(body).digest('hex');
}

function isEqual(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}
