import { Injectable } from '@nestjs/common';
import { runAs } from '../../../platform/http/request-context.js';
import { serviceJob } from '../../../platform/jobs/service-job.js';
import { HAS_DUE_ORDERS } from './auto-pay.repository.js';
import { AutoPayService } from './auto-pay.service.js';

/** The actor in the ledger and the audit log. */
const ACTOR = 'auto-pay';

/** Pays orders automatically, within five seconds of their placement or of new money in the wallet. */
@Injectable()
export class AutoPayJob extends serviceJob(AutoPayService, {
  intervalMs: 2_000,
  hasWork: HAS_DUE_ORDERS,
  failure: 'orders could not be paid automatically',
  run: (autoPay) => runAs(ACTOR, () => autoPay.payDue()),
}) {}
