import { setTimeout as sleep } from 'node:timers/promises';
import type { OnApplicationShutdown } from '@nestjs/common';
import pg from 'pg';
import type { Logger } from 'pino';
import type { DataSource } from 'typeorm';
import { isDoneWithin } from '../../clock/in-time.js';
import type { Settings } from '../../config/settings.js';
import type { Metrics } from '../../observability/metrics.js';
import { placeOf } from '../connection/database-url.js';
import { readerConfigs } from '../connection/lines.js';
import { UnavailableError } from '../database-errors.js';
import { poolOf, type Taken } from '../service-pool.js';
import { Positions } from './positions.js';
import { READER_SETTINGS, ReaderClient, type ReaderConfig } from './reader-client.js';
import { readerScope } from './reader-scope.js';

type Query = (...args: unknown[]) => Promise<unknown>;

/**
 * Source of the answer to a read: `reader`, or the primary and the reason why.
 * - behind: the standby had not replayed the position in time
 * - no_position: the primary did not report its position in time
 * - no_connection: all connections to the standby were busy, or none was made in time
 * - resting: no standby was usable a moment ago
 * - unusable: the server does not answer, or is not a standby of the primary
 * - failed: the standby could not finish the statement
 */
type Outcome =
  | 'reader'
  | 'behind'
  | 'no_position'
  | 'no_connection'
  | 'resting'
  | 'unusable'
  | 'failed';

/** Longest time for which a read waits for a standby. */
const WAIT_LIMIT_MS = 50;
/** Time for which a standby that was unusable or behind is not used. */
const REST_MS = 250;
const BETWEEN_QUESTIONS_MS = 1;

const INSPECT = `SELECT current_setting('hot_standby_feedback') = 'on' AS "hasFeedback",
  (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS "clockMs"`;

/** What an operator should know about a standby. */
interface InspectedReader {
  server: string;
  /** Reason why it is not used; null: it is. */
  problem: string | null;
  hasFeedback: boolean;
  /** Its time, in milliseconds since 1970. */
  clockMs: number;
}

/** Number of looks at a standby that is behind while it is inspected. A busy machine needs longer than a read waits. */
const INSPECT_LOOKS = 40;

/** A standby, and the connections to it. */
class Reader {
  readonly server: string;
  readonly pool: pg.Pool;
  restsUntil = -Infinity;
  /** Reason why it is not used; null: it is. */
  problem: string | null = null;

  constructor(config: ReaderConfig, max: number) {
    const { host, port } = placeOf(config.connectionString!);
    this.server = `${host}:${port}`;
    this.pool = new pg.Pool({
      ...config,
      settings: READER_SETTINGS,
      Client: ReaderClient as typeof pg.Client,
      max,
    } as pg.PoolConfig);
    this.pool.on('error', () => undefined);
  }
}

/**
 * The hot standbys of DATABASE_READER_URL. A read within `fromReader` uses a standby only if it has replayed everything that
 * the primary had stored when the read began.
 * - otherwise it uses the primary, so that no answer is older than its request
 */
export class Readers implements OnApplicationShutdown {
  private readonly readers: readonly Reader[];
  private readonly positions: Positions | null;
  private readonly count: (outcome: Outcome) => void;
  private readonly countWait: (seconds: number) => void;
  private turn = 0;

  constructor(
    dataSource: DataSource,
    { databaseReaderUrl, databaseUrlFiles, databasePoolSize }: Settings,
    private readonly logger: Logger,
    metrics: Metrics,
  ) {
    this.count = metrics.counters(
      'database_reader_reads_total',
      "Reads that a standby may answer, by who did: 'reader', or the primary with the reason",
      'outcome',
    );
    this.countWait = metrics.counter(
      'database_reader_wait_seconds_total',
      'Time for which reads waited until a standby was as new as they need',
    );
    metrics.measuredEach(
      'database_reader_ready',
      '1 if the standby answers and has replayed what the primary has stored; otherwise 0',
      'server',
      () => Promise.all(this.readers.map(async (each) => [each.server, await this.isReady(each)])),
    );
    const positions = databaseReaderUrl === null ? null : new Positions(dataSource);
    this.positions = positions;
    const primary = poolOf(dataSource);
    primary.takeElsewhere = () => this.take();
    const own = {
      readIdentity: () => positions!.readIdentity(),
      onFailed: () => this.count('failed'),
      runOnPrimary: async (args: unknown[]): Promise<unknown> => {
        const [client, release] = await primary.takeOwn();
        try {
          return await (client.query as Query)(...args);
        } finally {
          release();
        }
      },
    };
    this.readers = readerConfigs(databaseReaderUrl, databaseUrlFiles[2]).map(
      (config) => new Reader({ ...config, ...own }, databasePoolSize),
    );
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all(this.readers.map(({ pool }) => pool.end()));
    await this.positions?.close();
  }

