import type { RequestListener, ServerResponse } from 'node:http';
import onHeaders from 'on-headers';
import type { FastLane } from './fast-lane/fast-lane.js';
import { chooseRequestId, inRequestContext, type TrackedRequest } from './request-context.js';
import { SECURITY_HEADERS } from './security-headers.js';

/** What every request meets first. */
export interface EntryParts {
  /** Called for each request as it begins. */
  follow: (request: TrackedRequest, response: ServerResponse) => void;
  /** Whether connections are to be closed with their next response. */
  isLeaving: () => boolean;
  /** Answers the polled routes; null: Express answers everything. */
  fastLane: FastLane | null;
  express: RequestListener;
}

/** The one way in: a request gets its id and its log line, then the fast lane or Express answers it. */
export function requestEntry({
  follow,
  isLeaving,
  fastLane,
  express,
}: EntryParts): (request: TrackedRequest, response: ServerResponse) => void {
  return (request, response) => {
    request.requestId = chooseRequestId(request.headers['x-request-id']);
    follow(request, response);
    const polled = fastLane?.find(request) ?? null;
    if (polled !== null) {
      void fastLane?.answer(polled, request, response);
      return;
    }
    for (const [name, value] of SECURITY_HEADERS) response.setHeader(name, value);
    response.setHeader('X-Request-Id', request.requestId);
    // Callers turn to another instance before this one closes their connection; decided when the response
    // is written, which may be long after the request came.
    onHeaders(response, () => {
      if (isLeaving()) response.setHeader('Connection', 'close');
    });
    inRequestContext(request, response, () => express(request, response));
  };
}
