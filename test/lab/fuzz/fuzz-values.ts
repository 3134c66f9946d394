import type { OutgoingHttpHeaders } from 'node:http';
import fc, { type Arbitrary } from 'fast-check';
import { words } from './bytes-of-requests.js';

export const NASTY_TEXTS = [
  ...words(` | . | .. | 0 | -1 | null | \u0000 | a\u0000b | \u001b[2J | \u200b | \ud800 | \udfff\ud800 | İ | ﬁ |
    '; DROP TABLE orders; -- | %00 | %s%n | =1+1 | <script>alert(1)</script> | ../../etc/passwd | WO-0000000000 |
    wo-0000000000 | __proto__ | constructor | toString`),
  ' ',
  '🧺'.repeat(40),
  'x'.repeat(300),
  'x'.repeat(5_000),
  '${7*7}',
];

const NASTY_VALUES: unknown[] = [
  ...[null, true, false, 0, -0, -1, 0.1, 1.5, 10_001, 2 ** 31, 2 ** 53, 1e21, -1e308],
  ...[[], {}, [[]], [null], { length: 1 }, { toString: 'x' }, JSON.parse('{"__proto__":{"x":1}}')],
  ...NASTY_TEXTS,
];

const nasty: Arbitrary<unknown> = mostly(
  2,
  fc.constantFrom(...NASTY_VALUES),
  fc.oneof(fc.jsonValue({ maxDepth: 3 }), fc.string({ unit: 'binary', maxLength: 80 })),
);

/** Draws a value once in so many times, else null. */
export function rarely<T>(arbitrary: Arbitrary<T>, oneIn: number): Arbitrary<T | null> {
  return mostly(oneIn - 1, fc.constant(null), arbitrary);
}

/** Draws the first value this many times as often as the second. */
export function mostly<T, U>(weight: number, arbitrary: Arbitrary<T>, other: Arbitrary<U>) {
  return fc.oneof({ weight, arbitrary }, { weight: 1, arbitrary: other });
}

type Container = Record<string, unknown>;

function containersOf(value: unknown): Container[] {
  if (typeof value !== 'object' || value === null) return [];
  return [value as Container, ...Object.values(value).flatMap(containersOf)];
}

/** Makes a value with one to three parts replaced, removed or added. */
export function corrupted(value: Arbitrary<unknown>): Arbitrary<unknown> {
  const change = fc.record({
    where: fc.nat(),
    key: fc.nat(),
    what: fc.constantFrom('replace', 'remove', 'add', 'repeat'),
    name: fc.constantFrom(
      ...words('price | total | id | client_id |  | constructor | 😀'),
      'x'.repeat(300),
    ),
    by: nasty,
  });
  return fc
    .tuple(value, fc.array(change, { minLength: 1, maxLength: 3 }))
    .map(([original, changes]) => {
      const copy = structuredClone(original);
      for (const { where, key, what, name, by } of changes.map((one) => structuredClone(one))) {
        const containers = containersOf(copy);
        const container = containers[where % Math.max(1, containers.length)];
        if (container === undefined) return by;
        const keys = Object.keys(container);
        const chosen = keys[key % Math.max(1, keys.length)];
        if (what === 'add' || chosen === undefined) Object.assign(container, { [name]: by });
        else if (what === 'replace') container[chosen] = by;
        else if (what === 'remove') Reflect.deleteProperty(container, chosen);
        else if (Array.isArray(container))
          container.push(...[...(structuredClone(container) as unknown[])].slice(0, 50));
      }
      return copy;
    });
}

/** Draws JSON texts: mostly as a program writes them, sometimes damaged on their way. */
export function textOf(value: Arbitrary<unknown>): Arbitrary<string | Buffer> {
  const damage = fc.tuple(
    fc.nat(),
    fc.constantFrom('cut', 'byte', 'before', 'deep'),
    fc.uint8Array({ minLength: 1, maxLength: 4 }),
  );
  return fc.tuple(value, rarely(damage, 12)).map(([made, damaged]): string | Buffer => {
    const text = JSON.stringify(made) ?? 'null';
    if (damaged === null) return text;
    const [at, how, bytes] = damaged;
    const place = at % Math.max(1, text.length);
    const [start, end] = [text.slice(0, place), text.slice(place)].map((part) => Buffer.from(part));
    if (how === 'cut') return start!;
    if (how === 'deep') return `{"notes":${'['.repeat(200)}${']'.repeat(200)}}`;
    return Buffer.concat(how === 'byte' ? [start!, bytes, end!] : [bytes, start!, end!]);
  });
}

const HEADER_VALUES = fc
  .string({ unit: 'binary-ascii', maxLength: 60 })
  .map((text) => text.replace(/[^\t\x20-\x7e]/g, '~'));

/** An unusual header. */
export const oddHeaders: Arbitrary<OutgoingHttpHeaders> = fc.oneof(
  fc
    .constantFrom(
      ...words('text/plain | application/json; charset=latin1 | application/vnd.x+json |  | a'),
    )
    .map((type) => ({ 'Content-Type': type })),
  fc.constantFrom('gzip', 'identity', 'br', '').map((name) => ({ 'Content-Encoding': name })),
  fc.constantFrom('*', '"x"', 'W/"1-x", "y"', ',').map((tag) => ({ 'If-None-Match': tag })),
  fc.constantFrom('text/html', '*/*;q=0', '').map((type) => ({ Accept: type })),
  fc.constant({ 'Transfer-Encoding': 'chunked' }),
  fc.constant({ 'Idempotency-Key': ['a', 'b'] as string[] }),
  fc.constantFrom('', 'Bearer', 'Basic x', 'Bearer x y').map((value) => ({ Authorization: value })),
  fc
    .tuple(
      fc.constantFrom(
        ...words(`Authorization | X-Client-Domain | X-Request-Id | Idempotency-Key | If-None-Match |
          X-Forwarded-For | Cookie | Content-Type | Range | Expect`),
      ),
      HEADER_VALUES,
    )
    .filter(([name, value]) => name !== 'Expect' || !/100-continue/i.test(value))
    .map(([name, value]) => ({ [name]: value })),
);
