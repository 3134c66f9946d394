import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { AccountsModule } from '../accounts/accounts.module.js';
import { AccessCache } from './access-cache.js';
import { AccessGuard } from './access.guard.js';
import { AuditModule } from '../audit/audit.module.js';
import { ClientsModule } from '../clients/clients.module.js';
import { PlansModule } from '../plans/plans.module.js';
import { AuthController } from './auth.controller.js';
import { AuthRepository } from './auth.repository.js';
import { AuthService } from './auth.service.js';
import { MeController } from './me.controller.js';
import { TokensService } from './tokens.service.js';

/** API tokens, and the guard of every route. */
@Module({
  imports: [AccountsModule, AuditModule, ClientsModule, PlansModule],
  controllers: [AuthController, MeController],
  providers: [
    AuthService,
    TokensService,
    AuthRepository,
    AccessCache,
    AccessGuard,
    { provide: APP_GUARD, useExisting: AccessGuard },
  ],
  exports: [AuthService, TokensService],
})
export class AuthModule {}
