import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import { JobRunsJob } from './job-runs.job.js';
import { JobsController } from './jobs.controller.js';
import { JobsService } from './jobs.service.js';
import { JobRun } from './job-run.entity.js';

/** The runs of periodic jobs: written, shown and measured. */
@Module({
  imports: [TypeOrmModule.forFeature([JobRun]), DiscoveryModule],
  controllers: [JobsController],
  providers: [JobsService, JobRunsJob],
})
export class JobsModule {}
