import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { isDoneWithin } from '../clock/in-time.js';
import { DatabaseContractError } from '../database/connection/contract.js';
import { databaseError, isLockTimeout, isPoolBusy } from '../database/database-errors.js';
import {
  dedicatedConnectionsOf,
  type DedicatedConnection,
} from '../database/dedicated-connection.js';
import { isSchemaCurrent } from '../database/migrations.js';
import { ChangePositions } from '../live-cache/change-positions.js';
import { LiveCache } from '../live-cache/live-cache.js';
import { Metrics } from './metrics.js';
import { SharedChecks, type HealthCheck } from './shared-checks.js';

/** Time limit for what a check waits for: a statement on the pool, a commit, a numbering. */
const WAIT_MS = 2_000;
const ATTEMPTS = 3;
const RETRY_MS = 20;
/** Age above which changes without a position are a fault, and not just waiting for the job's next run. */
const FEED_LAG_SECONDS = 60;
/** Longer than the pause of the job that numbers changes, so that waiting for its next run does not count. */
const LATE_SECONDS = 15;

const COMMITS_WAIT = `
  SELECT count(*)::int AS count FROM pg_stat_activity
  WHERE datname = current_database() AND usename = current_user AND wait_event = 'SyncRep'`;

@Injectable()
export class HealthService {
  private draining = false;
  private leaving = false;
  private requests = 0;
  /** The commit that the readiness check tries; it may wait longer than a check. */
  private committing: Promise<unknown> | null = null;
  private readonly forStores = new SharedChecks(() => this.checkForStores());
  private readonly forOperations = new SharedChecks(() => this.checkForOperations());

  constructor(
    private readonly dataSource: DataSource,
    private readonly liveCache: LiveCache,
    private readonly positions: ChangePositions,
    metrics: Metrics,
  ) {
    metrics.measuredEach('health_check_failed', '1 while a check fails', 'check', async () => {
      const checks = [...(await this.checkReadiness()), ...(await this.forOperations.result())];
      return checks.map(({ name, ok }) => [name, ok ? 0 : 1]);
    });
  }

  /** Checks what stores need, for load balancers: each dedicated connection, and what it is used for. */
  async checkReadiness(): Promise<HealthCheck[]> {
    if (this.draining) return [failed('serving', 'the instance is shutting down')];
    return [passed('serving'), ...(await this.forStores.result())];
  }

  /**
   * Checks what only operators and background work need, and what stores do not notice yet. Monitoring that asks nothing else also
   * learns what stores lack.
   */
  async checkOperations(): Promise<HealthCheck[]> {
    const [own, ofStores] = await Promise.all([
      this.forOperations.result(),
      this.forStores.result(),
    ]);
    return [...own, ...ofStores.filter(({ ok }) => !ok)];
  }

  /** True if responses close their connections. */
  get isLeaving(): boolean {
    return this.leaving;
  }

  /** Number of requests in progress. */
  get inFlight(): number {
    return this.requests;
  }

  /** Counts the start of a request, until {@link end}. */
  begin(): void {
    this.requests += 1;
  }

  end(): void {
    this.requests -= 1;
  }

  /** Makes the instance not ready although it works normally. */
  startDraining(): void {
    this.draining = true;
  }

  /** Makes each response close its connection. */
  startLeaving(): void {
    this.leaving = true;
  }

  private checkForStores(): Promise<HealthCheck[]> {
    const uses: Record<string, (connection: DedicatedConnection) => Promise<unknown>> = {
      live_cache: () => this.liveCache.refresh(),
      feeds: () => this.number(),
      placing: (connection) => this.commit(connection),
    };
    return Promise.all(
      dedicatedConnectionsOf(this.dataSource).map((connection) =>
        checked(connection.name, async () => {
          try {
            await connection.check();
            // After the check, which detects that the connection and thus the live cache was lost.
            await uses[connection.name]?.(connection);
          } catch (error) {
            // A connection whose commit waits answers nothing, and is given up: the cause is what the commit waits for.
            throw connection.name === 'placing' ? await this.stalled(reasonOf(error)) : error;
          }
        }),
      ),
    );
  }

