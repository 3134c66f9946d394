import { Injectable } from '@nestjs/common';
import { serviceJob } from '../jobs/service-job.js';
import { MailService } from './mail.service.js';

@Injectable()
export class MailJob extends serviceJob(MailService, {
  intervalMs: 1_000,
  failure: 'sending mails failed',
  run: (mail) => mail.sendDue(),
}) {}
