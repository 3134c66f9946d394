import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { DedicatedConnection } from '../database/dedicated-connection.js';
import { Incarnations, type Incarnation } from './incarnations.js';
import { LastChanges, type Change } from './last-changes.js';
import { LiveCache, SNAPSHOT, type Moment } from './live-cache.js';
import { Metrics } from '../observability/metrics.js';
import { inSlices } from '../slices.js';
import { SharedRun } from './shared-run.js';

/*
 * Triggers insert into change_queue what a transaction changed. A numbering gives all that is in the queue the next
 * position and moves it to numbered_changes, in one transaction that is on disk before the position is returned to a reader.
 * So a position is never given out twice by one incarnation, and no change gets a position that a reader has passed:
 * what commits later gets a later one. A long transaction, in this or another database, delays nothing but itself.
 */

/** Latest numbered position, as one statement saw it. */
export interface Numbered {
  /** Everything that was committed before the statement has this position or an earlier one. */
  position: number;
  /** The incarnation that gave out the latest positions. */
  incarnation: string;
  /** Snapshot of the statement. All changes in it have a position if {@link isComplete}. */
  moment: Moment;
  /** True if every change that the statement saw has a position. */
  isComplete: boolean;
}

interface StateRow extends Moment {
  position: number;
  incarnation: string;
  holds: boolean;
  isComplete: boolean;
  historyStart: number;
  /** null: some entries after the requested position have been pruned. */
  changes: { position: number; kind: string; label: string; ids: number[] }[] | null;
}

const STATE = `
  SELECT s.position::float8, s.incarnation, s.holds, s.history_start::float8 AS "historyStart",
    NOT EXISTS (SELECT FROM change_queue) AS "isComplete", ${SNAPSHOT},
    CASE WHEN (SELECT numbered_start FROM change_log_state) <= $1 THEN (
      SELECT coalesce(json_agg(c ORDER BY c.position), '[]') FROM numbered_changes c WHERE c.position > $1
    ) END AS changes
  FROM feed_state_now() s`;

const ALL_CHANGES = `
  SELECT kind, id::float8, label, max(position)::float8 AS position FROM (
    SELECT kind, id, label, position FROM latest_positions
    UNION ALL SELECT kind, unnest(ids), label, position FROM numbered_changes
  ) all_changes GROUP BY kind, id, label`;

/** Number of changes per step of a slice, which takes some hundred microseconds. */
const NOTED_AT_ONCE = 500;

const INCARNATIONS = 'SELECT id, start::float8 FROM feed_incarnations ORDER BY n';

/** The positions of changes, which cursors name, and the position of the last change of each row. */
@Injectable()
export class ChangePositions implements OnApplicationShutdown {
  private known = new LastChanges();
  private readonly connection: DedicatedConnection;
  private readonly numbering = new SharedRun('number changes', () => this.numberAll());
  private incarnations = new Incarnations([]);
  private numbered: Numbered | null = null;
  private historyStart = 0;
  /** Start of the latest successful numbering, or of this process, by its own clock. */
  private numberedAtMs = performance.now();

  constructor(
    dataSource: DataSource,
    private readonly liveCache: LiveCache,
    metrics: Metrics,
  ) {
    metrics.measured(
      'feed_lag_seconds',
      'Time since all changes had a position, so that feeds could return them: no queued change is older',
      () => this.lagSeconds,
    );
    this.connection = new DedicatedConnection(dataSource, 'feeds');
  }

  /**
   * Resolves when everything that was committed before the call has a position on disk. Callers share a run.
   *
   * @throws what pg throws, 55P03 where another transaction keeps the lock of the numbering
   */
  async number(): Promise<Numbered> {
    await this.numbering.runAfterNow();
    return this.current;
  }

  /**
   * The latest numbering, if the copies show exactly the changes that it saw and all have a position. A new numbering would
   * find nothing, because nothing was committed since.
   * - null: call {@link number}
   */
  get numberingAtSnapshot(): Numbered | null {
    const { numbered, liveCache } = this;
    return numbered?.isComplete && liveCache.shows(numbered.moment) ? numbered : null;
  }