  /** Reports what an operator should know about each standby. */
  async inspect(): Promise<InspectedReader[]> {
    return Promise.all(
      this.readers.map(async (reader) => {
        const { server, pool } = reader;
        try {
          const { rows } = await pool.query<{ hasFeedback: boolean; clockMs: number }>(INSPECT);
          for (let look = 0; look < INSPECT_LOOKS && (await this.isReady(reader)) === 0; look += 1);
          return { server, problem: reader.problem, ...rows[0]! };
        } catch (error) {
          return { server, problem: (error as Error).message, hasFeedback: false, clockMs: 0 };
        }
      }),
    );
  }

  /** Takes a connection to a standby for the current work; null: the primary has to do it. */
  private async take(): Promise<Taken | null> {
    const scope = readerScope();
    if (scope === undefined) return null;
    if (scope.isForOldData) return this.takeAny();
    if (this.readers.length === 0) return null;
    const reader = this.next();
    if (reader === undefined) {
      this.count('resting');
      return null;
    }
    const beganAt = performance.now();
    const { client, outcome } = await this.connect(reader);
    this.count(outcome);
    this.countWait((performance.now() - beganAt) / 1_000);
    if (client === null) return null;
    scope.isOnReader = true;
    return [client, (error) => client.release(error)];
  }

  /** Takes a connection to a standby, regardless of what it has replayed. */
  private async takeAny(): Promise<Taken> {
    const problems: string[] = [];
    for (const { server, pool } of this.readers) {
      try {
        const client = await pool.connect();
        return [client, (error) => client.release(error)];
      } catch (error) {
        problems.push(`${server}: ${(error as Error).message}`);
      }
    }
    throw new UnavailableError(
      `no standby of DATABASE_READER_URL is usable (${problems.join('; ') || 'it is not set'})`,
    );
  }

  /** Picks the next standby in turn that does not rest. */
  private next(): Reader | undefined {
    const now = performance.now();
    const awake = this.readers.filter(({ restsUntil }) => restsUntil <= now);
    this.turn += 1;
    return awake[this.turn % awake.length];
  }

  /** Takes a connection to a standby that has replayed the primary's current position. */
  private async connect(
    reader: Reader,
  ): Promise<{ client: pg.PoolClient | null; outcome: Outcome }> {
    let stage = 'no_position' as Outcome;
    let isLate = false;
    const connecting = (async (): Promise<pg.PoolClient> => {
      const position = await this.positions!.read();
      stage = 'no_connection';
      const client = (await reader.pool.connect()) as pg.PoolClient & ReaderClient;
      stage = 'behind';
      try {
        while (!isLate && !(await client.hasReplayed(position))) await sleep(BETWEEN_QUESTIONS_MS);
      } catch (error) {
        client.release(true);
        throw error;
      }
      return client;
    })();
    try {
      if (await isDoneWithin(WAIT_LIMIT_MS, connecting)) {
        this.wake(reader);
        return { client: await connecting, outcome: 'reader' };
      }
      isLate = true;
      connecting.then(
        (client) => client.release(),
        () => undefined,
      );
      if (stage === 'behind') this.rest(reader, 'it has not replayed what the primary has stored');
      return { client: null, outcome: stage };
    } catch (error) {
      if (stage === 'no_position') return { client: null, outcome: stage };
      this.rest(reader, (error as Error).message);
      return { client: null, outcome: 'unusable' };
    }
  }

  private rest(reader: Reader, problem: string): void {
    reader.restsUntil = performance.now() + REST_MS;
    if (reader.problem !== problem) {
      this.logger.warn(`The reader ${reader.server} is not used: ${problem}`);
    }
    reader.problem = problem;
  }

  private wake(reader: Reader): void {
    if (reader.problem !== null) this.logger.info(`The reader ${reader.server} is used again`);
    reader.problem = null;
  }

  private async isReady(reader: Reader): Promise<number> {
    const { client } = await this.connect(reader);
    client?.release();
    return client === null ? 0 : 1;
  }
}
