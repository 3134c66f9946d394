import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { PeriodicJob } from '../../platform/jobs/periodic-job.js';
import { LOGGER } from '../../platform/observability/logger.js';
import { Metrics } from '../../platform/observability/metrics.js';
import { DeliveryFailuresService } from '../failures/delivery-failures.service.js';
import { PushHandlingService } from '../pushes/push-handling.service.js';
import { AskingService } from '../tracking/asking.service.js';
import { ToldWayBillsService } from './told-way-bills.service.js';
import { DeliveriesService } from './deliveries.service.js';

const INTERVAL_MS = 60_000;

/** Looks again at what waited for the rest of its order, tells e-way bills, deletes old pushes, and measures what waits. */
@Injectable()
export class DeliveriesJob extends PeriodicJob {
  private readonly noteOpen;
  private readonly noteExpiring;
  private readonly noteDelay;

  constructor(
    @Inject(LOGGER) logger: Logger,
    metrics: Metrics,
    private readonly deliveries: DeliveriesService,
    private readonly failures: DeliveryFailuresService,
    private readonly asking: AskingService,
    private readonly pushes: PushHandlingService,
    private readonly wayBills: ToldWayBillsService,
  ) {
    super(logger, INTERVAL_MS, 'deliveries could not be looked at again');
    this.noteOpen = metrics.gauge(
      'delivery_failures_open',
      'Failed deliveries that wait for an answer',
    );
    this.noteExpiring = metrics.gauge(
      'delivery_failures_expiring',
      'Failed deliveries that wait for an answer and expire within three hours',
    );
    this.noteDelay = metrics.gauge(
      'courier_ask_delay_seconds',
      'Time by which the oldest question to a courier is late',
    );
  }

  protected async run(): Promise<void> {
    await this.deliveries.lookAgain();
    await this.wayBills.tellNoted();
    await this.pushes.deleteOld();
    const { open, expiring } = await this.failures.countOpen();
    this.noteOpen(open);
    this.noteExpiring(expiring);
    this.noteDelay(await this.asking.readDelaySeconds());
  }
}
