import { Injectable } from '@nestjs/common';
import { serviceJob } from '../../platform/jobs/service-job.js';
import { PhotosService } from './photos.service.js';

/** Deletes photos that no product has named for a while. */
@Injectable()
export class PhotosJob extends serviceJob(PhotosService, {
  intervalMs: 60 * 60_000,
  failure: 'photos that no product uses could not be deleted',
  run: (photos) => photos.tidy(),
}) {}
