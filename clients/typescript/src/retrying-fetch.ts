import { setTimeout as sleep } from 'node:timers/promises';
import { StoreApiError, retryAfterSeconds } from './store-api-error.js';

export type Fetch = typeof globalThis.fetch;

/** How long a call goes on. */
export interface RetryOptions {
  /** How many requests one call may send; 1: no retries. */
  tries: number;
  /** Milliseconds one call may take, waits included. */
  withinMs: number;
  /** Milliseconds one request may take. */
  tryTimeoutMs: number;
}

export const DEFAULT_RETRY: RetryOptions = { tries: 5, withinMs: 30_000, tryTimeoutMs: 10_000 };

const FIRST_WAIT_MS = 200;
/** The last two are said by proxies in the service's stead. */
const TRANSIENT_STATUSES = [429, 503, 502, 504];
/** A POST that changes nothing. */
const QUOTE_PATH = '/api/orders/quote';

/**
 * A fetch that sends a request again when it was not answered, or answered 429, 502, 503 or 504: GETs,
 * quotes, and POSTs that carry an Idempotency-Key. It waits as long as Retry-After says, else longer each time, and a
 * random part more, so that many callers don't come back at once. Bodies are read whole, so that an answer
 * that breaks off counts as none.
 *
 * @throws StoreApiError `unreachable` when there was no answer; the signal's reason when the caller aborts
 */
export function withRetries(fetch: Fetch, retry: RetryOptions): Fetch {
  return async (input, init = {}) => {
    const deadline = performance.now() + retry.withinMs;
    const tries = isRepeatable(input, init) ? retry.tries : 1;
    for (let tried = 1; ; tried += 1) {
      const left = deadline - performance.now();
      const answer = await tryOnce(fetch, input, init, Math.min(retry.tryTimeoutMs, left));
      if (answer instanceof Response && !TRANSIENT_STATUSES.includes(answer.status)) return answer;
      const waitMs = waitBeforeNext(answer, tried);
      if (tried >= tries || performance.now() + waitMs >= deadline) {
        if (answer instanceof Response) return answer;
        throw StoreApiError.ofSilence(answer.failure, tried);
      }
      await sleep(waitMs, undefined, init.signal ? { signal: init.signal } : {}).catch(() =>
        init.signal?.throwIfAborted(),
      );
    }
  };
}

function isRepeatable(
  input: Parameters<Fetch>[0],
  { method = 'GET', headers }: RequestInit,
): boolean {
  if (method === 'GET' || (typeof input === 'string' && input.endsWith(QUOTE_PATH))) return true;
  return new Headers(headers).has('idempotency-key');
}

async function tryOnce(
  fetch: Fetch,
  input: Parameters<Fetch>[0],
  init: RequestInit,
  timeoutMs: number,
): Promise<Response | { failure: unknown }> {
  const timeout = AbortSignal.timeout(Math.max(1, Math.ceil(timeoutMs)));
  const signal = init.signal ? AbortSignal.any([init.signal, timeout]) : timeout;
  try {
    // The service redirects nowhere; following would send the token to wherever a stranger points.
    const response = await fetch(input, { ...init, signal, redirect: 'manual' });
    const body = await response.arrayBuffer();
    // Half an answer may come without an error, through a proxy.
    if (response.ok && isJson(response)) JSON.parse(new TextDecoder().decode(body));
    return new Response(body.byteLength > 0 ? body : null, response);
  } catch (failure) {
    init.signal?.throwIfAborted();
    return { failure };
  }
}

function isJson({ headers }: Response): boolean {
  return headers.get('content-type')?.includes('json') ?? false;
}

function waitBeforeNext(answer: Response | { failure: unknown }, tried: number): number {
  const asked = answer instanceof Response ? retryAfterSeconds(answer.headers) : null;
  if (asked !== null) return asked * 1000 + Math.random() * Math.max(FIRST_WAIT_MS, asked * 250);
  const backoff = FIRST_WAIT_MS * 2 ** (tried - 1);
  return backoff / 2 + (Math.random() * backoff) / 2;
}
