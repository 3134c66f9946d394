import { sqlMigration } from '../sql-migration.js';

/** job_runs: when each periodic job last succeeded and failed, for people who operate the service. */
export const JobRuns1795750000000 = sqlMigration(
  'JobRuns1795750000000',
  [
    `CREATE TABLE job_runs (
      job varchar(60) NOT NULL,
      interval_ms integer NOT NULL,
      succeeded_at timestamp with time zone,
      failed_at timestamp with time zone,
      took_ms integer,
      started_at timestamp with time zone NOT NULL,
      CONSTRAINT job_runs_pk PRIMARY KEY (job)
    )`,
  ],
  ['DROP TABLE job_runs'],
);
