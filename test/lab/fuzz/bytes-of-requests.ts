import { orderBody } from '../../support/shop/given.js';

// The words that streams of bytes are made of; a character is a byte.

/** Lists words that are separated by ` | `, also at the end of a line. */
export function words(text: string): string[] {
  return text.split(/ \|(?: |\n +)/);
}

export const POLLED =
  words(`/api/products/TAWA/stock | /api/products/TAWA | /api/products | /api/products?limit=1 |
    /api/stock?skus=TAWA,NONE | /api/stock?limit=5 | /api/changes?since=stale | /api/orders?status=pending |
    /api/orders/NONE/status | /api/products/NONE`);
export const OTHER_TARGETS = words(
  `/API/products/TAWA | /api/products/TAW%41 | /api/products/TAWA/stock?x=1 | /health/live | /nothing`,
);
/** Text before the path, and after it. */
export const STARTS = words(
  `GET  | GET   | get  | HEAD  | OPTIONS  | DELETE  | PRI  | \r\nGET  | GET\t`,
);
export const PROTOCOLS = words(
  ` HTTP/1.1 |  HTTP/1.0 |  HTTP/1.1  |   HTTP/1.1 |  HTTP/2.0 |  HTTP/1.2 |  http/1.1 |  HTTPS/1.1 | `,
);
export const URL_TAILS = [
  ...words(` |  |  | #part | ? | / | \t | %zz | \u00e9 | ?limit=1 | // | \0`),
  ' ',
];

/** Lines that have another meaning to another parser, or none. */
export const ODD_LINES = [
  ...words(`Connection: close | Connection: keep-alive | connection: Close | Connection: keep-alive, close |
    Connection: upgrade\r\nUpgrade: h2c | Upgrade: websocket | Proxy-Connection: close | Content-Length: 0 |
    Content-Length: 5 | Content-Length: 5\r\nContent-Length: 6 | Content-Length: +0 | Content-Length: 0x0 |
    Content-Length : 0 | Content_Length: 3 | Transfer-Encoding: chunked |
    Transfer-Encoding: chunked\r\nContent-Length: 4 | Transfer-Encoding: chunky | Transfer-Encoding: identity |
    Transfer-Encoding : chunked | Transfer-Encoding:\tchunked | TE: trailers | Trailer: X-A | Expect: 100-continue |
    Expect: something | Host: elsewhere.example | Host: | Host: shop.example, elsewhere.example | Host: [::1]:3000 |
    Authorization: Bearer another | X-Client-Domain: elsewhere.example | X-Request-Id: shop-7 |
    X-Request-Id: not sane! | If-None-Match: * | If-None-Match: "a", W/"b" | Accept-Encoding: gzip |
    Accept-Encoding: gzip;q=0, identity | Cookie: a=b | Cookie: a=b\r\nCookie: c=d | Set-Cookie: a=b | X-A: b\r\n c |
    X-A: b\r\n\tc |  X-A: b | X-A : b | X-A:b | X-A: | X-A:  b   | X-A: b\tc | X-A: \u00e9 | X-A: \0 | X-A: \x7f |
    X-A: b\nX-B: c | X-A: b\rX-B: c | : empty | X(A): b | __proto__: b | constructor: b | no colon |
    X-A: b\r\nX-A: c | X-A: b\r\n\r\nGET /api/products/TAWA HTTP/1.1`),
  `X-Long: ${'a'.repeat(9_000)}`,
  `X-Long: ${'a'.repeat(20_000)}`,
  Array.from({ length: 100 }, (_, at) => `X-${at}: b`).join('\r\n'),
];
export const BODIES = words(
  ` |  |  | hello | {} | 0\r\n\r\n | 5\r\nhello\r\n0\r\n\r\n | \r\n | \0`,
);

/** Reads the bytes of a text, each as a character. */
const bytesOf = (text: string): string => Buffer.from(text).toString('latin1');

const CUSTOMER = { name: 'Zoë Verma', phone: '+91 98765 43210' };
const ORDER_FIELDS = orderBody({ sku: 'TAWA', quantity: 1 }, { customer: CUSTOMER });
export const ORDER = bytesOf(JSON.stringify(ORDER_FIELDS));
export const ORDER_BODIES = [
  '',
  '{',
  '{}',
  '[]',
  'null',
  '"order"',
  '\xff\xfe',
  '\xef\xbb\xbf{}',
  '{"items":[]}',
  '{"items":[{"sku":"TAWA","quantity":1}]}',
  '{"items":[{"sku":"NONE","quantity":1,"variation":"M"}]}',
  '{"__proto__":{"items":[]},"items":[{"sku":"TAWA","quantity":1}]}',
  bytesOf(JSON.stringify({ ...ORDER_FIELDS, total: 1, größe: 'M' })),
  bytesOf(JSON.stringify({ ...ORDER_FIELDS, items: [{ sku: 'TAWA', quantity: 1, price: 1 }] })),
  bytesOf(JSON.stringify({ ...ORDER_FIELDS, customer: null, notes: 'a'.repeat(3_000) })),
  bytesOf(JSON.stringify({ ...ORDER_FIELDS, items: [{ sku: 'TAWA', quantity: 0 }] })),
  '['.repeat(40) + ']'.repeat(40),
  `{"a":[${'1,'.repeat(6_000)}1]}`,
];
export const MEDIA_TYPES =
  words(`application/json; charset=utf-8 | application/json;charset="UTF-8" | application/json; charset=latin1 |
    application/problem+json | text/plain | json | ;`);
export const LINES_OF_BODIES = [
  ...words(`Content-Encoding: gzip | Content-Encoding: identity | Content-Type: text/plain | Idempotency-Key: \u00e9 |
    Expect: 100-continue`),
  `Idempotency-Key: ${'k'.repeat(300)}`,
];
