import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { AccountsModule } from '../people/accounts.module.js';
import { AccessCache } from './access-cache.js';
import { AccessGuard } from './access.guard.js';
import { AuditModule } from '../platform/audit/audit.module.js';
import { ClientsModule } from '../clients/clients.module.js';
import { PlansModule } from '../plans/plans.module.js';
import { AuthController } from './auth.controller.js';
import { AuthRepository } from './auth.repository.js';
import { AdminTokenUsesService } from './admin-token/admin-token-uses.service.js';
import { AuthService } from './auth.service.js';
import { ConnectionTestService } from './connection-test/connection-test.service.js';
import { RecentRequestsController } from '../desk/store-requests/recent/recent-requests.controller.js';
import {
  OldRecentRequestsJob,
  RecentRequestsJob,
} from '../desk/store-requests/recent/recent-requests.jobs.js';
import { RecentRequestsRepository } from '../desk/store-requests/recent/recent-requests.repository.js';
import { RecentRequestsService } from '../desk/store-requests/recent/recent-requests.service.js';
import { RequestFailuresController } from '../desk/store-requests/failures/request-failures.controller.js';
import {
  OldRequestFailuresJob,
  RequestFailuresJob,
} from '../desk/store-requests/failures/request-failures.jobs.js';
import { RequestFailuresRepository } from '../desk/store-requests/failures/request-failures.repository.js';
import { RequestFailuresService } from '../desk/store-requests/failures/request-failures.service.js';
import { TokenUsesJob } from './token-use/token-uses.job.js';
import { TokenUsesRepository } from './token-use/token-uses.repository.js';
import { TokenUsesService } from './token-use/token-uses.service.js';
import { TokensService } from './tokens.service.js';

/** API tokens, and the guard of every route. */
@Module({
  imports: [AccountsModule, AuditModule, ClientsModule, PlansModule],
  controllers: [AuthController, RecentRequestsController, RequestFailuresController],
  providers: [
    AdminTokenUsesService,
    AuthService,
    TokensService,
    AuthRepository,
    AccessCache,
    AccessGuard,
    ConnectionTestService,
    OldRecentRequestsJob,
    RecentRequestsJob,
    RecentRequestsRepository,
    RecentRequestsService,
    RequestFailuresService,
    RequestFailuresRepository,
    RequestFailuresJob,
    OldRequestFailuresJob,
    TokenUsesService,
    TokenUsesRepository,
    TokenUsesJob,
    { provide: APP_GUARD, useExisting: AccessGuard },
  ],
  exports: [
    AdminTokenUsesService,
    AuthService,
    ConnectionTestService,
    RecentRequestsService,
    RequestFailuresService,
    TokensService,
  ],
})
export class AuthModule {}
