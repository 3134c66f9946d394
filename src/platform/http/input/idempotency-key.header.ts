import { LIMITS } from '../../config/limits.js';
import { invalidField } from '../errors.js';
import type { RequestHead } from '../request-context.js';
import { requestValue } from './request-value.js';

/**
 * Reads the `Idempotency-Key` header of a request; null if it has none.
 *
 * @throws AppError validation_failed
 */
export function readIdempotencyKey({ headers }: Pick<RequestHead, 'headers'>): string | null {
  const key = headers['idempotency-key'] as string | undefined;
  if (key === undefined) return null;
  if (/^[\x20-\x7e]+$/.test(key) && key.length <= LIMITS.idempotencyKeyLength) return key;
  const message = `Idempotency-Key must have 1 to ${LIMITS.idempotencyKeyLength} printable ASCII characters`;
  throw invalidField('Idempotency-Key', 'invalid_key', message);
}

/** The `Idempotency-Key` header as a handler's argument; null where the request has no such header. */
export const IdempotencyKeyHeader = requestValue(readIdempotencyKey);
