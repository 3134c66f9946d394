import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { PeriodicJob } from '../platform/jobs/periodic-job.js';
import { LOGGER } from '../platform/observability/logger.js';
import { InvitationsRepository } from './invitations/invitations.repository.js';
import { PasswordResetsRepository } from './password-resets/password-resets.repository.js';
import { SessionsRepository } from './sessions/sessions.repository.js';
import { DevicesRepository } from './devices/devices.repository.js';
import { LockoutsRepository } from './sign-in/lockouts.repository.js';

const INTERVAL_MS = 10 * 60_000;

/** Deletes sessions, links, failed sign-ins and devices that have no effect any more. */
@Injectable()
export class AccountsCleanupJob extends PeriodicJob {
  constructor(
    @Inject(LOGGER) logger: Logger,
    private readonly dataSource: DataSource,
    private readonly sessions: SessionsRepository,
    private readonly invitations: InvitationsRepository,
    private readonly resets: PasswordResetsRepository,
    private readonly lockouts: LockoutsRepository,
    private readonly devices: DevicesRepository,
  ) {
    super(logger, INTERVAL_MS, 'deleting ended sessions and links failed');
  }

  protected async run(): Promise<void> {
    const { manager } = this.dataSource;
    await this.sessions.deleteExpired(manager);
    await this.invitations.deleteOld(manager);
    await this.resets.deleteOld(manager);
    await this.lockouts.deleteOld(manager);
    await this.devices.deleteOld(manager);
  }
}
