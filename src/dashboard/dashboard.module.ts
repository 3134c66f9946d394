import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module.js';
import { AccountController } from './api/account/account.controller.js';
import { TwoFactorController } from './api/account/two-factor.controller.js';
import { InvitationsController } from './api/people/invitations.controller.js';
import { MembersController } from './api/people/members.controller.js';
import { SessionController } from './api/session/session.controller.js';

/** The dashboard: endpoints behind the pages on which people work. */
@Module({
  imports: [AccountsModule],
  controllers: [
    AccountController,
    InvitationsController,
    MembersController,
    SessionController,
    TwoFactorController,
  ],
})
export class DashboardModule {}
