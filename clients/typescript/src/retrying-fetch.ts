import { setTimeout as sleep } from 'node:timers/promises';
import { StoreApiError, retryAfterSeconds } from './store-api-error.js';

export type Fetch = typeof globalThis.fetch;

/** Limits on the retries of one call. */
export interface RetryOptions {
  /** The number of requests one call may send; 1 disables retries. */
  tries: number;
  /** Milliseconds that one call may take, including pauses; one with `wait` takes as much longer. */
  withinMs: number;
  /** Milliseconds that one request may take; one with `wait` takes as much longer. */
  tryTimeoutMs: number;
}

export const DEFAULT_RETRY: RetryOptions = { tries: 5, withinMs: 30_000, tryTimeoutMs: 10_000 };

const FIRST_WAIT_MS = 200;
/** The service has 408, 429, 500 and 503. Proxies have the others, for a service that did not answer them. */
const TRANSIENT_STATUSES = [
  ...[408, 429, 500, 502, 503, 504],
  ...[520, 521, 522, 523, 524, 525, 526, 527, 530],
];
/** The only request whose repetition, without an Idempotency-Key, would have another effect. */
const PLACING_PATH = '/api/orders';

/**
 * Wraps fetch: repeats a request without a response, or with a transient status.
 * - orders are only placed again with an Idempotency-Key
 * - waits for the time in Retry-After, otherwise twice as long each time
 * - adds a random part, so that many callers do not return at the same moment
 * - reads bodies completely, so that a truncated response counts as no response
 *
 * @throws StoreApiError `unreachable` if there was no response; the signal's reason if the caller aborts
 */
export function withRetries(fetch: Fetch, retry: RetryOptions): Fetch {
  return async (input, init = {}) => {
    const waitMs = 1_000 * (Number(urlOf(input).searchParams.get('wait')) || 0);
    const deadline = performance.now() + retry.withinMs + waitMs;
    const tries = isRepeatable(input, init) ? retry.tries : 1;
    for (let tried = 1; ; tried += 1) {
      const left = deadline - performance.now();
      const answer = await tryOnce(fetch, input, init, Math.min(retry.tryTimeoutMs + waitMs, left));
      if (answer instanceof Response && !TRANSIENT_STATUSES.includes(answer.status)) return answer;
      const pauseMs = pauseBeforeNext(answer, tried);
      if (tried >= tries || performance.now() + pauseMs >= deadline) {
        if (answer instanceof Response) return answer;
        throw StoreApiError.ofSilence(answer.failure, tried);
      }
      await sleep(pauseMs, undefined, init.signal ? { signal: init.signal } : {}).catch(() =>
        init.signal?.throwIfAborted(),
      );
    }
  };
}

function isRepeatable(
  input: Parameters<Fetch>[0],
  { method = 'GET', headers }: RequestInit,
): boolean {
  const places = method === 'POST' && urlOf(input).pathname.endsWith(PLACING_PATH);
  return !places || new Headers(headers).has('idempotency-key');
}

function urlOf(input: Parameters<Fetch>[0]): URL {
  return new URL(input instanceof Request ? input.url : input);
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
    // The service never redirects. Following a redirect of a proxy could send the token to a foreign host.
    const response = await fetch(input, { ...init, signal, redirect: 'manual' });
    const body = await response.arrayBuffer();
    // A proxy may pass on a truncated body without an error.
    if (response.ok && isOfType(response, 'json')) JSON.parse(new TextDecoder().decode(body));
    return new Response(body.byteLength > 0 ? body : null, response);
  } catch (failure) {
    init.signal?.throwIfAborted();
    return { failure };
  }
}

/** Compares the Content-Type, in which letter case makes no difference. */
export function isOfType({ headers }: Response, type: 'json' | 'pdf'): boolean {
  return headers.get('content-type')?.toLowerCase().includes(type) ?? false;
}

function pauseBeforeNext(answer: Response | { failure: unknown }, tried: number): number {
  const asked = answer instanceof Response ? retryAfterSeconds(answer.headers) : null;
  if (asked !== null) return asked * 1000 + Math.random() * Math.max(FIRST_WAIT_MS, asked * 250);
  const backoff = FIRST_WAIT_MS * 2 ** (tried - 1);
  return backoff / 2 + (Math.random() * backoff) / 2;
}
