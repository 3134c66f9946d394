import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../../../platform/audit/audit.module.js';
import { IdentityModule } from '../../../identity/identity.module.js';
import { AccessRequestsController } from '../people/access-requests.controller.js';
import { AccountController } from '../account/account.controller.js';
import { AdminTokensController } from '../account/admin-tokens.controller.js';
import { PasskeySignInController } from '../passkeys/passkey-sign-in.controller.js';
import { PasskeysController } from '../passkeys/passkeys.controller.js';
import { SavedViewsController } from '../views/saved-views.controller.js';
import { SessionController } from './session.controller.js';
import { TwoFactorController } from '../account/two-factor.controller.js';
import { SavedViewsRepository } from '../views/saved-views.repository.js';
import { SavedViewsService } from '../views/saved-views.service.js';
import { SessionAnswer } from './session-answer.js';
import { SavedView } from '../views/saved-view.entity.js';

/** Signing in, the settings of a signed-in person, and requests for access that a client's owner decides. */
@Module({
  imports: [TypeOrmModule.forFeature([SavedView]), AuditModule, IdentityModule],
  controllers: [
    AccessRequestsController,
    AccountController,
    AdminTokensController,
    PasskeySignInController,
    PasskeysController,
    SavedViewsController,
    SessionController,
    TwoFactorController,
  ],
  providers: [SavedViewsRepository, SavedViewsService, SessionAnswer],
  exports: [SessionAnswer],
})
export class SignedInModule {}
