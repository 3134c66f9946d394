import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { PeriodicJob } from '../jobs/periodic-job.js';
import { LOGGER } from './logger.js';
import { Metrics } from './metrics.js';

const INTERVAL_MS = 60_000;

/**
 * Gauges about the server and its queues, each with the SQL that reads it. A role without `pg_monitor` sees replicas, but not
 * their progress.
 */
const FIGURES = {
  database_connections_share: [
    'Share of max_connections that is in use',
    `(SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend')
      / current_setting('max_connections')::float8`,
  ],
  database_transaction_age_share: [
    'Age of the oldest transaction id that is not frozen, as a share of the ids; at 1 PostgreSQL refuses to write',
    '(SELECT max(age(datfrozenxid)) FROM pg_database) / 2147483648.0',
  ],
  database_multixact_age_share: [
    'The same of MultiXact ids, which rows have that several transactions lock',
    '(SELECT max(mxid_age(datminmxid)) FROM pg_database) / 2147483648.0',
  ],
  database_slot_wal_bytes: [
    'WAL that the replication slot that is furthest behind keeps from being removed',
    'coalesce((SELECT max(pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn)) FROM pg_replication_slots), 0)',
  ],
  database_replica_lag_bytes: [
    'WAL that the replica that is furthest behind has not replayed; needs pg_monitor',
    'coalesce((SELECT max(pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn)) FROM pg_stat_replication), 0)',
  ],
  database_replicas_missing: [
    'Replicas that PostgreSQL expects and that are not connected',
    `greatest(
      (SELECT count(*) FROM pg_replication_slots WHERE slot_type = 'physical' AND NOT active),
      CASE WHEN current_setting('synchronous_standby_names') = '' THEN 0 ELSE
        coalesce(substring(current_setting('synchronous_standby_names') FROM '^\\D*(\\d+)\\s*\\(')::int, 1)
          - (SELECT count(*) FROM pg_stat_replication) END)`,
  ],
  mail_age_seconds: [
    'Time for which the oldest mail that was not sent has waited',
    'coalesce((SELECT extract(epoch FROM now() - min(created_at)) FROM queued_mails), 0)',
  ],
  database_archive_age_seconds: [
    'Time since PostgreSQL archived WAL; 0 without an archive',
    `CASE WHEN current_setting('archive_mode') = 'off' THEN 0 ELSE
      (SELECT extract(epoch FROM now() - greatest(last_archived_time, stats_reset)) FROM pg_stat_archiver) END`,
  ],
} as const;

const SQL = `SELECT ${Object.entries(FIGURES)
  .map(([name, [, sql]]) => `(${sql})::float8 AS ${name}`)
  .join(', ')}`;

/** Measures what the alerts about PostgreSQL need, so that they work without another exporter. */
@Injectable()
export class DatabaseFiguresJob extends PeriodicJob {
  private readonly setters: [name: string, set: (value: number) => void][];

  constructor(
    private readonly dataSource: DataSource,
    @Inject(LOGGER) logger: Logger,
    metrics: Metrics,
  ) {
    super(logger, INTERVAL_MS, 'the figures of the database could not be read');
    this.setters = Object.entries(FIGURES).map(([name, [help]]) => [
      name,
      metrics.gauge(name, help),
    ]);
  }

  protected async run(): Promise<void> {
    const [figures] = await this.dataSource.query<[Record<string, number>]>(SQL);
    for (const [name, set] of this.setters) set(figures[name] ?? 0);
  }
}
