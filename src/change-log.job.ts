import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { pruneChangeLog } from './database/change-log.js';
import { databaseFault } from './database/faults.js';
import { PeriodicJob } from './database/periodic-job.js';
import { LOGGER } from './http/logger.js';

const INTERVAL_MS = 60_000;

/** Keeps the change log short. */
@Injectable()
export class ChangeLogJob extends PeriodicJob {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    super(INTERVAL_MS);
  }

  protected async run(): Promise<void> {
    try {
      await pruneChangeLog(this.dataSource);
    } catch (error) {
      const { code } = databaseFault(error) ?? {};
      this.logger.error(
        { code, stack: code ? undefined : (error as Error).stack },
        'pruning of the change log failed',
      );
    }
  }
}
