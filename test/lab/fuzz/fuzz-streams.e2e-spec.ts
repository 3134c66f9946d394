import { randomInt } from 'node:crypto';
import type { AddressInfo, Socket } from 'node:net';
import fc from 'fast-check';
import { TestApp, UNLIMITED } from '../../support/app.js';
import { byteStreams } from './byte-streams.js';
import { tell, type ByteStream, type AdminAnswer } from '../../support/documents/byte-stream.js';
import { givenDatabase } from '../../support/database/database.js';
import { givenClient, givenProduct, givenTestToken } from '../../support/shop/given.js';

// To repeat a failure: FUZZ_SEED and FUZZ_RUNS as the failed test names them.
const seed = Number(process.env.FUZZ_SEED ?? randomInt(2 ** 31));
const numRuns = Number(process.env.FUZZ_RUNS ?? 1_000);
const limit = 60_000 + numRuns * 80;

/** A body may be cut off before or after its request was answered: the caller waits longer then. */
const WAITS_MS = [0, 50, 500];

const SETTINGS = { ...UNLIMITED, PUBLIC_URL: 'https://orders.example' };
const WITHOUT_FAST_LANE = { ...SETTINGS, FAST_LANE: 'false' };

/** Lists streams that two parsers might read differently: two requests in a chunk, a repeated header, an odd length. */
function dangerous(identity: readonly string[]): [ByteStream][] {
  const get = (path: string, ...lines: readonly string[]): string =>
    [`GET ${path} HTTP/1.1`, 'Host: a', ...lines, '', ''].join('\r\n');
  const stock = get('/api/products/TAWA/stock', ...identity);
  const ids = ['X-Request-Id: one', 'X-Request-Id: two'];
  const twice = get('/api/products/TAWA', ...identity, ...ids);
  const long = get('/api/products/TAWA', ...identity, 'Content-Length: 0x0');
  const chunks = [stock + get('/api/products', ...identity), twice, long];
  return chunks.map((chunk) => [{ chunks: [chunk] }]);
}

/** Removes the parts of an answer that differ in every request, and sorts its headers: Express orders them differently. */
function masked({ text, sent }: AdminAnswer): string {
  return (
    UNSTEADY.filter(({ where }) => where.test(`${sent}${text}`))
      .reduce((rest, { lines }) => rest.replaceAll(lines, ''), text)
      // Node sends it too early, or too late, where an answer is still to be sent.
      .replaceAll('HTTP/1.1 100 Continue\r\n\r\n', '')
      .replaceAll(/^Date: .*$/gm, 'Date: …')
      .replaceAll(/^X-Request-Id: [\da-f-]{36}\r$/gm, 'X-Request-Id: …\r')
      .replaceAll(/"request_id":"[\da-f-]{36}"/g, '"request_id":"…"')
      .replaceAll(/"next_cursor":"\w+"/g, '"next_cursor":"…"')
      .replaceAll(/WO-[0-9A-Z]{10}/g, 'WO-…')
      .replaceAll(/^RateLimit: .*$/gm, 'RateLimit: …')
      .replaceAll(/(?<=HTTP\/1\.1 \d{3} [^\r\n]+\r\n)[^]*?(?=\r\n\r\n)/g, (head) =>
        head.split('\r\n').toSorted().join('\r\n'),
      )
  );
}

/** Headers that depend on what both services do at the moment. */
const UNSTEADY = [
  // Express has begun to read a body by the time it refuses the key, and may have named what it ignores.
  { where: /"invalid_key"/, lines: /^X-Ignored-Fields: .*\r\n/gm },
  // Each order moves the cursors, of which an answer to HEAD says no more.
  { where: /(GET|HEAD)\s+\/api\/orders(?!\/\w)/i, lines: /^(ETag|Content-Length): .*\r\n/gm },
];

/** Tells whether two answers are the same as far as they arrived. */
function isAlike(one: AdminAnswer, other: AdminAnswer): boolean {
  const [text, expected] = [masked(one), masked(other)];
  if (text === expected) return true;
  return (one.isReset || other.isReset) && (text.startsWith(expected) || expected.startsWith(text));
}

const database = await givenDatabase();
const shipped = await TestApp.startOn(database.connection, SETTINGS);
const reference = await TestApp.startOn(database.connection, WITHOUT_FAST_LANE);
const unhurried = await TestApp.startOn(database.connection, WITHOUT_FAST_LANE);
// Makes Node read all of a chunk before anything that it has caused is done, as it does with bytes that are handed to it.
unhurried.server.on('connection', (socket: Socket) => socket.on('data', () => undefined));
for (const app of [shipped, reference, unhurried]) app.allowRefusals();
const client = await givenClient(shipped);
// Test orders take no stock, so that those of one service make no difference to the other.
const tester = await givenTestToken(shipped, client);
await givenProduct(shipped, { sku: 'TAWA', stock: 5 });

describe(`any bytes (FUZZ_SEED=${seed} FUZZ_RUNS=${numRuns})`, () => {
  const portOf = ({ server }: TestApp): number => (server.address() as AddressInfo).port;

  it(
    'are answered or refused as by node:http and Express alone',
    async () => {
      const [identity, testIdentity] = [client, tester].map(({ headers }) =>
        Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
      ) as [string[], string[]];
      let readByNode = 0;
      shipped.server.on('request', () => (readByNode += 1));
      let read = 0;
      reference.server.on('request', () => (read += 1));
      await fc.assert(
        fc.asyncProperty(byteStreams(identity, testIdentity), async (stream: ByteStream) => {
          let told: AdminAnswer;
          let expected: AdminAnswer;
          for (const waitMs of WAITS_MS) {
            [told, expected] = (await Promise.all(
              [shipped, reference].map((app) => tell(portOf(app), stream, waitMs)),
            )) as [AdminAnswer, AdminAnswer];
            if (isAlike(told, expected)) return;
            const patient = await tell(portOf(unhurried), stream, waitMs);
            if (isAlike(told, patient)) return;
          }
          expect(masked(told!)).toBe(masked(expected!));
        }),
        { seed, numRuns, endOnFailure: false, examples: dangerous(identity) },
      );
      // A good part of them did not reach Node's parser at all.
      expect(readByNode).toBeLessThan(read * 0.8);
    },
    limit,
  );
});
