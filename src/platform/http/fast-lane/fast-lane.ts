import { IncomingMessage, ServerResponse, type Server } from 'node:http';
import { Socket } from 'node:net';
import type { Caller } from '../caller.js';
import type { HeaderSink } from '../rate-limits.js';
import { answerTo, type Content, type Representation } from '../representation/representation.js';
import { chooseRequestId, type TrackedRequest } from '../request-context.js';

/** A GET that stores poll. */
export interface PolledRoute {
  /** As `/api/products/:sku/stock`; with one key at most. */
  path: string;
  /** What the route's controller answers. @throws AppError */
  answer: (caller: Caller, key: string) => Representation | Promise<Representation>;
}

/** What the lane shares with the rest of the application. */
export interface LaneParts {
  routes: readonly PolledRoute[];
  /** Sent with every answer, as pairs one after the other. */
  headers: readonly string[];
  /** Lets the caller in and names it in the request. @throws AppError */
  admit: (request: TrackedRequest, headers: HeaderSink) => Promise<void>;
  /** Called for each request as it begins. */
  follow: (request: TrackedRequest, response: ServerResponse) => void;
  /** Answers what was thrown. */
  refuse: (thrown: unknown, request: TrackedRequest, response: ServerResponse) => void;
  /** Whether connections are to be closed. */
  isLeaving: () => boolean;
}

/** Keys that are written in a path as they are; any other form of a path is for the router. */
const PLAIN_KEY = /^[\w.~-]{1,64}$/;

/**
 * Answers polled GETs on the same server in front of Express, which takes ten times longer to find a handler
 * than these take to answer. Access, limits, log and content are the application's own; what is not
 * plainly one of these requests goes on to Express.
 */
export function openFastLane(server: Server, parts: LaneParts): void {
  const find = finder(parts.routes);
  const [next] = server.listeners('request') as [(...args: unknown[]) => void];
  server.removeAllListeners('request');
  server.on('request', (request: TrackedRequest, response: ServerResponse) => {
    const found = request.method === 'GET' ? find(request.url ?? '') : null;
    if (found === null) next(request, response);
    else void answer(found, request, response, parts);
  });
}

/** The headers that a middleware sets on every answer, as pairs one after the other. */
export function headersOf(
  middleware: (request: IncomingMessage, response: ServerResponse, next: () => void) => void,
): string[] {
  const request = new IncomingMessage(new Socket());
  // Node's types have getRawHeaderNames for requests of clients only.
  const response = new ServerResponse(request) as ServerResponse & {
    getRawHeaderNames(): string[];
  };
  middleware(request, response, () => undefined);
  return response.getRawHeaderNames().flatMap((name) => [name, String(response.getHeader(name))]);
}

interface Found {
  route: PolledRoute;
  key: string;
}

function finder(routes: readonly PolledRoute[]): (url: string) => Found | null {
  const patterns = routes.map((route) => {
    const [prefix = '', suffix] = route.path.split(/:\w+/);
    return { route, prefix, suffix };
  });
  return (url) => {
    for (const { route, prefix, suffix } of patterns) {
      if (suffix === undefined) {
        if (url === prefix) return { route, key: '' };
      } else if (url.startsWith(prefix) && url.endsWith(suffix)) {
        const key = url.slice(prefix.length, url.length - suffix.length);
        if (PLAIN_KEY.test(key)) return { route, key };
      }
    }
    return null;
  };
}

async function answer(
  { route, key }: Found,
  request: TrackedRequest,
  response: ServerResponse,
  { headers: common, admit, follow, refuse, isLeaving }: LaneParts,
): Promise<void> {
  request.route = route;
  request.requestId = chooseRequestId(request.headers['x-request-id']);
  follow(request, response);
  const headers = [...common, 'X-Request-Id', request.requestId];
  const sink = { setHeader: (name: string, value: string) => headers.push(name, value) };
  try {
    await admit(request, sink);
    const caller = request.caller!;
    const found = route.answer(caller, key);
    const representation = found instanceof Promise ? await found : found;
    const result = answerTo(request, sink, caller.planId, representation);
    const { status, content } = result instanceof Promise ? await result : result;
    if (isLeaving()) headers.push('Connection', 'close');
    response.writeHead(status, headers);
    send(content, response);
  } catch (error) {
    for (let at = 0; at < headers.length; at += 2) {
      response.setHeader(headers[at] ?? '', headers[at + 1] ?? '');
    }
    if (isLeaving()) response.setHeader('Connection', 'close');
    refuse(error, request, response);
  }
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
