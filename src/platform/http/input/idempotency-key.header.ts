import { LIMITS } from '../../config/limits.js';
import { headerValues } from '../connections/header-values.js';
import { invalidField } from '../errors.js';
import type { RequestHead } from '../request-context.js';
import { requestValue } from './request-value.js';

/**
 * Reads the `Idempotency-Key` header of a request; null if it has none.
 *
 * @throws AppError validation_failed
 */
export function readIdempotencyKey({ rawHeaders }: Pick<RequestHead, 'rawHeaders'>): string | null {
  const [key, ...others] = headerValues(rawHeaders, 'idempotency-key');
  if (key === undefined) return null;
  if (others.length > 0) {
    // Node joins them to another key, under which the same call would be done again.
    throw invalidField('Idempotency-Key', 'invalid_key', 'Idempotency-Key must be sent once');
  }
  if (/^[\x20-\x7e]+$/.test(key) && key.length <= LIMITS.idempotencyKeyLength) return key;
  const message = `Idempotency-Key must have 1 to ${LIMITS.idempotencyKeyLength} printable ASCII characters`;
  throw invalidField('Idempotency-Key', 'invalid_key', message);
}

/** The `Idempotency-Key` header as a handler's argument; null if the request has none. */
export const IdempotencyKeyHeader = requestValue(readIdempotencyKey);
