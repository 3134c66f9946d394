import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { JobRunsJob } from './job-runs.job.js';
import { JobsController } from './jobs.controller.js';
import { JobsService } from './jobs.service.js';

/** What became of the periodic jobs. */
@Module({
  imports: [DiscoveryModule],
  controllers: [JobsController],
  providers: [JobsService, JobRunsJob],
})
export class JobsModule {}
