import { setTimeout as sleep } from 'node:timers/promises';
import type { DatabaseConnection } from '../../../ormconfig.js';
import { execute } from '../../support/database/database.js';
import { eventually } from '../../support/eventually.js';
import { query } from '../support/books.js';
import { Figures } from '../support/figures.js';
import type { Answer } from '../support/http.js';
import { PostgresServer } from '../support/servers/postgres-server.js';
import { itWithPrograms, PROGRAMS, started } from '../support/servers/staged-servers.js';
import { size } from '../support/run.js';
import { ask, operate, OPERATOR, Shop } from '../support/shop.js';
import { afterwards, Instance, stagedFolder } from '../support/stage.js';

const figures = new Figures('readers');
/** Rounds of an operator who writes on one instance and reads through the other, under each fault. */
const ROUNDS = size(1_700, 60);
/** So that replayed changes end reads at once. */
const IMPATIENT = { max_standby_streaming_delay: '0', hot_standby_feedback: 'off' };

/** Two instances, of which the second has a reader, and an operator who uses both. */
class Desk {
  readonly problems: string[] = [];
  private round = 0;

  constructor(
    readonly shop: Shop,
    private readonly writer: Instance,
    private readonly reading: Instance,
  ) {}

  /** Changes something at the one instance and reads it through the other, by a record, a list and a file in turn. */
  async turn(): Promise<void> {
    this.round += 1;
    const name = `Name ${this.round}`;
    const sku = this.shop.sku(this.round);
    const written = await ask(this.writer.baseUrl, 'PATCH', `products/${sku}`, { name });
    if (written.status !== 200) return this.note(`writing ${name}`, written);
    const paths = [`products/${sku}`, 'products?limit=100', 'products/export', `search?q=${sku}`];
    const path = paths[this.round % paths.length]!;
    const read = await ask(this.reading.baseUrl, 'GET', path);
    const isNew = JSON.stringify(read.body).includes(name);
    if (read.status !== 200 || !isNew) this.note(`${path} without ${name}`, read);
  }

  /** Plays rounds, and counts who answered the reads. */
  async play(rounds = ROUNDS): Promise<Record<string, number>> {
    const before = await this.outcomes();
    for (let round = 0; round < rounds; round += 1) await this.turn();
    const after = Object.entries(await this.outcomes());
    return Object.fromEntries(after.map(([key, count]) => [key, count - (before[key] ?? 0)]));
  }

  /** Resolves when a standby answers. */
  async isUsed(): Promise<void> {
    await eventually(async () => ((await this.play(1)).reader ?? 0) > 0);
  }

  private async outcomes(): Promise<Record<string, number>> {
    const text = await (
      await fetch(`${this.reading.baseUrl}/metrics`, { headers: OPERATOR })
    ).text();
    const lines = text.matchAll(/^database_reader_reads_total\{outcome="(\w+)"\} (\d+)$/gm);
    return Object.fromEntries([...lines].map(([, outcome, count]) => [outcome!, Number(count)]));
  }

  private note(what: string, { status, body, failure }: Answer): void {
    this.problems.push(`${what}: ${status} ${failure ?? JSON.stringify(body).slice(0, 300)}`);
  }
}

/** Repeats something until the result is called. */
function repeat(work: () => Promise<unknown>): () => Promise<void> {
  let isOver = false;
  const ended = (async () => {
    while (!isOver) await work();
  })();
  return async () => {
    isOver = true;
    await ended;
  };
}

/** Runs statements at a standby, again if they conflict with what it replays. */
async function insist(connection: DatabaseConnection, ...statements: string[]): Promise<void> {
  await eventually(() => succeeds(execute(connection, ...statements)));
}

async function succeeds(work: Promise<unknown>): Promise<boolean> {
  return work.then(
    () => true,
    () => false,
  );
}

type Fault = (primary: PostgresServer, standby: PostgresServer) => Promise<unknown>;

/** Faults of a standby, each repeated while the operator works. */
const FAULTS: Record<string, Fault> = {
  'replay pauses': async (_, { connection }) => {
    await insist(connection, 'SELECT pg_wal_replay_pause()');
    await sleep(300);
    await insist(connection, 'SELECT pg_wal_replay_resume()');
    await sleep(300);
  },
  'replay is delayed': async (_, { connection }) => {
    for (const delay of ['20ms', '200ms', '0']) {
      const setting = `ALTER SYSTEM SET recovery_min_apply_delay = '${delay}'`;
      await insist(connection, setting, 'SELECT pg_reload_conf()');
      await sleep(300);
    }
  },
  'the standby is killed': async (_, standby) => {
    await standby.stopImmediately();
    await sleep(100);
    await standby.start(IMPATIENT);
    await sleep(700);
  },
  'replay conflicts': async ({ connection }) => {
    await execute(connection, 'UPDATE products SET name = name', 'VACUUM (FREEZE) products');
    await sleep(50);
  },
  'locks are replayed': async ({ connection }) => {
    await execute(connection, 'BEGIN', 'LOCK TABLE products', 'SELECT pg_sleep(0.1)', 'COMMIT');
    await sleep(200);
  },
};

const name = 'what an operator reads through a standby is never older than what was written before';
itWithPrograms(name, async () => {
  const primary = await started(await PostgresServer.installed(await stagedFolder(), PROGRAMS));
  const standby = await primary.startStandby(await stagedFolder(), IMPATIENT);
  afterwards(() => standby.end());
  const second = await primary.startStandby(await stagedFolder());
  afterwards(() => second.end());
  const place = ({ connection }: PostgresServer): string => new URL(connection.url).host;
  const several = { url: `postgres://postgres@${place(primary)},${place(second)}/postgres` };
  const writer = await Instance.start(several);
  const reading = await Instance.start(several, { DATABASE_READER_URL: standby.connection.url });
  const desk = new Desk(await Shop.open(writer.baseUrl), writer, reading);

  await desk.isUsed();
  figures.keep('without a fault', JSON.stringify(await desk.play()));
  for (const [fault, work] of Object.entries(FAULTS)) {
    const stop = repeat(() => work(primary, standby));
    figures.keep(fault, JSON.stringify(await desk.play()));
    await stop();
    await desk.isUsed();
  }
  expect(desk.problems).toEqual([]);

  // The standby follows a primary that was replaced: what it replays there is no answer to anybody.
  await primary.stopImmediately();
  await second.promote();
  await eventually(async () => {
    await desk.turn();
    return desk.problems.splice(0).length === 0;
  });
  await primary.start();
  await execute(primary.connection, 'CREATE TABLE wal AS SELECT generate_series(1, 100000)');
  const replayed = (): Promise<unknown> => query(standby.connection, 'SELECT FROM wal');
  await eventually(() => succeeds(replayed()));
  const counts = await desk.play();
  figures.keep('the standby of a replaced primary', JSON.stringify(counts));
  expect(counts.reader ?? 0).toBe(0);

  await primary.end();
  await standby.promote();
  const promoted = await desk.play();
  figures.keep('a promoted standby', JSON.stringify(promoted));
  expect(promoted.reader ?? 0).toBe(0);
  expect(desk.problems).toEqual([]);
  await operate(reading.baseUrl, 'GET', 'plans');
});
