import { fileURLToPath } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { findContradiction } from '../support/database/counter-history.js';
import { cutConnections } from '../support/database/database.js';
import { expectInvariants } from './support/books.js';
import { blackHole, clear, type DatabaseProxy } from './support/servers/database-proxy.js';
import { Figures } from './support/figures.js';
import type { PostgresServer } from './support/servers/postgres-server.js';
import { stagedProxy, stagedServer } from './support/servers/staged-servers.js';
import { Follower, RecordedShop } from './support/recorded-shop.js';
import { drawn, SEED, size } from './support/run.js';
import { Shop } from './support/shop.js';
import { Instance } from './support/stage.js';

const PRODUCTS = 5;
/** Little, so that some orders are refused. */
const STOCK = 15;
const BUYERS = 6;
const READERS = 2;
const FOLLOWERS = 2;
const PAUSE_MS = 10;
const CALM_MS = 200;
const SHIFTED_CLOCK = fileURLToPath(new URL('./support/shifted-clock.js', import.meta.url));
const DAY_AND_HOUR_MS = 25 * 3_600_000;
const figures = new Figures('history');

/** An instance of the service, and the parts between it and the database. */
interface Place {
  service: Instance;
  line: DatabaseProxy;
}

type Fault = (place: Place, postgres: PostgresServer, ms: number) => Promise<void>;

/** Everything that goes wrong; `ms` is up to half a second. */
const FAULTS: Record<string, Fault> = {
  'the service is killed and restarts with a wrong clock': async ({ service }, _, ms) => {
    await service.process.end('SIGKILL');
    await service.restart({
      env: {
        NODE_OPTIONS: `--import=${SHIFTED_CLOCK}`,
        CLOCK_SHIFT_MS: String((ms % 3) * DAY_AND_HOUR_MS - DAY_AND_HOUR_MS),
      },
    });
  },
  'PostgreSQL crashes': async (_, postgres, ms) => {
    await postgres.stopImmediately();
    await sleep(ms / 2);
    await postgres.start();
  },
  'server processes of PostgreSQL end': (_, postgres) => cutConnections(postgres.connection),
  'connections to PostgreSQL are cut': async ({ line }, _, ms) => {
    line.reset({ refuse: true });
    await sleep(ms / 4);
    line.admit();
  },
  'statements are carried out, but their answers are lost': async ({ line }, _, ms) => {
    line.turn((bytes, write, direction) => {
      if (direction === 'to service') throw new Error('lost');
      write(bytes);
      return Promise.resolve();
    });
    await sleep(ms / 4);
    line.turn(clear);
  },
  'nothing gets to PostgreSQL or back': async ({ line }, _, ms) => {
    const hole = blackHole();
    line.turn(hole.weather);
    await sleep(ms);
    line.turn(clear);
    hole.lift();
  },
  'the service stands still': ({ service }, _, ms) => service.process.freeze(ms),
};

/** Numbers from 0 on, the same for each round of a run with the same seed. */
class Draw {
  private readonly numbers: number[];
  private next = 0;

  constructor(salt: number) {
    const seed = SEED + salt;
    this.numbers = fc.sample(fc.noBias(fc.nat()), { seed, numRuns: 1_000 });
  }

  below(limit: number): number {
    this.next += 1;
    return this.numbers[this.next % this.numbers.length]! % limit;
  }

  of<T>(values: readonly T[]): T {
    return values[this.below(values.length)]!;
  }
}

async function buy(shop: RecordedShop, skus: readonly string[], draw: Draw): Promise<void> {
  const chosen = new Set([draw.of(skus), draw.of(skus)]);
  const lines = [...chosen].map((sku) => ({ sku, quantity: 1 + draw.below(4) }));
  const placed = await shop.order(lines);
  if (placed === null) return;
  if (draw.below(3) === 0) await shop.pay(placed);
  if (draw.below(3) > 0) await shop.cancel(placed);
}

