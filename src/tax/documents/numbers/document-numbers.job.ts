import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { PeriodicJob } from '../../../platform/jobs/periodic-job.js';
import { LOGGER } from '../../../platform/observability/logger.js';
import { Metrics } from '../../../platform/observability/metrics.js';
import { DocumentsService } from '../documents.service.js';

const INTERVAL_MS = 10 * 60_000;

/** Measures how many numbers of a series are used, for an alarm before they run out. */
@Injectable()
export class DocumentNumbersJob extends PeriodicJob {
  private readonly set: (share: number) => void;

  constructor(
    @Inject(LOGGER) logger: Logger,
    private readonly documents: DocumentsService,
    metrics: Metrics,
  ) {
    super(logger, INTERVAL_MS, 'counting the numbers of documents failed');
    this.set = metrics.gauge(
      'document_numbers_used_share',
      'Share of the numbers that a series of tax documents can have in a year, of the series with most (0 to 1)',
    );
  }

  protected async run(): Promise<void> {
    this.set(await this.documents.maxUsedShare());
  }
}
