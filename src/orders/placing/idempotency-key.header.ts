import { LIMITS } from '../../platform/config/limits.js';
import { AppError } from '../../platform/http/errors.js';
import { requestValue } from '../../platform/http/input/request-value.js';

/** The `Idempotency-Key` header as a handler's argument; null where the request has no such header. */
export const IdempotencyKeyHeader = requestValue(({ headers }): string | null => {
  const key = headers['idempotency-key'] as string | undefined;
  if (key === undefined) return null;
  if (/^[\x20-\x7e]+$/.test(key) && key.length <= LIMITS.idempotencyKeyLength) return key;
  const message = `Idempotency-Key must have 1 to ${LIMITS.idempotencyKeyLength} printable ASCII characters`;
  throw new AppError('validation_failed', {
    fields: [{ field: 'Idempotency-Key', code: 'invalid_key', message }],
  });
});
