import type { ErrorDto, FieldErrorDto } from './generated/store-api.schemas.js';

/**
 * A code of the Store API, or one of this package.
 * - `unreachable`: no response arrived within the allowed tries and time
 * - `unexpected_answer`: the response is not from the Store API, for example a proxy's error page
 * - `bad_signature`, `too_old`: verifyEvent() refuses an event
 */
export type StoreErrorCode =
  | ErrorDto['code']
  | 'unreachable'
  | 'unexpected_answer'
  | EventErrorCode;

type EventErrorCode = 'bad_signature' | 'too_old';

/** Thrown by every failed call, and by verifyEvent(). It contains neither the token nor a secret. */
export class StoreApiError extends Error {
  override readonly name = 'StoreApiError';
  readonly code: StoreErrorCode;
  /** The HTTP status; null if there was no response. */
  readonly status: number | null;
  /** All invalid fields; empty if the error is not about fields. */
  readonly fields: FieldErrorDto[];
  /** The id to look for in the service's logs. */
  readonly requestId: string | null;
  /** Seconds after which to retry, if the service sent Retry-After. */
  readonly retryAfterSeconds: number | null;
  /**
   * The number of the order that the error is about; null if the response has none. The order exists: store the number, then
   * correct or cancel the order.
   */
  readonly orderNumber: string | null;
  /** The error body. For `duplicate_order` it has `order_number`, `order_status`, `same_request` and `differs`. */
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
    this.orderNumber = answer?.order_number ?? null;
    this.requestId = requestId;
    this.retryAfterSeconds = retryAfterSeconds;
    this.answer = answer;
  }

  /** Creates the error from an unsuccessful response and its parsed body. */
  static ofAnswer({ status, headers }: Response, body: unknown): StoreApiError {
    const details = {
      status,
      requestId: headers.get('x-request-id'),
      retryAfterSeconds: retryAfterSeconds(headers),
    };
    if (isErrorBody(body)) {
      return new StoreApiError(body.code, body.message, { ...details, answer: body });
    }
    const target = status >= 300 && status < 400 ? headers.get('location') : null;
    const what =
      target === null
        ? `with a body that is not the Store API's error format`
        : `redirects to ${target}, which is not followed: check the base URL`;
    return new StoreApiError('unexpected_answer', `status ${status} ${what}`, details);
  }

  /** Creates the error for a request that got no response in `tries` tries. Only the code of `cause` is included. */
  static ofSilence(cause: unknown, tries: number): StoreApiError {
    const times = tries === 1 ? 'once' : `${tries} times`;
    return new StoreApiError('unreachable', `tried ${times}, no response (${reasonOf(cause)})`);
  }

  /** Creates the error for an event that is refused. */
  static ofEvent(code: EventErrorCode, message: string): StoreApiError {
    return new StoreApiError(code, message);
  }
}

type Details = Partial<
  Pick<StoreApiError, 'status' | 'requestId' | 'retryAfterSeconds' | 'answer'>
>;

/** Reads the seconds of a Retry-After header, or null without one. */
export function retryAfterSeconds(headers: Headers): number | null {
  const value = headers.get('retry-after');
  return value !== null && /^\d+$/.test(value) ? Number(value) : null;
}

/** Returns true for an object, which every body of the Store API is. */
export function isObject<Body>(body: Body): body is Body & object {
  return typeof body === 'object' && body !== null && !Array.isArray(body);
}

/** Returns true for an error of the Store API. Other servers have numbers as codes. */
function isErrorBody(body: unknown): body is ErrorDto {
  if (!isObject(body)) return false;
  const { code, message, errors, order_number } = body as Record<string, unknown>;
  const texts = [code, message, order_number ?? ''];
  return texts.every((text) => typeof text === 'string') && Array.isArray(errors ?? []);
}

/** Finds a code such as `ECONNREFUSED`. Not the message, which might contain a header's value. */
function reasonOf(failure: unknown): string {
  const { name, cause } = failure as { name?: string; cause?: { code?: string } };
  return cause?.code ?? name ?? 'unknown';
}
