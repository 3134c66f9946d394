import fc from 'fast-check';
import {
  BODIES,
  LINES_OF_BODIES,
  MEDIA_TYPES,
  ODD_LINES,
  ORDER,
  ORDER_BODIES,
  OTHER_TARGETS,
  POLLED,
  PROTOCOLS,
  STARTS,
  URL_TAILS,
} from './bytes-of-requests.js';
import { mostly, rarely } from './fuzz-values.js';

/**
 * Draws streams of one to three requests, cut anywhere. Most are plain, some have oddities, and a few have wrong bytes.
 *
 * @param identity the header lines of a caller with access, for GETs
 * @param testIdentity those of a caller in test mode, for orders
 */
export function byteStreams(identity: readonly string[], testIdentity: readonly string[]) {
  const usually = <T>(plain: T, odd: readonly T[]): fc.Arbitrary<T> =>
    mostly(24, fc.constant(plain), fc.constantFrom(...odd));
  const someOf = (lines: readonly string[], maxLength: number): fc.Arbitrary<string[]> =>
    fc.array(fc.constantFrom(...lines), { maxLength });
  const got = fc
    .record({
      start: usually('GET ', STARTS),
      target: mostly(8, fc.constantFrom(...POLLED), fc.constantFrom(...OTHER_TARGETS)),
      tail: usually('', URL_TAILS),
      protocol: usually(' HTTP/1.1', PROTOCOLS),
      lines: mostly(3, fc.constant([]), someOf(ODD_LINES, 3)),
      host: usually(['Host: shop.example'], [[]]),
      isKnown: fc.boolean(),
      isFirst: fc.boolean(),
      body: usually('', BODIES),
    })
    .map(({ start, target, tail, protocol, lines, host, isKnown, isFirst, body }) => {
      const known = [...host, ...(isKnown ? identity : [])];
      const all = isFirst ? [...lines, ...known] : [...known, ...lines];
      return `${[`${start}${target}${tail}${protocol}`, ...all].join('\r\n')}\r\n\r\n${body}`;
    });
  const posted = fc
    .record({
      start: usually('POST ', ['PUT ', 'post ', 'GET ', '\r\nPOST ']),
      target: fc.constantFrom('/api/orders', '/api/orders/quote'),
      tail: usually('', URL_TAILS),
      protocol: usually(' HTTP/1.1', PROTOCOLS),
      type: usually('application/json', MEDIA_TYPES),
      lines: mostly(3, fc.constant([]), fc.oneof(someOf(ODD_LINES, 2), someOf(LINES_OF_BODIES, 2))),
      host: usually(['Host: shop.example'], [[]]),
      isKnown: fc.integer({ min: 0, max: 9 }).map((one) => one > 0),
      body: fc.oneof(fc.constant(ORDER), fc.constantFrom(...ORDER_BODIES)),
      shift: usually(0, [-1, 1, 7]),
    })
    .map(({ start, target, tail, protocol, type, lines, host, isKnown, body, shift }) => {
      const length = `Content-Length: ${Math.max(body.length + shift, 0)}`;
      const known = isKnown ? testIdentity : [];
      const all = [...host, ...known, `Content-Type: ${type}`, length, ...lines];
      return `${[`${start}${target}${tail}${protocol}`, ...all].join('\r\n')}\r\n\r\n${body}`;
    });
  const requests = fc
    .array(mostly(3, got, posted), { minLength: 1, maxLength: 3 })
    .map((texts) => texts.join(''));
  const wrong = rarely(fc.record({ at: fc.nat(), byte: fc.nat(255), kind: fc.nat(2) }), 6);
  const cuts = fc.oneof(fc.constant<number[]>([]), fc.array(fc.nat(), { maxLength: 3 }));
  return fc.tuple(requests, wrong, cuts, fc.boolean()).map(([sent, fault, at, isByRequest]) => {
    const text = fault === null ? sent : damaged(sent, fault);
    const ends = isByRequest ? endsOfHeads(text) : at.map((cut) => cut % (text.length + 1));
    return { chunks: cutAt(text, ends) };
  });
}

function damaged(text: string, { at, byte, kind }: { at: number; byte: number; kind: number }) {
  const place = at % text.length;
  const instead = kind === 0 ? '' : String.fromCharCode(byte);
  return text.slice(0, place) + instead + text.slice(kind === 1 ? place : place + 1);
}

/** Finds the positions after each head. Most stores send one request at a time. */
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
