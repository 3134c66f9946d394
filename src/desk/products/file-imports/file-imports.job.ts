import { Injectable } from '@nestjs/common';
import { serviceJob } from '../../../platform/jobs/service-job.js';
import { FileImportsService } from './file-imports.service.js';

/** Checks and applies catalog files, one after the other, in the order in which they were uploaded. */
@Injectable()
export class FileImportsJob extends serviceJob(FileImportsService, {
  intervalMs: 1_000,
  failure: 'an imported file could not be checked or applied',
  run: async (imports) => {
    await imports.expireForgotten();
    await imports.runNext();
  },
}) {}
