import { Injectable } from '@nestjs/common';
import { serviceJob } from '../jobs/service-job.js';
import { HAS_DUE_MAILS } from './mail.repository.js';
import { MailService } from './mail.service.js';

@Injectable()
export class MailJob extends serviceJob(MailService, {
  intervalMs: 1_000,
  hasWork: HAS_DUE_MAILS,
  failure: 'sending mails failed',
  run: (mail) => mail.sendDue(),
}) {}