async function operate(shop: RecordedShop, skus: readonly string[], draw: Draw): Promise<void> {
  if (draw.below(2) === 0) await shop.price(draw.of(skus));
  else await shop.adjust(draw.of(skus), draw.of([-3, -2, 1, 2, 3, 4]));
}

/** Lets callers work until all faults of a round are over, then checks all that they saw. */
async function playRound(round: number, places: readonly Place[], postgres: PostgresServer) {
  const anywhere = new Draw(round);
  const { baseUrl } = places[0]!.service;
  const shop = await Shop.open(baseUrl, { products: PRODUCTS, stock: STOCK });
  const address = (): string => anywhere.of(places).service.baseUrl;
  const recorded = new RecordedShop(shop, postgres.connection, address, STOCK);
  let isOver = false;
  const callers = (count: number, call: (draw: Draw) => Promise<void>): Promise<void>[] =>
    Array.from({ length: count }, async (_, caller) => {
      const draw = new Draw(100 * round + caller);
      for (; !isOver; await sleep(PAUSE_MS)) await call(draw);
    });
  const stores = Array.from({ length: FOLLOWERS }, () => new Follower());
  const all = Promise.all([
    ...callers(BUYERS, (draw) => buy(recorded, shop.skus, draw)),
    ...callers(1, (draw) => operate(recorded, shop.skus, draw)),
    ...callers(READERS, (draw) =>
      recorded.readStock(draw.of(shop.skus), draw.of(shop.skus), draw.below(3)),
    ),
    ...stores.map(async (store) => {
      for (; !isOver; await sleep(PAUSE_MS)) await recorded.follow(store);
    }),
  ]);
  const draw = new Draw(-1 - round);
  const names = Object.keys(FAULTS);
  const orders = drawn(round + 1, fc.shuffledSubarray(names, { minLength: names.length }));
  for (const name of orders[round]!) {
    await sleep(CALM_MS);
    await FAULTS[name]!(draw.of(places), postgres, 150 + draw.below(350));
  }
  await sleep(CALM_MS);
  isOver = true;
  await all;
  for (const store of stores) await recorded.follow(store);
  expect((await recorded.check()).slice(0, 5).join('\n')).toBe('');
  return recorded;
}

it('everything that callers received has one order of events, although processes and connections fail', async () => {
  const postgres = await stagedServer();
  const places: Place[] = [];
  for (let count = 0; count < 2; count += 1) {
    const line = await stagedProxy(postgres.connection);
    places.push({ line, service: await Instance.start(line.connection) });
  }
  const totals: Record<string, number> = {};
  const rounds = size(30, 1);
  for (let round = 0; round < rounds; round += 1) {
    const { counts } = await playRound(round, places, postgres);
    for (const [what, count] of Object.entries(counts)) totals[what] = (totals[what] ?? 0) + count;
  }
  await expectInvariants(postgres.connection);
  figures.keep('faults', rounds * Object.keys(FAULTS).length);
  for (const [what, count] of Object.entries(totals)) figures.keep(what, count);
});

it('a reading from before a change that had ended is found, with nothing but what contradicts it', () => {
  const change = (what: string, begin: number, end: number, delta: number) => {
    return { what, begin, end, delta, read: null };
  };
  const reading = (begin: number, end: number, read: number) => {
    return { what: `read ${read}`, begin, end, delta: 0, read };
  };
  const fine = [
    change('first', 0, 0, 10),
    reading(1, 2, 10),
    change('sold 3', 3, 8, -3),
    reading(4, 5, 7),
    reading(6, 7, 7),
    change('sold 2', 9, 20, -2),
    reading(10, 11, 7),
    reading(10, 12, 5),
  ];
  expect(findContradiction(fine)).toBeNull();
  expect(findContradiction([...fine, reading(13, 14, 7)])).toEqual([
    'before 10.0: 7',
    '9.0 to 20.0: sold 2',
    '10.0 to 12.0: read 5',
    '13.0 to 14.0: read 7',
  ]);
  expect(findContradiction([...fine, change('sold 6', 21, 22, -6)])).not.toBeNull();
});
