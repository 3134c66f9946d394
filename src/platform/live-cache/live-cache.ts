import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { inTime } from '../clock/in-time.js';
import { SharedRun } from './shared-run.js';
import { isDatabaseUnavailable, UnavailableError } from '../database/database-errors.js';
import { Metrics } from '../observability/metrics.js';
import { DedicatedConnection } from '../database/dedicated-connection.js';

/** Rows that are kept in memory, by their id in the change log. */
export interface LiveCacheSource<Row = unknown> {
  /** Their kind in the change log. */
  kind: string;
  /** True if the table changes constantly. */
  isHot?: boolean;
  /** Selects the rows whose id satisfies a condition, one JSON-ready row an id. */
  select: (condition: (id: string) => string) => string;
  /** Begins to load all rows. They replace the cache's content when the load is finished. */
  load: () => CacheLoad<Row>;
  /** Applies the current rows of the given ids. An id without a row was deleted. */
  replace: (ids: readonly number[], rows: Row[]) => void;
}

/** A load of all rows in parts. An unfinished load leaves the cache unchanged. */
export interface CacheLoad<Row> {
  /** Adds rows to the load, without changing the cache. */
  add: (rows: Row[]) => void;
  /** Replaces the cache's content. Called for all caches in one turn of the event loop, in the order in which they loaded. */
  finish: () => void;
}

/** A snapshot, and the run of the server that it is valid in. */
export interface Moment {
  snapshot: string;
  /** See {@link SERVER_RUN}; null if this run has no mark yet. */
  run: string | null;
}

interface TimedMoment extends Moment {
  nowMs: number;
}

/** The moment that the copies show. */
export interface CacheSnapshot {
  /** For {@link https://www.postgresql.org/docs/current/functions-info.html pg_visible_in_snapshot}. */
  readonly text: string;
  /** The run of the server that it is valid in, see {@link SERVER_RUN}. */
  readonly run: string;
  /** Number of the snapshot in one cache; later ones are higher. */
  readonly number: number;
}

interface CatchUpRow extends TimedMoment {
  /** True if the log still has all changes since then, and few enough for one answer. */
  isComplete: boolean;
  /** True if something changed that the statement does not return. */
  isPartial: boolean;
  /** By kind; null: nothing was logged. */
  changes: Record<string, { ids: number[]; rows: unknown[] | null } | null> | null;
}

/** A catch-up statement, and the sources whose changes it returns. */
interface CatchUp {
  name: string;
  text: string;
  sources: readonly LiveCacheSource[];
}

/** Result of a refresh: nothing new, some changes, or copies that had to be loaded from the beginning. */
type RefreshKind = 'unchanged' | 'changes' | 'reload';

/** Number of rows per fetch; each takes some milliseconds of one turn of the event loop. */
const FETCH_ROWS = 500;
/** Number of changed rows above which a full reload by a cursor is safer, as after an import. */
const CATCH_UP_ROWS = 20_000;
/** Longest wait of a request for the copies, which may have to be reloaded over a slow connection. */
const WAIT_LIMIT_MS = 5_000;
const REPORT_MS = 2_000;
const RETRY_MS = 100;

/**
 * Copies of tables in memory that are never older than the request that reads them. A response waits for one small query that
 * began after its request arrived.
 * - requests that arrive meanwhile share the next query
 * - the query returns what was committed since the previous one, by PostgreSQL's snapshots, so the order of commits does not
 *   matter
 * - the copies are reloaded after the connection is lost, or if a pooler moved it to another run of the server
 */
@Injectable()
export class LiveCache implements OnApplicationShutdown {
  private readonly sources: LiveCacheSource[] = [];
  private readonly connection: DedicatedConnection;
  /** The moment that the copies show; null after the connection was lost, when they have to be loaded. */
  private loaded: (Moment & { run: string }) | null = null;
  /** Rows of the current or the latest load. */
  private loadedRows = 0;
  private snapshotNumber = 0;
  private changes = 0;
  private databaseNowMs = 0;
  private readonly refreshing: SharedRun;
  /** The statement for tables that change constantly, then the statement for all tables. */
  private catchUps: readonly CatchUp[] = [];
  private hasChangedLately = false;

  private readonly countRefresh: (kind: RefreshKind) => void;
  private readonly addSeconds: (kind: RefreshKind, seconds: number) => void;

  constructor(dataSource: DataSource, metrics: Metrics) {
    this.refreshing = new SharedRun(
      'refresh',
      () => this.refreshNow(),
      (run) => inTime(run, WAIT_LIMIT_MS, tooSlow),
    );
    this.connection = new DedicatedConnection(dataSource, 'live_cache', () => (this.loaded = null));
    this.countRefresh = metrics.counters(
      'live_cache_refreshes_total',
      'Queries that brought the copies in memory up to date, each shared by all requests that waited for it',
      'kind',
    );
    this.addSeconds = metrics.counters(
      'live_cache_refresh_seconds_total',
      'Time that these queries took',
      'kind',
    );
  }

