import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { AuditModule } from '../platform/audit/audit.module.js';
import { BrandModule } from './brand/brand.module.js';
import { ClientsModule } from '../clients/clients.module.js';
import { AccountsCleanupJob } from './accounts-cleanup.job.js';
import { ClientNoticesService } from './client-notices/client-notices.service.js';
import { DevicesRepository } from './devices/devices.repository.js';
import { DevicesService } from './devices/devices.service.js';
import { InvitationsRepository } from './invitations/invitations.repository.js';
import { ApprovalKinds } from './approvals/approval-kinds.js';
import { ApprovalLimitsController } from './approvals/approval-limits.controller.js';
import { ApprovalLimitsService } from './approvals/approval-limits.service.js';
import { ClientOwnerKind } from './approvals/client-owner.kind.js';
import { ApprovalsRepository } from './approvals/approvals.repository.js';
import { ApprovalsService } from './approvals/approvals.service.js';
import { InvitationAcceptance } from './invitations/invitation-acceptance.js';
import { InvitationMails } from './invitations/invitation-mails.js';
import { InvitationsService } from './invitations/invitations.service.js';
import { OperatorTokensAdminController } from './operator-tokens/operator-tokens.admin.controller.js';
import { OperatorTokensRepository } from './operator-tokens/operator-tokens.repository.js';
import { OperatorTokensService } from './operator-tokens/operator-tokens.service.js';
import { PasskeyChecks } from './passkeys/passkey-checks.js';
import { PasskeyMails } from './passkeys/passkey-mails.js';
import { PasskeysRepository } from './passkeys/passkeys.repository.js';
import { PasskeysService } from './passkeys/passkeys.service.js';
import { PasswordResetsRepository } from './password-resets/password-resets.repository.js';
import { PasswordResetMails } from './password-resets/password-reset-mails.js';
import { PasswordsService } from './password-resets/passwords.service.js';
import { BrowserCookies } from './sessions/browser-cookies.js';
import { BrowsersService } from './sessions/browsers.service.js';
import { SessionsRepository } from './sessions/sessions.repository.js';
import { SessionsService } from './sessions/sessions.service.js';
import { UserAccess } from './sessions/user-access.js';
import { SecurityAdminController } from './security/security.admin.controller.js';
import { SecurityService } from './security/security.service.js';
import { LockMails } from './sign-in/lock-mails.js';
import { LockoutsRepository } from './sign-in/lockouts.repository.js';
import { Lockouts } from './sign-in/lockouts.js';
import { PasswordHasher } from './passwords/password-hasher.js';
import { SignInService } from './sign-in/sign-in.service.js';
import { SecretBox } from './two-factor/secret-box.js';
import { TwoFactorRepository } from './two-factor/two-factor.repository.js';
import { TwoFactorService } from './two-factor/two-factor.service.js';
import { PeopleAdminController } from './users/people.admin.controller.js';
import { UsersRepository } from './users/users.repository.js';
import { UsersService } from './users/users.service.js';

/** People: users, their roles, invitations, and the browsers in which they are signed in. */
@Module({
  imports: [AuditModule, BrandModule, ClientsModule, DiscoveryModule],
  controllers: [
    ApprovalLimitsController,
    OperatorTokensAdminController,
    PeopleAdminController,
    SecurityAdminController,
  ],
  providers: [
    AccountsCleanupJob,
    ApprovalKinds,
    ApprovalLimitsService,
    ApprovalsRepository,
    ApprovalsService,
    ClientOwnerKind,
    BrowserCookies,
    BrowsersService,
    ClientNoticesService,
    DevicesRepository,
    DevicesService,
    InvitationsRepository,
    InvitationAcceptance,
    InvitationMails,
    InvitationsService,
    LockMails,
    Lockouts,
    LockoutsRepository,
    OperatorTokensRepository,
    OperatorTokensService,
    PasskeyChecks,
    PasskeyMails,
    PasskeysRepository,
    PasskeysService,
    PasswordHasher,
    PasswordResetsRepository,
    PasswordResetMails,
    PasswordsService,
    SecretBox,
    SecurityService,
    SessionsRepository,
    SessionsService,
    SignInService,
    TwoFactorRepository,
    TwoFactorService,
    UserAccess,
    UsersRepository,
    UsersService,
  ],
  exports: [
    ApprovalLimitsService,
    ApprovalsService,
    BrowserCookies,
    ClientNoticesService,
    InvitationAcceptance,
    InvitationsService,
    OperatorTokensService,
    PasskeysService,
    PasswordResetMails,
    PasswordsService,
    SecurityService,
    SessionsService,
    SignInService,
    TwoFactorService,
    UserAccess,
    UsersService,
  ],
})
export class AccountsModule {}
