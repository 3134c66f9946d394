import { connect } from 'node:net';
import fc from 'fast-check';

/** What a caller sends over one connection, in the chunks in which it arrives; a character is a byte. */
export interface ByteStream {
  chunks: string[];
}

const POLLED = [
  '/api/products/TAWA/stock',
  '/api/products/TAWA',
  '/api/products',
  '/api/products?limit=1',
  '/api/stock?skus=TAWA,NONE',
  '/api/stock?limit=5',
  '/api/changes?since=stale',
  '/api/orders?status=pending',
  '/api/orders/NONE/status',
  '/api/products/NONE',
];
const OTHER_TARGETS = [
  '/API/products/TAWA',
  '/api/products/TAW%41',
  '/api/products/TAWA/stock?x=1',
  '/health/live',
  '/nothing',
];
/** What comes before the path, and after it. */
const STARTS = [
  'GET ',
  'GET  ',
  'get ',
  'HEAD ',
  'OPTIONS ',
  'DELETE ',
  'PRI ',
  '\r\nGET ',
  'GET\t',
];
const PROTOCOLS = [
  ' HTTP/1.1',
  ' HTTP/1.0',
  ' HTTP/1.1 ',
  '  HTTP/1.1',
  ' HTTP/2.0',
  ' HTTP/1.2',
  ' http/1.1',
  ' HTTPS/1.1',
  '',
];
const URL_TAILS = [
  '',
  '',
  '',
  '#part',
  '?',
  '/',
  ' ',
  '\t',
  '%zz',
  '\u00e9',
  '?limit=1',
  '//',
  '\0',
];

/** Lines that have another meaning to another parser, or none. */
const ODD_LINES = [
  'Connection: close',
  'Connection: keep-alive',
  'connection: Close',
  'Connection: keep-alive, close',
  'Connection: upgrade\r\nUpgrade: h2c',
  'Upgrade: websocket',
  'Proxy-Connection: close',
  'Content-Length: 0',
  'Content-Length: 5',
  'Content-Length: 5\r\nContent-Length: 6',
  'Content-Length: +0',
  'Content-Length: 0x0',
  'Content-Length : 0',
  'Content_Length: 3',
  'Transfer-Encoding: chunked',
  'Transfer-Encoding: chunked\r\nContent-Length: 4',
  'Transfer-Encoding: chunky',
  'Transfer-Encoding: identity',
  'Transfer-Encoding : chunked',
  'Transfer-Encoding:\tchunked',
  'TE: trailers',
  'Trailer: X-A',
  'Expect: 100-continue',
  'Expect: something',
  'Host: elsewhere.example',
  'Host:',
  'Authorization: Bearer another',
  'X-Client-Domain: elsewhere.example',
  'X-Request-Id: shop-7',
  'X-Request-Id: not sane!',
  'If-None-Match: *',
  'If-None-Match: "a", W/"b"',
  'Accept-Encoding: gzip',
  'Accept-Encoding: gzip;q=0, identity',
  'Cookie: a=b',
  'Cookie: a=b\r\nCookie: c=d',
  'Set-Cookie: a=b',
  'X-A: b\r\n c',
  'X-A: b\r\n\tc',
  ' X-A: b',
  'X-A : b',
  'X-A:b',
  'X-A:',
  'X-A:  b  ',
  'X-A: b\tc',
  'X-A: \u00e9',
  'X-A: \0',
  'X-A: \x7f',
  'X-A: b\nX-B: c',
  'X-A: b\rX-B: c',
  ': empty',
  'X(A): b',
  '__proto__: b',
  'constructor: b',
  'no colon',
  'X-A: b\r\nX-A: c',
  `X-Long: ${'a'.repeat(9_000)}`,
  `X-Long: ${'a'.repeat(20_000)}`,
  Array.from({ length: 100 }, (_, at) => `X-${at}: b`).join('\r\n'),
  'X-A: b\r\n\r\nGET /api/products/TAWA HTTP/1.1',
];
const BODIES = ['', '', '', 'hello', '{}', '0\r\n\r\n', '5\r\nhello\r\n0\r\n\r\n', '\r\n', '\0'];

/**
 * Streams of one to three requests, most of them plain, some with oddities, a few with any byte wrong, cut anywhere.
 *
 * @param identity the header lines of a caller with access
 */
