import type { ErrorDto, FieldErrorDto } from './generated/store-api.schemas.js';

/**
 * A code of the Store API, or one of the client's own: `unreachable` when no answer came within the tries and
 * the time allowed, `unexpected_answer` when one came that the Store API doesn't give (a proxy's page, say).
 */
export type StoreErrorCode = ErrorDto['code'] | 'unreachable' | 'unexpected_answer';

/** What every failed call throws. It never holds the token. */
export class StoreApiError extends Error {
  override readonly name = 'StoreApiError';
  readonly code: StoreErrorCode;
  /** The HTTP status; null when there was no answer. */
  readonly status: number | null;
  /** The fields at fault, all of them; empty when the fault is in none. */
  readonly fields: FieldErrorDto[];
  /** What the service's operators find the request by. */
  readonly requestId: string | null;
  /** When it makes sense to ask again, if the service said so. */
  readonly retryAfterSeconds: number | null;
  /** The service's own answer, with `order_number`, `order_status`, `same_request` of a `duplicate_order`. */
  readonly answer: ErrorDto | null;

  private constructor(
    code: StoreErrorCode,
    message: string,
    { status = null, requestId = null, retryAfterSeconds = null, answer = null }: Details = {},
  ) {
    super(`${code}: ${message}`);
    this.code = code;
    this.status = status;
    this.fields = answer?.errors ?? [];
    this.requestId = requestId;
    this.retryAfterSeconds = retryAfterSeconds;
    this.answer = answer;
  }

  /** From an answer that is no success, and what its body was read as. */
  static ofAnswer({ status, headers }: Response, body: unknown): StoreApiError {
    const details = {
      status,
      requestId: headers.get('x-request-id'),
      retryAfterSeconds: retryAfterSeconds(headers),
    };
    if (isErrorBody(body)) {
      return new StoreApiError(body.code, body.message, { ...details, answer: body });
    }
    return new StoreApiError(
      'unexpected_answer',
      `status ${status} in a form that is not the Store API's`,
      details,
    );
  }

  /** From a request that was not answered `tries` times; `cause` is told by its code only. */
  static ofSilence(cause: unknown, tries: number): StoreApiError {
    const times = tries === 1 ? 'once' : `${tries} times`;
    return new StoreApiError('unreachable', `tried ${times}, no answer (${reasonOf(cause)})`);
  }
}

type Details = Partial<
  Pick<StoreApiError, 'status' | 'requestId' | 'retryAfterSeconds' | 'answer'>
>;

/** The seconds of a Retry-After header, or null where there is none. */
export function retryAfterSeconds(headers: Headers): number | null {
  const value = headers.get('retry-after');
  return value !== null && /^\d+$/.test(value) ? Number(value) : null;
}

function isErrorBody(body: unknown): body is ErrorDto {
  return typeof body === 'object' && body !== null && 'code' in body && 'message' in body;
}

/** As `ECONNREFUSED`; an error's message might repeat a header. */
function reasonOf(failure: unknown): string {
  const { name, cause } = failure as { name?: string; cause?: { code?: string } };
  return cause?.code ?? name ?? 'unknown';
}
