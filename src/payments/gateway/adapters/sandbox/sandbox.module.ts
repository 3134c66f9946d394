import { Module } from '@nestjs/common';
import { SandboxPagesController } from './sandbox-pages.controller.js';
import { SandboxJob } from './sandbox.job.js';
import { SandboxRepository } from './sandbox.repository.js';
import { SandboxService } from './sandbox.service.js';

/** The sandbox's pay page and the sending of its notices; part of the application only where GATEWAY is `sandbox`. */
@Module({
  controllers: [SandboxPagesController],
  providers: [SandboxJob, SandboxRepository, SandboxService],
})
export class SandboxModule {}