  /** The latest numbering. @throws Error before the first one */
  get current(): Numbered {
    if (this.numbered === null) throw new Error('nothing has been numbered yet');
    return this.numbered;
  }

  /** The latest position that this instance knows; 0: none yet. */
  get latest(): number {
    return this.numbered?.position ?? 0;
  }

  /** Seconds since everything that was committed had a position. No change in the queue is older. */
  get lagSeconds(): number {
    return (performance.now() - this.numberedAtMs) / 1000;
  }

  /**
   * Latest changes of all rows. A new object after a full reload.
   * - of orders by their client, as the kind `orders`: each order has a position of its own, in the database
   */
  get changes(): LastChanges {
    return this.known;
  }

  /** {@link changes} contains every change after this position. */
  get knownSince(): number {
    return this.historyStart;
  }

  /** Finds the incarnation that gave out a position, see {@link Incarnations}. */
  incarnationOf(position: number): string {
    return this.incarnations.idOf(position);
  }

  /** Returns true if a reader that has everything up to a position of an incarnation can continue from there. */
  isValid(incarnation: string, position: number): boolean {
    return position <= this.current.position && incarnation === this.incarnationOf(position);
  }

  /** Finds the last position of an incarnation that survived, see {@link Incarnations}. */
  endOf(incarnation: string): number | null {
    return this.incarnations.endOf(incarnation);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.connection.close();
  }

  private async numberAll(): Promise<void> {
    const beganAtMs = performance.now();
    let state = await this.readState();
    if (state.run === null) await this.connection.query({ text: 'SELECT begin_server_run()' });
    if (state.run === null || !state.holds || !state.isComplete || this.isOutdated(state)) {
      const { incarnation = '', position = 0 } = this.numbered ?? {};
      const values = [incarnation, position];
      await this.connection.query({ text: 'SELECT number_changes($1, $2)', values });
      state = await this.readState();
    }
    const { position, incarnation, snapshot, run } = state;
    const isComplete = state.isComplete && state.holds;
    if (incarnation !== this.numbered?.incarnation || state.changes === null) {
      await this.load();
    } else {
      for (const { ids, ...change } of state.changes) {
        for (const id of ids) this.changes.note({ ...change, id });
      }
    }
    this.historyStart = state.historyStart;
    this.numbered = { position, incarnation, isComplete, moment: { snapshot, run } };
    this.numberedAtMs = beganAtMs;
  }

  private async readState(): Promise<StateRow> {
    const values = [this.numbered?.position ?? 0];
    const query = { name: 'feed-state', text: STATE, values };
    const [state] = await this.connection.query<StateRow>(query);
    if (state === undefined) throw new Error('feed_state has no row');
    return state;
  }

  /**
   * Returns true if this instance remembers another incarnation, or a later position: the numbering compares what it remembers
   * with what survived. Positions are lost without a new incarnation if files of the database are replaced.
   */
  private isOutdated({ incarnation, position }: StateRow): boolean {
    const { numbered } = this;
    if (numbered === null) return false;
    return numbered.incarnation !== incarnation || position < numbered.position;
  }

  private async load(): Promise<void> {
    const incarnations = await this.connection.query<Incarnation>({ text: INCARNATIONS });
    const changes = await this.connection.query<Change>({ text: ALL_CHANGES });
    const known = await inSlices(noted(changes));
    this.incarnations = new Incarnations(incarnations);
    this.known = known;
  }
}

/** Collects changes in slices, because importing a large catalog makes some hundred thousand. */
function* noted(changes: readonly Change[]): Generator<void, LastChanges> {
  const known = new LastChanges();
  for (const [index, change] of changes.entries()) {
    known.note(change);
    if (index % NOTED_AT_ONCE === 0) yield;
  }
  return known;
}
