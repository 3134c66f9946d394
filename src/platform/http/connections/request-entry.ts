import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import onHeaders from 'on-headers';
import type { FastLane } from '../fast-lane/fast-lane.js';
import {
  chooseRequestId,
  inRequestContext,
  type RequestHead,
  type TrackedRequest,
} from '../request-context.js';
import { follow, type RequestFollower } from './request-follower.js';
import { AppError, ERRORS, errorBody, helpLink } from '../errors.js';
import { contentOf, JSON_TYPE, type Answer } from '../representation/representation.js';
import { hasOneHost } from './host-header.js';
import { traceRequest } from '../../observability/tracing/tracing.js';
import { sendRest } from '../representation/send-rest.js';
import type { SecurityHeaders } from '../security-headers.js';

export interface EntryParts {
  follower: RequestFollower;
  /** True if connections are to be closed with their next response. */
  isLeaving: () => boolean;
  /** Answers the lane routes; null: Express answers everything. */
  lane: FastLane | null;
  /** True if the port of a request does not serve its path. */
  hides: (request: TrackedRequest) => boolean;
  security: SecurityHeaders;
  express: RequestListener;
}

/** Makes the listener of `node:http`: gives each request its id and log line, then lets the fast lane or Express answer it. */
export function requestEntry({
  follower,
  isLeaving,
  lane,
  hides,
  security,
  express,
}: EntryParts): (request: TrackedRequest, response: ServerResponse) => void {
  return (request, response) => {
    request.requestId = chooseRequestId(request.headers['x-request-id']);
    follow(follower, request, response);
    if (!hasOneHost(request as IncomingMessage)) {
      refuse(request, response, 'malformed_request', security.at(request.url));
      return;
    }
    if (hides(request)) {
      // As any address that does not exist.
      refuse(request, response, 'route_not_found', security.ofPages);
      return;
    }
    const found = isIgnoringBody(request) ? null : (lane?.find(request) ?? null);
    if (found !== null) {
      lane?.answer(found, request, (answer) =>
        send(answer, response, answer.isLast || isLeaving()),
      );
      return;
    }
    for (const [name, value] of security.at(request.url)) response.setHeader(name, value);
    response.setHeader('X-Request-Id', request.requestId);
    // Responses that may be stored say so themselves. Those of the Store API follow its contract.
    if (!STORE_API.test(request.url ?? '')) response.setHeader('Cache-Control', 'no-store');
    onHeaders(response, () => {
      security.complete(response);
      // While the instance shuts down, tell callers to reconnect elsewhere. Checked when the response is written, which may be
      // long after the request arrived.
      if (isLeaving()) response.setHeader('Connection', 'close');
    });
    traceRequest(request, () =>
      inRequestContext(request, response, () => express(request as never, response)),
    );
  };
}

/** Refuses a request before Express sees it, and closes its connection. */
function refuse(
  request: TrackedRequest,
  response: ServerResponse,
  code: 'malformed_request' | 'route_not_found',
  security: SecurityHeaders['ofPages'],
): void {
  const error = new AppError(code);
  const { requestId = '' } = request;
  request.refusal = { status: ERRORS[error.code].status, code: error.code, fields: [] };
  const body = Buffer.from(JSON.stringify(errorBody(error, requestId)));
  const headers = [
    ...security.flat(),
    ...['X-Request-Id', requestId, 'Cache-Control', 'no-store', 'Link', helpLink(error.code)],
    ...['Content-Type', JSON_TYPE, 'Content-Length', String(body.length)],
  ];
  const content = request.method === 'HEAD' ? null : contentOf([body]);
  send({ status: request.refusal.status, headers, content }, response, true);
}

/** Tells whether a request is a GET with a body, which the lane cannot read. */
function isIgnoringBody({ method, headers }: RequestHead): boolean {
  const hasBody =
    headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
  return hasBody && method === 'GET';
}

const STORE_API = /^\/api\//i;

function send(
  { status, headers, content }: Answer,
  response: ServerResponse,
  isLast: boolean,
): void {
  response.writeHead(status, [...headers, ...(isLast ? ['Connection', 'close'] : [])]);
  const { parts = [], rest } = content ?? {};
  if (rest === undefined && parts.length <= 1) {
    response.end(parts[0]);
    return;
  }
  response.cork();
  for (const part of parts) response.write(part);
  response.uncork();
  if (rest === undefined) response.end();
  else sendRest(response, rest, () => response.end());
}
