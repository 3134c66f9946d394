import { Injectable } from '@nestjs/common';
import { serviceJob } from '../../platform/jobs/service-job.js';
import { TokenUsesService } from './token-uses.service.js';

/** Stores when tokens were last used. */
@Injectable()
export class TokenUsesJob extends serviceJob(TokenUsesService, {
  intervalMs: 60_000,
  failure: 'uses of tokens could not be recorded',
  run: (uses) => uses.store(),
}) {}
