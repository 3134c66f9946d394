import type { IncomingMessage, ServerResponse } from 'node:http';
import onHeaders from 'on-headers';
import { chooseRequestId, inRequestContext, type TrackedRequest } from '../request-context.js';
import { follow, type RequestFollower } from './request-follower.js';
import { AppError, ERRORS, errorBody, helpLink } from '../errors.js';
import { JSON_TYPE } from '../representation/representation.js';
import { noteTurn } from './standstill.js';
import { hasOneHost } from './host-header.js';
import { traceRequest } from '../../observability/tracing/tracing.js';
import type { securityHeaders } from '../security-headers.js';

export interface EntryParts {
  follower: RequestFollower;
  /** True if connections are to be closed with their next response. */
  isLeaving: () => boolean;
  /** True if the port of a request does not serve its path. */
  hides: (request: TrackedRequest) => boolean;
  /** True if the pages have no such host. */
  refusesHost: (request: TrackedRequest) => boolean;
  secure: ReturnType<typeof securityHeaders>;
}

type Middleware = (request: TrackedRequest, response: ServerResponse, next: () => void) => void;

/** Makes the first middleware: gives each request its id, context, headers and log line. */
export function requestEntry(parts: EntryParts): Middleware {
  const { follower, isLeaving, hides, refusesHost, secure } = parts;
  return (request, response, next) => {
    noteTurn();
    request.url = originForm(request.url ?? '');
    request.requestId = chooseRequestId(request.headers['x-request-id']);
    follow(follower, request, response);
    cutOffIfStalled(request, response);
    // Hidden is as any address that does not exist.
    const isHidden = hides(request);
    const isStore = !isHidden && STORE_API.test(request.url);
    secure(request as IncomingMessage, response, isStore);
    response.setHeader('X-Request-Id', request.requestId);
    if (!hasOneHost(request as IncomingMessage)) {
      refuse(request, response, 'malformed_request');
      return;
    }
    if (isHidden) {
      refuse(request, response, 'route_not_found');
      return;
    }
    if (refusesHost(request)) {
      refuse(request, response, 'foreign_host');
      return;
    }
    // Responses that may be stored say so themselves. Those of the Store API follow its contract.
    if (!isStore) response.setHeader('Cache-Control', 'no-store');
    onHeaders(response, () => {
      // While the instance shuts down, tell callers to reconnect elsewhere. Checked when the response is written, which may be
      // long after the request arrived.
      if (isLeaving()) response.setHeader('Connection', 'close');
    });
    traceRequest(request, () => inRequestContext(request, response, next));
  };
}

/** Removes the scheme and the host from a request target. Only proxies expect them. */
function originForm(url: string): string {
  if (url.startsWith('/')) return url;
  const path = url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '');
  return path.startsWith('/') ? path : `/${path}`;
}

/**
 * Resets the connection of a caller that stops reading its answer, because the system would keep it otherwise. A handler may
 * take longer.
 */
function cutOffIfStalled({ socket }: TrackedRequest, response: ServerResponse): void {
  response.on('timeout', () => {
    if (socket.writableLength > 0) socket.resetAndDestroy();
  });
}

/** Refuses a request before any handler sees it, and closes its connection. */
function refuse(
  request: TrackedRequest,
  response: ServerResponse,
  code: 'malformed_request' | 'route_not_found' | 'foreign_host',
): void {
  const { status } = ERRORS[code];
  request.refusal = { status, code, fields: [] };
  const body = Buffer.from(JSON.stringify(errorBody(new AppError(code), request.requestId ?? '')));
  response.writeHead(status, {
    'Cache-Control': 'no-store',
    // Pages are no part of the Store API, whose codes that address explains.
    ...(code !== 'foreign_host' && { Link: helpLink(code) }),
    'Content-Type': JSON_TYPE,
    'Content-Length': body.length,
    Connection: 'close',
  });
  response.end(request.method === 'HEAD' ? undefined : body);
}

const STORE_API = /^\/api\//i;