export function byteStreams(identity: readonly string[]): fc.Arbitrary<ByteStream> {
  const usually = <T>(plain: T, odd: readonly T[]): fc.Arbitrary<T> =>
    fc.oneof(
      { weight: 24, arbitrary: fc.constant(plain) },
      { weight: 1, arbitrary: fc.constantFrom(...odd) },
    );
  const got = fc
    .record({
      start: usually('GET ', STARTS),
      target: fc.oneof(
        { weight: 8, arbitrary: fc.constantFrom(...POLLED) },
        { weight: 1, arbitrary: fc.constantFrom(...OTHER_TARGETS) },
      ),
      tail: usually('', URL_TAILS),
      protocol: usually(' HTTP/1.1', PROTOCOLS),
      lines: fc.oneof(
        { weight: 6, arbitrary: fc.constant([]) },
        { weight: 2, arbitrary: fc.array(fc.constantFrom(...ODD_LINES), { maxLength: 3 }) },
      ),
      isKnown: fc.boolean(),
      isFirst: fc.boolean(),
      body: usually('', BODIES),
    })
    .map(({ start, target, tail, protocol, lines, isKnown, isFirst, body }) => {
      const known = ['Host: shop.example', ...(isKnown ? identity : [])];
      const all = isFirst ? [...lines, ...known] : [...known, ...lines];
      return `${[`${start}${target}${tail}${protocol}`, ...all].join('\r\n')}\r\n\r\n${body}`;
    });
  const posted = fc
    .constantFrom('', '{', '{}', '{"items":[]}', '{"items":[{"sku":"TAWA","quantity":1}]}')
    .map((body) =>
      [
        'POST /api/orders/quote HTTP/1.1',
        ...identity,
        'Content-Type: application/json',
        `Content-Length: ${body.length}`,
        '',
        body,
      ].join('\r\n'),
    );
  const requests = fc
    .array(fc.oneof({ weight: 9, arbitrary: got }, { weight: 1, arbitrary: posted }), {
      minLength: 1,
      maxLength: 3,
    })
    .map((texts) => texts.join(''));
  const wrong = fc.oneof(
    { weight: 5, arbitrary: fc.constant(null) },
    {
      weight: 1,
      arbitrary: fc.record({
        at: fc.nat(),
        byte: fc.integer({ min: 0, max: 255 }),
        kind: fc.nat(2),
      }),
    },
  );
  const cuts = fc.oneof(
    { weight: 2, arbitrary: fc.constant<number[]>([]) },
    { weight: 2, arbitrary: fc.array(fc.nat(), { maxLength: 3 }) },
  );
  return fc.tuple(requests, wrong, cuts, fc.boolean()).map(([sent, fault, at, isByRequest]) => {
    const text = fault === null ? sent : damaged(sent, fault);
    const ends = isByRequest ? endsOfHeads(text) : at.map((cut) => cut % (text.length + 1));
    return { chunks: cutAt(text, ends) };
  });
}

function damaged(
  text: string,
  { at, byte, kind }: { at: number; byte: number; kind: number },
): string {
  const place = at % text.length;
  const instead = kind === 0 ? '' : String.fromCharCode(byte);
  return text.slice(0, place) + instead + text.slice(kind === 1 ? place : place + 1);
}

/** Where each head ends: so many stores send one request at a time. */
function endsOfHeads(text: string): number[] {
  return [...text.matchAll(/\r\n\r\n/g)].map(({ index }) => index + 4);
}

function cutAt(text: string, ends: readonly number[]): string[] {
  const places = [0, ...ends.toSorted((a, b) => a - b), text.length];
  return places
    .slice(1)
    .map((end, index) => text.slice(places[index], end))
    .filter(({ length }) => length > 0);
}

/** What a server answered to a stream until it closed the connection. */
export interface Told {
  /** As latin1. */
  text: string;
  /** Whether the connection was reset, which may take the last of the answer with it. */
  isReset: boolean;
}

/** Turns of the loop in which the server, in the same process, accepts a connection and reads a chunk on its own. */
const TURNS_BETWEEN = 3;

/** Sends a stream chunk by chunk, waits after each, shuts the caller's side, and reads until the server's is shut. */
export function tell(port: number, { chunks }: ByteStream, waitMs: number): Promise<Told> {
  return new Promise((resolve) => {
    const received: Buffer[] = [];
    let isReset = false;
    const socket = connect({ port, host: '127.0.0.1', noDelay: true, allowHalfOpen: true });
    const sendFrom = (at: number): void => {
      const chunk = chunks[at];
      if (socket.destroyed) return;
      if (chunk === undefined) socket.end();
      else socket.write(chunk, 'latin1', () => setTimeout(() => turn(at + 1), waitMs));
    };
    const turn = (at: number, turns = TURNS_BETWEEN): void => {
      if (turns === 0) sendFrom(at);
      else setImmediate(turn, at, turns - 1);
    };
    socket.on('connect', () => sendFrom(0));
    socket.on('data', (chunk) => received.push(chunk));
    socket.on('error', () => (isReset = true));
    socket.on('end', () => socket.end());
    socket.on('close', () =>
      resolve({ text: Buffer.concat(received).toString('latin1'), isReset }),
    );
  });
}
