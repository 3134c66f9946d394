import { Injectable } from '@nestjs/common';
import { serviceJob } from '../../platform/jobs/service-job.js';
import { CreditRemindersService } from './credit-reminders.service.js';

/** Reminds clients of orders bought on account. */
@Injectable()
export class CreditRemindersJob extends serviceJob(CreditRemindersService, {
  intervalMs: 10 * 60_000,
  failure: 'clients could not be reminded of due orders',
  run: (reminders) => reminders.remind(),
}) {}
