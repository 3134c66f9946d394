import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { isPoolBusy } from '../database/database-errors.js';
import { dedicatedConnectionsOf } from '../database/dedicated-connection.js';
import { isSchemaCurrent } from '../database/migrations.js';
import { AppError } from '../http/errors.js';
import { LiveCache } from '../live-cache/live-cache.js';

/** How long the pool may take to show a fault. */
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
   * Checks what requests need: the dedicated connections to the database, the pool, and that the copies in memory are
   * loaded. Probes that arrive meanwhile share the check.
   *
   * @throws AppError unavailable while draining or with an outdated schema; what the database's connections throw
   */
  async assertReady(): Promise<void> {
    if (this.draining) throw unavailable();
    await (this.checking ??= this.check().finally(() => (this.checking = null)));
  }

  /** True if connections are to be closed. */
  get isLeaving(): boolean {
    return this.leaving;
  }

  /** Number of requests that are being answered. */
  get inFlight(): number {
    return this.requests;
  }

  /** A request is being answered, until {@link end}. */
  begin(): void {
    this.requests += 1;
  }

  end(): void {
    this.requests -= 1;
  }

  /** From now on the instance is not ready, though it goes on as before. */
  startDraining(): void {
    this.draining = true;
  }

  /** From now on each connection is closed with its next answer. */
  startLeaving(): void {
    this.leaving = true;
  }

  private async check(): Promise<void> {
    const connections = dedicatedConnectionsOf(this.dataSource);
    await Promise.all([...connections.map((connection) => connection.check()), this.checkPool()]);
    // After the check, which notices that their connection was lost, and with it the copies.
    await this.liveCache.load();
  }

  /**
   * Only a fault counts. A pool whose connections are all at work is no fault, and the dedicated connections notice a
   * database that says nothing.
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
      // Several connections that were closed since their last use fail once each, until the pool has noticed.
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
