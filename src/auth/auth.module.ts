import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccessCache } from './access-cache.js';
import { AccessGuard } from './access.guard.js';
import { ApiToken } from './tokens/api-token.entity.js';
import { AuditModule } from '../platform/audit/audit.module.js';
import { ClientsModule } from '../clients/clients.module.js';
import { PlansModule } from '../plans/plans.module.js';
import { AuthController } from './auth.controller.js';
import { AuthRepository } from './auth.repository.js';
import { AdminTokenUsesService } from './admin-token/admin-token-uses.service.js';
import { AuthService } from './auth.service.js';
import { ConnectionTestService } from './connection-test/connection-test.service.js';
import { TokenUse } from './token-use/token-use.entity.js';
import { TokenUsesJob } from './token-use/token-uses.job.js';
import { TokenUsesRepository } from './token-use/token-uses.repository.js';
import { TokenUsesService } from './token-use/token-uses.service.js';
import { TokensService } from './tokens.service.js';
import { WaitingCalls } from './waiting/waiting-calls.js';

/** API tokens, and the guard of every route. */
@Module({
  imports: [
    TypeOrmModule.forFeature([ApiToken, TokenUse]),
    AuditModule,
    ClientsModule,
    PlansModule,
  ],
  controllers: [AuthController],
  providers: [
    AdminTokenUsesService,
    AuthService,
    TokensService,
    AuthRepository,
    AccessCache,
    AccessGuard,
    ConnectionTestService,
    TokenUsesService,
    TokenUsesRepository,
    TokenUsesJob,
    WaitingCalls,
  ],
  exports: [
    AccessGuard,
    AdminTokenUsesService,
    AuthService,
    ConnectionTestService,
    TokensService,
    WaitingCalls,
  ],
})
export class AuthModule {}