  private checkForOperations(): Promise<HealthCheck[]> {
    return Promise.all([
      checked('pool', () => this.onPool(() => this.dataSource.query('SELECT 1'))),
      checked('schema', () => this.onPool(() => this.assertSchema())),
      checked('feed_lag', () => Promise.resolve(this.assertFeedLag())),
      checked('resources', () => Promise.resolve(this.assertResources())),
    ]);
  }

  /** Numbers changes. If another numbering holds the lock for a moment, that is load, not a fault. */
  private async number(): Promise<void> {
    const numbering = this.positions.number().catch((error: unknown) => {
      if (!isLockTimeout(error)) throw error;
    });
    await isDoneWithin(WAIT_MS, numbering);
    const { lagSeconds } = this.positions;
    if (lagSeconds <= LATE_SECONDS) return;
    throw await this.stalled(withoutPosition(lagSeconds));
  }

  /** Commits as an order does. Statements may work when commits do not, for example without a synchronous replica. */
  private async commit(connection: DedicatedConnection): Promise<void> {
    this.committing ??= connection.commit().finally(() => (this.committing = null));
    if (await isDoneWithin(WAIT_MS, this.committing)) return;
    throw new Shortcoming(`no commit was confirmed within ${WAIT_MS / 1000} s`);
  }

  /** Makes the error of work that is stuck. Names the cause if the sessions of the service show one. */
  private async stalled(symptom: string): Promise<Shortcoming> {
    let waits = false;
    await this.onPool(async () => {
      const [row] = await this.dataSource.query<{ count: number }[]>(COMMITS_WAIT);
      waits = row!.count > 0;
    }).catch(() => undefined);
    return new Shortcoming(
      waits ? 'commits wait for a synchronous replica that does not confirm them' : symptom,
    );
  }

  /**
   * Runs a check on the pool. Only an error counts: a pool with only busy connections is healthy, and the dedicated connections
   * detect a silent database.
   */
  private async onPool(check: () => Promise<unknown>): Promise<void> {
    await isDoneWithin(WAIT_MS, this.tryOnPool(check));
  }

  private async tryOnPool(check: () => Promise<unknown>): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        await check();
        return;
      } catch (error) {
        if (isPoolBusy(error)) return;
        if (error instanceof Shortcoming || attempt === ATTEMPTS) throw error;
      }
      // Each connection that was closed since its last use fails once, until the pool has noticed.
      await sleep(RETRY_MS);
    }
  }

  private async assertSchema(): Promise<void> {
    if (await isSchemaCurrent(this.dataSource)) return;
    throw new Shortcoming('the schema lacks the newest migration of this release');
  }

  private assertFeedLag(): void {
    const { lagSeconds } = this.positions;
    if (lagSeconds <= FEED_LAG_SECONDS) return;
    throw new Shortcoming(withoutPosition(lagSeconds));
  }

  // Not for load balancers: products and stock can still be read, and no other instance can write either.
  private assertResources(): void {
    const short = dedicatedConnectionsOf(this.dataSource).filter(({ isShort }) => isShort);
    if (short.length === 0) return;
    const names = short.map(({ name }) => name).join(', ');
    throw new Shortcoming(`PostgreSQL has no disk or memory left for: ${names}`);
  }
}

function withoutPosition(seconds: number): string {
  return `changes have no position for ${Math.round(seconds)} s`;
}

/** Error with a sentence that may be shown to anyone. */
class Shortcoming extends Error {}

async function checked(name: string, check: () => Promise<unknown>): Promise<HealthCheck> {
  try {
    await check();
    return passed(name);
  } catch (error) {
    return failed(name, reasonOf(error));
  }
}

/** Says why the database failed. Omits the text of other errors, which may name hosts, because anyone can read the answer. */
function reasonOf(error: unknown): string {
  if (error instanceof DatabaseContractError || error instanceof Shortcoming) return error.message;
  const { code } = databaseError(error) ?? {};
  return `the database does not answer${code === undefined ? '' : ` (${code})`}`;
}

function passed(name: string): HealthCheck {
  return { name, ok: true, message: null };
}

function failed(name: string, message: string): HealthCheck {
  return { name, ok: false, message };
}
