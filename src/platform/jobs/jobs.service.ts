import { Injectable, type OnModuleInit } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { DiscoveryService } from '@nestjs/core';
import { DataSource, Repository } from 'typeorm';
import { instancesOf } from '../instances-of.js';
import { Metrics } from '../observability/metrics.js';
import { JobRun } from './job-run.entity.js';
import { ageMs, lateAfterMs } from './lateness.js';
import { NEVER_RUN, PeriodicJob } from './periodic-job.js';

/** A job that this release has, with its latest runs on any instance. */
export interface JobState extends Omit<JobRun, 'startedAt'> {
  isLate: boolean;
}

/** Each instance adds what it knows; the latest value wins. */
const WRITE = `
  INSERT INTO job_runs (job, interval_ms, succeeded_at, failed_at, took_ms, started_at)
    SELECT * FROM json_to_recordset($1) AS r (job text, interval_ms int, succeeded_at timestamptz, failed_at timestamptz,
      took_ms int, started_at timestamptz)
  ON CONFLICT (job) DO UPDATE SET interval_ms = excluded.interval_ms, took_ms = coalesce(excluded.took_ms, job_runs.took_ms),
    succeeded_at = greatest(excluded.succeeded_at, job_runs.succeeded_at),
    failed_at = greatest(excluded.failed_at, job_runs.failed_at)`;

/** The periodic jobs of this release, and the results of their runs. */
@Injectable()
export class JobsService implements OnModuleInit {
  private jobs: readonly PeriodicJob[] = [];

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly dataSource: DataSource,
    private readonly metrics: Metrics,
    @InjectRepository(JobRun) private readonly runs: Repository<JobRun>,
  ) {}

  onModuleInit(): void {
    this.jobs = instancesOf(this.discovery, PeriodicJob).sort((a, b) =>
      a.name.localeCompare(b.name),
    );
    const figures: Record<string, [help: string, read: (job: PeriodicJob) => number | null]> = {
      job_last_success_timestamp_seconds: [
        'When a periodic job last succeeded on this instance',
        ({ runs }) => inSeconds(runs.succeededAt),
      ],
      job_last_failure_timestamp_seconds: [
        'When a periodic job last failed on this instance',
        ({ runs }) => inSeconds(runs.failedAt),
      ],
      job_duration_seconds: [
        'Duration of the latest run of a periodic job',
        ({ runs }) => inSeconds(runs.tookMs),
      ],
      job_age_seconds: [
        'Time since a periodic job succeeded on this instance, or since its start',
        ({ runs }) => inSeconds(ageMs(runs)),
      ],
      job_late_after_seconds: [
        'Age from which a periodic job is late',
        ({ intervalMs }) => lateAfterMs(intervalMs) / 1000,
      ],
    };
    for (const [name, [help, read]] of Object.entries(figures)) {
      this.metrics.measuredEach(name, help, 'job', () =>
        this.jobs.map((job) => [job.name, read(job)]),
      );
    }
  }

  /** Writes the latest runs of this instance. */
  async write(): Promise<void> {
    const runs = this.jobs
      .filter(({ runs: { startedAt } }) => startedAt !== null)
      .map(({ name, intervalMs, runs }) => ({
        job: name,
        interval_ms: intervalMs,
        succeeded_at: runs.succeededAt,
        failed_at: runs.failedAt,
        took_ms: runs.tookMs,
        started_at: runs.startedAt,
      }));
    await this.dataSource.query(WRITE, [JSON.stringify(runs)]);
  }

  /** Lists the jobs by name. */
  async list(): Promise<JobState[]> {
    const stored = await this.runs.find();
    const runs = new Map(stored.map((run) => [run.job, run]));
    return this.jobs.map(({ name, intervalMs }) => {
      const run = runs.get(name) ?? NEVER_RUN;
      const { succeededAt, failedAt, tookMs } = run;
      const isLate = (ageMs(run) ?? 0) > lateAfterMs(intervalMs);
      return { job: name, intervalMs, succeededAt, failedAt, tookMs, isLate };
    });
  }
}

/** Converts milliseconds, or a time, to seconds. */
function inSeconds(ms: number | Date | null): number | null {
  return ms === null ? null : Number(ms) / 1000;
}
