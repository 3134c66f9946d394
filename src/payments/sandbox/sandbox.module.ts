import { Module } from '@nestjs/common';
import { SandboxApiController } from './sandbox-api.controller.js';
import { SandboxPagesController } from './sandbox-pages.controller.js';
import { SandboxJob } from './sandbox.job.js';
import { SandboxRepository } from './sandbox.repository.js';
import { SandboxService } from './sandbox.service.js';

/** The built-in payment gateway that moves no money; part of the application only where GATEWAY is `sandbox`. */
@Module({
  controllers: [SandboxApiController, SandboxPagesController],
  providers: [SandboxJob, SandboxRepository, SandboxService],
})
export class SandboxModule {}
