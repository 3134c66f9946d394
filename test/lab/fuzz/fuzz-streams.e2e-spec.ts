import { randomInt } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { TestApp, UNLIMITED } from '../../support/app.js';
import { byteStreams } from './byte-streams.js';
import { tell, type ByteStream } from '../../support/documents/byte-stream.js';
import { givenDatabase } from '../../support/database/database.js';
import { givenClient, givenProduct, givenTestToken } from '../../support/shop/given.js';

// To repeat a failure: FUZZ_SEED and FUZZ_RUNS as the failed test names them.
const seed = Number(process.env.FUZZ_SEED ?? randomInt(2 ** 31));
const numRuns = Number(process.env.FUZZ_RUNS ?? 85);
const limit = 300_000 + numRuns * 80;

const STATUS_LINE = /HTTP\/1\.1 (\d{3}) /g;

const { connection } = await givenDatabase();
const app = await TestApp.startOn(connection, {
  ...UNLIMITED,
  PUBLIC_URL: 'https://orders.example',
});
app.allowRefusals();
const client = await givenClient(app);
// Test orders take no stock.
const tester = await givenTestToken(app, client);
await givenProduct(app, { sku: 'TAWA', stock: 5 });

describe(`any bytes (FUZZ_SEED=${seed} FUZZ_RUNS=${numRuns})`, () => {
  it(
    'are answered or refused, and are never a fault of the service',
    async () => {
      const { port } = app.server.address() as AddressInfo;
      const [identity, testIdentity] = [client, tester].map(({ headers }) =>
        Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
      ) as [string[], string[]];
      await fc.assert(
        fc.asyncProperty(byteStreams(identity, testIdentity), async (stream: ByteStream) => {
          const { text } = await tell(port, stream, 0);
          const statuses = [...text.matchAll(STATUS_LINE)].map(([, status]) => Number(status));
          expect(text === '' || text.startsWith('HTTP/1.1 ')).toBe(true);
          expect(statuses.filter((status) => status >= 500)).toEqual([]);
          // A refusal is in the one shape of errors, and the last: what follows it on the connection is not read.
          const refused = text.indexOf('HTTP/1.1 400 ');
          if (refused >= 0) expect(text.slice(refused)).toMatch(/"request_id":"[^"]+"|^[^{]*$/);
          await app.get('/api/products/TAWA/stock', client.headers).expect(200);
        }),
        { seed, numRuns, endOnFailure: false },
      );
    },
    limit,
  );
});
