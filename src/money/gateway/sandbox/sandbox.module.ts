import { Module } from '@nestjs/common';
import { SandboxAccountRepository } from './sandbox-account.repository.js';
import { SandboxAccountService } from './sandbox-account.service.js';
import { SandboxPagesController } from './sandbox-pages.controller.js';
import { SandboxJob } from './sandbox.job.js';
import { SandboxRepository } from './sandbox.repository.js';
import { SandboxService } from './sandbox.service.js';

/** The sandbox's pay page and the sending of its notices. Part of the application only if GATEWAY is `sandbox`. */
@Module({
  controllers: [SandboxPagesController],
  providers: [
    SandboxAccountRepository,
    SandboxAccountService,
    SandboxJob,
    SandboxRepository,
    SandboxService,
  ],
})
export class SandboxModule {}