  /** Keeps a copy from now on. */
  add<Row>(source: LiveCacheSource<Row>): void {
    this.sources.push(source as LiveCacheSource);
    const hot = this.sources.filter(({ isHot }) => isHot);
    this.catchUps = [hot, this.sources].map((sources, index) => ({
      name: `catch-up-${index}`,
      text: catchUpStatement(sources),
      sources,
    }));
  }

  /**
   * Resolves when every copy has everything that was committed before the call.
   *
   * @throws what pg throws; UnavailableError when it takes too long
   */
  refresh(): Promise<void> {
    return this.refreshing.runAfterNow();
  }

  /**
   * Resolves when the copies are loaded; immediately if they are.
   *
   * @throws what pg throws; UnavailableError when it takes longer than a request may wait
   */
  async load(): Promise<void> {
    if (this.loaded === null) await this.refresh();
  }

  /**
   * Loads the copies without a time limit and retries while the database is unavailable.
   *
   * @param report receives a line every two seconds with the number of loaded rows
   * @throws errors of pg that retrying cannot fix
   */
  async loadPatiently(report: (line: string) => void): Promise<void> {
    let lastError = '';
    const reporting = setInterval(() => {
      const rows = this.loadedRows.toLocaleString('en');
      report(`Loading products, prices and stock: ${rows} rows so far${lastError}`);
    }, REPORT_MS);
    try {
      while (this.loaded === null) {
        try {
          await this.load();
        } catch (error) {
          if (!isDatabaseUnavailable(error)) throw error;
          // A timeout of the load is expected with many rows and not reported.
          lastError = error instanceof UnavailableError ? '' : ` (${(error as Error).message})`;
          await sleep(RETRY_MS);
        }
      }
    } finally {
      clearInterval(reporting);
    }
  }

  /** The snapshot that the copies show. @throws UnavailableError when their connection was lost */
  get snapshot(): CacheSnapshot {
    if (this.loaded === null) throw lost();
    const { snapshot: text, run } = this.loaded;
    return { text, run, number: this.snapshotNumber };
  }

  /** Counts the refreshes that changed something. While the number is the same, so are the copies. */
  get changeNumber(): number {
    return this.changes;
  }

  /** Returns true if the copies show exactly what a statement saw. */
  shows({ snapshot, run }: Moment): boolean {
    return this.loaded?.snapshot === snapshot && this.loaded.run === run;
  }

  /** The database's clock at the latest refresh, in ms since 1970. */
  get nowMs(): number {
    return this.databaseNowMs;
  }

  async onApplicationShutdown(): Promise<void> {
    await this.connection.close();
  }

  private async refreshNow(): Promise<void> {
    const began = performance.now();
    const { loaded } = this;
    const kind = loaded === null ? await this.loadAll() : await this.catchUp(loaded);
    this.countRefresh(kind);
    this.addSeconds(kind, (performance.now() - began) / 1000);
  }

  private async catchUp(loaded: Moment): Promise<RefreshKind> {
    if (!this.hasChangedLately && (await this.isUnchanged(loaded))) return 'unchanged';
    for (const { name, text, sources } of this.catchUps) {
      const values = [loaded.snapshot];
      const [found] = await this.connection.query<CatchUpRow>({ name, text, values });
      if (!found?.isComplete || found.run !== loaded.run) return this.loadAll();
      if (found.isPartial) continue;
      const { changes } = found;
      if (changes !== null) this.changes += 1;
      for (const { kind, replace } of sources) {
        const change = changes?.[kind];
        if (change == null) continue;
        replace(change.ids, change.rows ?? []);
      }
      this.setMoment(found);
      this.hasChangedLately = changes !== null;
      return 'changes';
    }
    // A later version that runs at the same time logs changes of kinds that this version does not know.
    return this.loadAll();
  }

  /** Returns true if the snapshot is unchanged, so that nothing else has to be read. This is the usual case. */
  private async isUnchanged(loaded: Moment): Promise<boolean> {
    const [found] = await this.connection.query<TimedMoment>({
      name: 'moment',
      text: `SELECT ${MOMENT}`,
    });
    if (found?.snapshot !== loaded.snapshot || found.run !== loaded.run) return false;
    this.setMoment(found);
    return true;
  }

