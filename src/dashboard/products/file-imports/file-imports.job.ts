import { Injectable } from '@nestjs/common';
import { serviceJob } from '../../../platform/jobs/service-job.js';
import { HAS_WAITING_IMPORTS } from './file-imports.repository.js';
import { FileImportsService } from './file-imports.service.js';

/** Checks and applies catalog files, one after the other, in the order of their upload. */
@Injectable()
export class FileImportsJob extends serviceJob(FileImportsService, {
  intervalMs: 1_000,
  hasWork: HAS_WAITING_IMPORTS,
  failure: 'an imported file could not be checked or applied',
  run: (imports) => imports.runNext(),
}) {}

/** Deletes catalog files that were not applied. */
@Injectable()
export class ForgottenImportsJob extends serviceJob(FileImportsService, {
  intervalMs: 10 * 60_000,
  failure: 'forgotten catalog files could not be deleted',
  run: (imports) => imports.expireForgotten(),
}) {}
