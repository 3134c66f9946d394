import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { AccessCache } from './access-cache.js';
import { AccessGuard } from './access.guard.js';
import { AuditModule } from '../audit/audit.module.js';
import { AuthController } from './auth.controller.js';
import { AuthRepository } from './auth.repository.js';
import { AuthService } from './auth.service.js';
import { MeController } from './me.controller.js';

/** Clients, their API tokens, and the guard of every route. */
@Module({
  imports: [AuditModule],
  controllers: [AuthController, MeController],
  providers: [
    AuthService,
    AuthRepository,
    AccessCache,
    AccessGuard,
    { provide: APP_GUARD, useExisting: AccessGuard },
  ],
  exports: [AuthService],
})
export class AuthModule {}
