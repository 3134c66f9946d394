import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { ErrorCode, FieldError } from './errors.js';
import type { HeaderSink } from './header-sink.js';

/** Reason why a request was refused. */
export interface Refusal {
  status: number;
  code: ErrorCode;
  fields: readonly FieldError[];
}

/** Request line and headers of a request. */
export type RequestHead = Pick<
  IncomingMessage,
  'method' | 'url' | 'headers' | 'rawHeaders' | 'socket'
>;

/** A request and what the service learned about it. Features add fields by declaration merging. */
export interface TrackedRequest extends RequestHead {
  requestId?: string;
  /** Ids of the caller, by their names in the access log. */
  loggedAs?: Readonly<Record<string, number>>;
  /** Part of the ETag: callers with different variants get different answers at the same address. */
  variant?: number;
  /** Pattern of the route that answers it. */
  route?: { path: string };
  /** Time for which it waited for changes. */
  waitedMs?: number;
  /** Reason for the refusal, if it was refused. */
  refusal?: Refusal;
  /** Admits the caller again after a body that took long has arrived. */
  admitAgain?: () => Promise<boolean>;
  /** Parsed JSON body. */
  body?: object;
  query?: Readonly<Record<string, unknown>>;
  /** The keys in the path, by their names. */
  params?: Readonly<Record<string, string | string[]>>;
}

/** State of the current request, for code that does not receive the request as a parameter. */
export interface RequestContext {
  readonly requestId: string;
  /** Headers of the response. */
  readonly headers: HeaderSink;
  readonly receivedAtMs: number;
  /** False until the request begins a transaction, if it may be refused after a standstill. */
  hasBegun?: boolean;
  /** True if the route ignores unknown fields and query parameters instead of refusing them. */
  ignoresUnknownFields?: boolean;
  /** The caller, as the audit log names it. Set once the access guard knows. */
  actor?: string;
}

/** State of work that no request asked for: jobs, the command line, the demo. */
interface BackgroundContext {
  readonly requestId: null;
  readonly actor: string;
}

/** Actor and request id that the audit log and the ledger record. */
export interface Origin {
  actor: string;
  requestId: string | null;
}

/** The actor recorded for changes that no caller asked for, and for requests without a caller. */
export const SERVICE_ACTOR = 'service';

const storage = new AsyncLocalStorage<RequestContext | BackgroundContext | undefined>();
const SANE_REQUEST_ID = /^[\w.:-]{1,64}$/;

/** Finds the context of the current request; undefined outside of one. */
export function requestContext(): RequestContext | undefined {
  const context = storage.getStore();
  return context === undefined || context.requestId === null ? undefined : context;
}

/** Names the caller of the current request, for the audit log. */
export function actAs(actor: string): void {
  const context = requestContext();
  if (context !== undefined) context.actor = actor;
}

/** Runs background work, recorded under the given actor. */
export function runAs<T>(actor: string, work: () => T): T {
  return storage.run({ requestId: null, actor }, work);
}

/** Runs work for several requests at once, in the context of none of them. */
export function runShared<T>(work: () => T): T {
  return storage.run(undefined, work);
}

/**
 * Reads the actor and the request id of the current work.
 *
 * @throws Error outside of both inRequestContext() and runAs(): a change would be recorded under the wrong name
 */
export function currentOrigin(): Origin {
  const context = storage.getStore();
  if (context === undefined) {
    throw new Error(
      'A change without an origin: expected a call within a request, or within runAs() in background work.',
    );
  }
  return { actor: currentActor(), requestId: context.requestId };
}

/** Returns the actor of the current work; for work without one, that of the service. */
export function currentActor(): string {
  return storage.getStore()?.actor ?? SERVICE_ACTOR;
}

/** Picks the caller's `X-Request-Id` if it is well-formed, otherwise a new one. */
export function chooseRequestId(received: string | string[] | undefined): string {
  return typeof received === 'string' && SANE_REQUEST_ID.test(received) ? received : randomUUID();
}

/** Answers a request in its context. */
export function inRequestContext<T>(
  request: TrackedRequest,
  headers: HeaderSink,
  answer: () => T,
): T {
  const { requestId = '' } = request;
  return storage.run({ requestId, headers, receivedAtMs: Date.now() }, answer);
}
