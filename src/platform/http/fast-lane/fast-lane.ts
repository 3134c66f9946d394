import type { ServerResponse } from 'node:http';
import type { Content } from '../representation/representation.js';
import type { TrackedRequest } from '../request-context.js';
import { SECURITY_HEADERS } from '../security-headers.js';
import type { BoundRoute } from './bound-route.js';
import { NO_QUERY, type PolledQuery } from './polled-query.js';
import type { VerifiedRoute } from './verified-routes.js';

/** Keys that are written in a path as they are; any other form of a path is for Express. */
const PLAIN_KEY = /^[\w.~-]{1,64}$/;

/** A request that the lane answers. */
export interface PolledRequest {
  route: BoundRoute;
  /** The key in its path; empty for a path without one. */
  key: string;
  query: PolledQuery;
}

/**
 * Answers the routes that are marked as Polled in front of Express, which takes ten times longer to find a handler than
 * these take to answer. It runs the same guards, pipes, handlers, interceptors and filters. What is not plainly one of
 * these requests goes on to Express.
 */
export class FastLane {
  private readonly patterns: { route: VerifiedRoute; prefix: string; suffix: string | undefined }[];

  constructor(
    routes: readonly VerifiedRoute[],
    /** Whether connections are to be closed with their next response. */
    private readonly isLeaving: () => boolean,
  ) {
    this.patterns = routes.map((route) => {
      const [prefix = '', suffix] = route.path.split(/:\w+/);
      return { route, prefix, suffix };
    });
  }

  /** The polled request that this one is, if it is one. */
  find({ method, url = '' }: TrackedRequest): PolledRequest | null {
    if (method !== 'GET') return null;
    const end = url.indexOf('?');
    const path = end < 0 ? url : url.slice(0, end);
    for (const { route, prefix, suffix } of this.patterns) {
      const key = keyIn(path, prefix, suffix);
      if (key === null || isReserved(route, key)) continue;
      const query = end < 0 ? NO_QUERY : route.queries.read(url.slice(end + 1));
      return query === null ? null : { route, key, query };
    }
    return null;
  }

  /** Answers a request that has its id. */
  async answer(
    { route, key, query }: PolledRequest,
    request: TrackedRequest,
    response: ServerResponse,
  ): Promise<void> {
    request.route = route;
    const headers = [...COMMON_HEADERS, 'X-Request-Id', request.requestId ?? ''];
    const sink = { setHeader: (name: string, value: string) => headers.push(name, value) };
    try {
      for (const check of route.checks) await check(request, sink);
      const args: unknown[] = [];
      for (const bind of route.parameters) {
        const value = bind(request, key, query);
        args.push(value instanceof Promise ? await value : value);
      }
      const found = route.handle(...args);
      const result = route.respond(request, sink, found instanceof Promise ? await found : found);
      const { status, content } = result instanceof Promise ? await result : result;
      if (this.isLeaving()) headers.push('Connection', 'close');
      response.writeHead(status, headers);
      send(content, response);
    } catch (error) {
      for (let at = 0; at < headers.length; at += 2) {
        response.setHeader(headers[at] ?? '', headers[at + 1] ?? '');
      }
      if (this.isLeaving()) response.setHeader('Connection', 'close');
      route.refuse(error, request, response);
    }
  }
}

const COMMON_HEADERS = SECURITY_HEADERS.flat();

/** The key between prefix and suffix of a path; null: the path is another one, or for Express to read. */
function keyIn(path: string, prefix: string, suffix: string | undefined): string | null {
  if (suffix === undefined) return path === prefix ? '' : null;
  if (!path.startsWith(prefix) || !path.endsWith(suffix)) return null;
  const key = path.slice(prefix.length, path.length - suffix.length);
  return PLAIN_KEY.test(key) ? key : null;
}

function isReserved({ reservedKeys }: VerifiedRoute, key: string): boolean {
  return reservedKeys.size > 0 && reservedKeys.has(key.toLowerCase());
}

function send(content: Content | null, response: ServerResponse): void {
  if (content === null || content.parts.length === 1) {
    response.end(content?.parts[0]);
    return;
  }
  response.cork();
  for (const part of content.parts) response.write(part);
  response.uncork();
  response.end();
}
