import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import onHeaders from 'on-headers';
import type { FastLane } from '../fast-lane/fast-lane.js';
import type { LaneAnswer } from '../fast-lane/lane-enhancers.js';
import {
  chooseRequestId,
  inRequestContext,
  type RequestHead,
  type TrackedRequest,
} from '../request-context.js';
import { follow, type RequestFollower } from './request-follower.js';
import { traceRequest } from '../../observability/tracing.js';
import { SECURITY_HEADERS } from '../security-headers.js';

/** Dependencies of the request entry. */
export interface EntryParts {
  follower: RequestFollower;
  /** True if connections are to be closed with their next response. */
  isLeaving: () => boolean;
  /** Answers the lane routes; null: Express answers everything. */
  lane: FastLane | null;
  express: RequestListener;
}

/** Returns the listener of `node:http`: gives each request its id and log line, then lets the fast lane or Express answer it. */
export function requestEntry({
  follower,
  isLeaving,
  lane,
  express,
}: EntryParts): (request: TrackedRequest, response: ServerResponse) => void {
  return (request, response) => {
    request.requestId = chooseRequestId(request.headers['x-request-id']);
    follow(follower, request, response);
    const found = isIgnoringBody(request) ? null : (lane?.find(request) ?? null);
    if (found !== null) {
      void lane?.answer(found, request).then((answer) => {
        // Do not wait for the rest of a refused body.
        const isLast = isLeaving() || !(request as IncomingMessage).complete;
        send(answer, response, isLast);
      });
      return;
    }
    for (const [name, value] of SECURITY_HEADERS) response.setHeader(name, value);
    response.setHeader('X-Request-Id', request.requestId);
    // Responses that may be stored say so themselves. Those of the Store API follow its contract.
    if (!STORE_API.test(request.url ?? '')) response.setHeader('Cache-Control', 'no-store');
    // While the instance shuts down, tell callers to reconnect elsewhere. Checked when the response is written, which may be
    // long after the request arrived.
    onHeaders(response, () => {
      if (isLeaving()) response.setHeader('Connection', 'close');
    });
    traceRequest(request, () =>
      inRequestContext(request, response, () => express(request as never, response)),
    );
  };
}

/** Returns true for a GET with a body, which the lane cannot read. */
function isIgnoringBody({ method, headers }: RequestHead): boolean {
  const hasBody =
    headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
  return hasBody && method === 'GET';
}

const STORE_API = /^\/api\//i;
const COMMON_HEADERS = SECURITY_HEADERS.flat();

function send(
  { status, headers, content }: LaneAnswer,
  response: ServerResponse,
  isLast: boolean,
): void {
  response.writeHead(status, [
    ...COMMON_HEADERS,
    ...headers,
    ...(isLast ? ['Connection', 'close'] : []),
  ]);
  if (content === null || content.parts.length === 1) {
    response.end(content?.parts[0]);
    return;
  }
  response.cork();
  for (const part of content.parts) response.write(part);
  response.uncork();
  response.end();
}
