import { setTimeout as sleep } from 'node:timers/promises';
import type { DatabaseConnection } from '../../../ormconfig.js';
import { execute } from '../../support/database/database.js';
import { eventually } from '../../support/eventually.js';
import { freePort } from '../../support/processes/run.js';
import { query } from '../support/books.js';
import { Figures } from '../support/figures.js';
import type { Answer } from '../support/http.js';
import { makeAuthority, takeTls } from '../support/servers/certificates.js';
import type { PostgresServer } from '../support/servers/postgres-server.js';
import { itWithPrograms, stagedServer } from '../support/servers/staged-servers.js';
import { stagedService } from '../support/servers/staged-service.js';
import { size } from '../support/run.js';
import { ask, operate, OPERATOR, Shop } from '../support/shop.js';
import { afterwards, Instance, stagedFolder } from '../support/stage.js';

const figures = new Figures('readers');
/** Rounds of an operator who writes on one instance and reads through the other, of all parts of the story together. */
const ROUNDS = Number(process.env.READER_ROUNDS ?? size(10_000, 100));
/** Settings that let replayed changes end reads immediately. */
const IMPATIENT = { max_standby_streaming_delay: '0', hot_standby_feedback: 'off' };

/** Two instances, one of them with a reader, and an operator who uses both. */
class Desk {
  readonly problems: string[] = [];
  private round = 0;

  constructor(
    readonly shop: Shop,
    private readonly writer: { baseUrl: string },
    private readonly reading: { baseUrl: string },
  ) {}

  /** Changes something at one instance and reads it through the other: a record, a list and a file in turn. */
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
  async play(rounds: number): Promise<Record<string, number>> {
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

/** Runs statements at a standby, and repeats them while they conflict with its replay. */
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

/** Parts of the story without a fault of a standby. */
const OTHER_PARTS = 5;
const A_PART = Math.ceil(ROUNDS / (Object.keys(FAULTS).length + OTHER_PARTS));

const place = ({ connection }: PostgresServer): string => new URL(connection.url).host;

async function stagedStandby(primary: PostgresServer, settings: Record<string, string> = {}) {
  const standby = await primary.startStandby(await stagedFolder(), settings);
  afterwards(() => standby.end());
  return standby;
}

describe('what an operator reads through standbys', () => {
  itWithPrograms(
    'is never older than what was written before, whichever fault the standby has',
    async () => {
      const primary = await stagedServer({}, 'system');
      const standby = await stagedStandby(primary, IMPATIENT);
      const second = await stagedStandby(primary);
      const several = { url: `postgres://postgres@${place(primary)},${place(second)}/postgres` };
      const writer = await stagedService(several);
      const reading = await stagedService(several, { DATABASE_READER_URL: standby.connection.url });
      const desk = new Desk(await Shop.open(writer.baseUrl), writer, reading);
      const play = async (part: string): Promise<number> => {
        const counts = await desk.play(A_PART);
        figures.keep(part, JSON.stringify(counts));
        return counts.reader ?? 0;
      };

      await desk.isUsed();
      await play('without a fault');
      for (const [fault, work] of Object.entries(FAULTS)) {
        const stop = repeat(() => work(primary, standby));
        await play(fault);
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
      expect(await play('the standby of a replaced primary')).toBe(0);

      await standby.end();
      await standby.takeFiles(await second.standby(await stagedFolder()));
      await standby.start(IMPATIENT);
      await desk.isUsed();
      expect(await play('the standby follows the new primary')).toBeGreaterThan(A_PART / 2);

      await Promise.all([play('the standby is promoted'), standby.promote()]);
      expect(await play('a promoted standby')).toBe(0);
      expect(desk.problems).toEqual([]);
      await operate(reading.baseUrl, 'GET', 'plans');
    },
  );

  itWithPrograms('comes over TLS from the one of several that is up to date', async () => {
    const primary = await stagedServer({}, 'system');
    const good = await stagedStandby(primary);
    const behind = await stagedStandby(primary);
    const foreign = await stagedStandby(primary);
    const authority = await makeAuthority(await stagedFolder());
    for (const standby of [good, behind]) await takeTls(standby, { authority, host: 'localhost' });
    await takeTls(foreign, { authority, host: 'other.example' });
    await execute(behind.connection, 'SELECT pg_wal_replay_pause()');
    const ports = [behind, foreign, good].map((each) => Number(new URL(each.connection.url).port));
    const servers = [await freePort(), ...ports].map((port) => `localhost:${port}`);
    const writer = await stagedService(primary.connection);
    const reading = await Instance.start(primary.connection, {
      DATABASE_READER_URL: `postgres://postgres@${servers.join(',')}/postgres?sslmode=verify-full&sslrootcert=${authority}`,
    });
    const desk = new Desk(await Shop.open(writer.baseUrl), writer, reading);
    await desk.isUsed();
    expect((await desk.play(A_PART)).reader).toBeGreaterThan(A_PART / 2);
    expect(desk.problems).toEqual([]);
    // The last one may be behind for a moment, too.
    const refused = servers.slice(0, 3).map((server) => {
      const line = reading.lines.find((text) => text.includes(`${server} is not used: `));
      return line && (JSON.parse(line) as { msg: string }).msg;
    });
    expect(refused).toEqual([
      expect.stringContaining('ECONNREFUSED'),
      expect.stringContaining('it has not replayed what the primary has stored'),
      expect.stringContaining('Host: localhost. is not in the cert'),
    ]);
  });
});