  private async loadAll(): Promise<RefreshKind> {
    try {
      await this.connection.query({ text: 'SELECT begin_server_run()' });
      await this.connection.query({ text: 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY' });
      const [state] = await this.connection.query<TimedMoment>({ text: `SELECT ${MOMENT}` });
      const loads: CacheLoad<unknown>[] = [];
      this.loadedRows = 0;
      for (const { select, load } of this.sources) {
        const begun = load();
        await this.loadRows(
          select(() => 'true'),
          begun,
        );
        loads.push(begun);
      }
      await this.connection.query({ text: 'COMMIT' });
      if (state === undefined) throw new Error('a snapshot has no row');
      this.changes += 1;
      for (const { finish } of loads) finish();
      this.setMoment(state);
      return 'reload';
    } catch (error) {
      // Its transaction must not stay open.
      this.connection.abandon();
      throw error;
    }
  }

  /** Loads rows with a cursor, so that reading a large table stays within the statement time limit. */
  private async loadRows(select: string, { add }: CacheLoad<unknown>): Promise<void> {
    await this.connection.query({ text: `DECLARE loading NO SCROLL CURSOR FOR ${select}` });
    for (;;) {
      const some = await this.connection.query({ text: `FETCH ${FETCH_ROWS} FROM loading` });
      add(some);
      this.loadedRows += some.length;
      if (some.length < FETCH_ROWS) break;
    }
    await this.connection.query({ text: 'CLOSE loading' });
  }

  private setMoment({ snapshot, run, nowMs }: TimedMoment): void {
    if (run === null) throw new UnavailableError('the server has begun another run');
    this.loaded = { snapshot, run };
    this.snapshotNumber += 1;
    this.databaseNowMs = nowMs;
  }
}

function tooSlow(): UnavailableError {
  return new UnavailableError('refreshing the live cache takes too long');
}

/** Makes the error for a connection that broke between a refresh and its use. */
function lost(): UnavailableError {
  return new UnavailableError('the connection of the live cache was lost');
}

/** Writes the SQL expression of a time in whole microseconds since 1970. */
function epochUs(time: string): string {
  return `(extract(epoch FROM ${time}) * 1000000)::bigint`;
}

/**
 * SQL: the run of the server that snapshots can be compared within. Null after a crash or a promotion, until {@link LiveCache}
 * loads the copies again.
 * - start time: differs after a restart, but not after the crash of one server process
 * - id: in a table that a crash empties; it survives a restart, and every copy of the database has it
 * - path of that table: names the database
 * - time of the statistics: differs after a crash on storage that keeps the table
 */
export const SERVER_RUN = `(SELECT concat_ws('/', ${epochUs('pg_postmaster_start_time()')},
    ${epochUs('pg_stat_get_bgwriter_stat_reset_time()')}, pg_relation_filepath('server_runs'), id) FROM server_runs)`;

/** In SQL: the columns of a {@link Moment}. */
export const SNAPSHOT = `pg_current_snapshot()::text AS snapshot, ${SERVER_RUN} AS run`;

const MOMENT = `${SNAPSHOT}, ${epochMs('now()')} AS "nowMs"`;

/**
 * SQL condition that change_log has every change that snapshot $1 does not see, because $1 sees all pruned changes. The first
 * part is the quick one.
 */
const IS_COMPLETE = `(
    SELECT log_start_xid <= pg_snapshot_xmin($1::pg_snapshot) OR (
      pg_snapshot_xmax(pruned_snapshot) <= pg_snapshot_xmax($1::pg_snapshot)
      AND NOT EXISTS (
        SELECT FROM pg_snapshot_xip($1::pg_snapshot) xid WHERE pg_visible_in_snapshot(xid, pruned_snapshot)
      )
    ) FROM change_log_state
  )`;

/** Writes the SQL expression of a time as a JSON number of ms since 1970. */
export function epochMs(time: string): string {
  return `(extract(epoch FROM ${time}) * 1000)::float8`;
}

/** Writes the statement that reads the changes after snapshot $1. It is one statement, so that everything is of one moment. */
function catchUpStatement(sources: readonly LiveCacheSource[]): string {
  const kinds = sources.map(({ kind }) => `'${kind}'`);
  const changes = sources.map(({ kind, select }) => {
    const ids = `(SELECT ids FROM changed WHERE kind = '${kind}')`;
    const rows = select((id) => `${id} = ANY (${ids}::integer[])`);
    return `'${kind}', CASE WHEN ${ids} IS NOT NULL THEN
      json_build_object('ids', ${ids}, 'rows', (SELECT json_agg(r) FROM (${rows}) r)) END`;
  });
  return `WITH logged AS MATERIALIZED (
      SELECT kind, ids FROM changes_after($1::pg_snapshot)
    ), changed AS MATERIALIZED (
      SELECT kind, array_agg(DISTINCT id) AS ids
      FROM logged CROSS JOIN unnest(ids) AS id GROUP BY kind
    ), size AS MATERIALIZED (
      SELECT coalesce(sum(cardinality(ids)), 0) AS rows FROM logged
    )
    SELECT ${MOMENT},
      ${IS_COMPLETE} AND (SELECT rows FROM size) <= ${CATCH_UP_ROWS} AS "isComplete",
      EXISTS (SELECT FROM logged WHERE kind <> ALL (ARRAY[${kinds.join(', ')}]::text[])) AS "isPartial",
      CASE WHEN (SELECT rows FROM size) BETWEEN 1 AND ${CATCH_UP_ROWS}
        THEN json_build_object(${changes.join(', ')}) END AS changes`;
}
