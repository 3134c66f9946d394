import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { JobRunsJob } from './job-runs.job.js';
import { JobsController } from './jobs.controller.js';
import { JobsService } from './jobs.service.js';

/** The runs of periodic jobs: written, shown and measured. */
@Module({
  imports: [DiscoveryModule],
  controllers: [JobsController],
  providers: [JobsService, JobRunsJob],
})
export class JobsModule {}
