import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { isPoolBusy } from '../database/database-errors.js';
import { dedicatedConnectionsOf } from '../database/dedicated-connection.js';
import { isSchemaCurrent } from '../database/migrations.js';
import { AppError } from '../http/errors.js';
import { LiveCache } from '../live-cache/live-cache.js';

/** Time limit for a check of the pool. */
const POOL_MS = 2_000;
const ATTEMPTS = 3;
const RETRY_MS = 20;

@Injectable()
export class HealthService {
  private draining = false;
  private leaving = false;
  private requests = 0;
  private checking: Promise<void> | null = null;

  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly liveCache: LiveCache,
  ) {}

  /**
   * Checks everything that requests need: the dedicated database connections, the pool, and the loaded live cache.
   * Concurrent probes share one check.
   *
   * @throws AppError unavailable while draining or with an outdated schema; the error of a database connection
   */
  async assertReady(): Promise<void> {
    if (this.draining) throw unavailable();
    await (this.checking ??= this.check().finally(() => (this.checking = null)));
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

  /** Makes the instance not ready, although it works normally. */
  startDraining(): void {
    this.draining = true;
  }

  /** Makes each response close its connection. */
  startLeaving(): void {
    this.leaving = true;
  }

  private async check(): Promise<void> {
    const connections = dedicatedConnectionsOf(this.dataSource);
    await Promise.all([...connections.map((connection) => connection.check()), this.checkPool()]);
    // After the check, which detects that their connection and thus the live cache was lost.
    await this.liveCache.load();
  }

  /**
   * Checks the pool. Only an error counts: a pool whose connections are all busy is healthy, and the dedicated
   * connections detect a silent database.
   */
  private async checkPool(): Promise<void> {
    const checked = this.tryPool();
    checked.catch(() => undefined);
    await Promise.race([checked, sleep(POOL_MS, undefined, { ref: false })]);
  }

  private async tryPool(): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        await this.assertSchema();
        return;
      } catch (error) {
        if (isPoolBusy(error)) return;
        if (error instanceof AppError || attempt === ATTEMPTS) throw error;
      }
      // Each connection that was closed since its last use fails once, until the pool has noticed.
      await sleep(RETRY_MS);
    }
  }

  private async assertSchema(): Promise<void> {
    if (!(await isSchemaCurrent(this.dataSource))) throw unavailable();
  }
}

function unavailable(): AppError {
  return new AppError('unavailable', { retryAfterSeconds: 1 });
}
