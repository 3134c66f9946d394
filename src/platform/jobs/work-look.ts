import { setTimeout as sleep } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import { inTransaction } from '../database/transaction.js';

/** Minimum time between two looks, and so the longest time until work is found. No job has a shorter interval. */
export const LOOK_MS = 1_000;

/** Job whose work is looked for. */
interface Job {
  readonly name: string;
  /** See PeriodicJob. */
  readonly hasWork: string | null;
  readonly isStopping: boolean;
}

/**
 * Looks for the work of all jobs with one statement, at most once a second. Work is found as soon as if each job looked for
 * itself, regardless of the instance or program that left it.
 */
export class WorkLook {
  /** The next look, for the jobs that ask from now on. */
  private upcoming: Promise<void> | null = null;
  private running: Promise<void> = Promise.resolve();
  private beganAtMs = -Infinity;
  private readonly text: string;
  private found: Readonly<Record<string, boolean>> = {};

  constructor(
    private readonly dataSource: DataSource,
    private readonly jobs: readonly Job[],
  ) {
    const columns = jobs.flatMap(({ name, hasWork }) =>
      hasWork === null ? [] : [`(${hasWork}) AS "${name}"`],
    );
    this.text = `SELECT ${columns.join(', ')}`;
  }

  /** Returns true if a job has something to do; null: its run finds out. */
  async finds({ name }: Job): Promise<boolean | null> {
    try {
      await (this.upcoming ??= this.begin());
      return this.found[name] ?? null;
    } catch {
      return null;
    }
  }

  private async begin(): Promise<void> {
    await this.running.catch(() => undefined);
    const restMs = Math.max(0, this.beganAtMs + LOOK_MS - performance.now());
    await sleep(restMs, undefined, { ref: false });
    this.upcoming = null;
    this.beganAtMs = performance.now();
    await (this.running = this.look());
  }

  private async look(): Promise<void> {
    if (this.jobs.every(({ isStopping }) => isStopping)) return;
    // In a transaction, the pool prepares what is repeated: planning this takes several times as long as running it.
    const [found] = await inTransaction(this.dataSource, (manager) =>
      manager.query<Record<string, boolean>[]>(this.text),
    );
    this.found = found!;
  }
}
