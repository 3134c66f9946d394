import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { pruneChangeLog } from './change-log.js';
import { PeriodicJob } from '../jobs/periodic-job.js';
import { LOGGER } from '../observability/logger.js';

const INTERVAL_MS = 60_000;

/** Keeps the change log short. */
@Injectable()
export class ChangeLogJob extends PeriodicJob {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    @Inject(LOGGER) logger: Logger,
  ) {
    super(logger, INTERVAL_MS, 'pruning of the change log failed');
  }

  protected async run(): Promise<void> {
    await pruneChangeLog(this.dataSource);
  }
}
