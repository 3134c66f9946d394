import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ErrorCode, FieldError } from './errors.js';

/** Why a request was refused. */
export interface Refusal {
  status: number;
  code: ErrorCode;
  fields: readonly FieldError[];
}

/** What a request says before its body. */
export type RequestHead = Pick<
  IncomingMessage,
  'method' | 'url' | 'headers' | 'rawHeaders' | 'socket'
>;

/** A request with what was found out about it; features add fields of their own by declaration merging. */
export interface TrackedRequest extends RequestHead {
  requestId?: string;
  /** Ids of whom it came from, by the names that they have in the access log. */
  loggedAs?: Readonly<Record<string, number>>;
  /** Callers with different variants get different answers at the same address: part of the tag. */
  variant?: number;
  /** The route that answers it, by its pattern. */
  route?: { path: string };
  /** Why it was refused, if it was. */
  refusal?: Refusal;
  /** The bytes of its body where they came with its head; else they are to be read from the request. */
  bytes?: Buffer;
  /** What its JSON body holds. */
  body?: object;
}

/** What belongs to the request at hand, for code that is not handed the request. */
export interface RequestContext {
  readonly requestId: string;
  readonly response: ServerResponse;
  /** True if the route ignores fields and query parameters that it does not know, instead of refusing them. */
  ignoresUnknownFields?: boolean;
  /** Who acts, for the audit log, once the access guard knows. */
  actor?: string;
}

const storage = new AsyncLocalStorage<RequestContext>();
const standIn = new AsyncLocalStorage<string>();
const SANE_REQUEST_ID = /^[\w.:-]{1,64}$/;

/** Returns the context of the request at hand; undefined outside of one. */
export function requestContext(): RequestContext | undefined {
  return storage.getStore();
}

/** Names who acts in the request at hand, for the audit log. */
export function actAs(actor: string): void {
  const context = storage.getStore();
  if (context !== undefined) context.actor = actor;
}

/** Runs work outside of any request, recorded under the given actor. */
export function runAs<T>(actor: string, work: () => T): T {
  return standIn.run(actor, work);
}

/** Returns the current actor; undefined where none was set. */
export function currentActor(): string | undefined {
  return storage.getStore()?.actor ?? standIn.getStore();
}

/** Returns a sane `X-Request-Id` of the caller, else a new one. */
export function chooseRequestId(received: string | string[] | undefined): string {
  return typeof received === 'string' && SANE_REQUEST_ID.test(received) ? received : randomUUID();
}

/** Runs what answers a request in its context, unless it is a read without parameters. */
export function inRequestContext(
  request: TrackedRequest,
  response: ServerResponse,
  answer: () => void,
): void {
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  if (isRead && !request.url?.includes('?')) answer();
  else storage.run({ requestId: request.requestId ?? '', response }, answer);
}
