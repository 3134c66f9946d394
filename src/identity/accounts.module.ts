import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuthModule } from '../auth/auth.module.js';
import { AuditModule } from '../platform/audit/audit.module.js';
import { BrandModule } from './brand/brand.module.js';
import { ClientsModule } from '../clients/clients.module.js';
import { SessionsModule } from './sessions/sessions.module.js';
import { FactorsService } from './security/factors.service.js';
import { SecurityAdminController } from './security/security.admin.controller.js';
import { AccountsCleanupJob } from './accounts-cleanup.job.js';
import { ClientNoticesService } from './client-notices/client-notices.service.js';
import { InvitationAcceptance } from './invitations/invitation-acceptance.js';
import { InvitationMails } from './invitations/invitation-mails.js';
import { Invitation } from './invitations/invitation.entity.js';
import { InvitationsRepository } from './invitations/invitations.repository.js';
import { InvitationsService } from './invitations/invitations.service.js';
import { LockMails } from './sign-in/lock-mails.js';
import { Lockouts } from './sign-in/lockouts.js';
import { LockoutsRepository } from './sign-in/lockouts.repository.js';
import { PasskeyChecks } from './passkeys/passkey-checks.js';
import { FactorMails } from './security/factor-mails.js';
import { PasskeyChallenge } from './passkeys/passkey-challenge.entity.js';
import { Passkey } from './passkeys/passkey.entity.js';
import { PasskeysRepository } from './passkeys/passkeys.repository.js';
import { PasskeysService } from './passkeys/passkeys.service.js';
import { PasswordHasher } from './passwords/password-hasher.js';
import { PasswordResetMails } from './password-resets/password-reset-mails.js';
import { PasswordReset } from './password-resets/password-reset.entity.js';
import { PasswordResetsRepository } from './password-resets/password-resets.repository.js';
import { PasswordsService } from './password-resets/passwords.service.js';
import { SecurityService } from './security/security.service.js';
import { SignInService } from './sign-in/sign-in.service.js';
import { TwoFactorRepository } from './two-factor/two-factor.repository.js';
import { TwoFactorService } from './two-factor/two-factor.service.js';
import { UsersRepository } from './users/users.repository.js';
import { UsersService } from './users/users.service.js';
import { Member } from './users/member.entity.js';
import { OperatorRoleGrant } from './users/operator-role-grant.entity.js';
import { RecoveryCode } from './two-factor/recovery-code.entity.js';
import { User } from './users/user.entity.js';
import { Lockout } from './sign-in/lockout.entity.js';

/** Users: their roles, invitations, passwords and second factors, and how they sign in. */
@Module({
  imports: [
    TypeOrmModule.forFeature([
      Invitation,
      Lockout,
      Member,
      OperatorRoleGrant,
      Passkey,
      PasskeyChallenge,
      PasswordReset,
      RecoveryCode,
      User,
    ]),
    AuditModule,
    AuthModule,
    BrandModule,
    ClientsModule,
    SessionsModule,
  ],
  controllers: [SecurityAdminController],
  providers: [
    AccountsCleanupJob,
    ClientNoticesService,
    FactorsService,
    InvitationAcceptance,
    InvitationMails,
    InvitationsRepository,
    InvitationsService,
    LockMails,
    Lockouts,
    LockoutsRepository,
    PasskeyChecks,
    FactorMails,
    PasskeysRepository,
    PasskeysService,
    PasswordHasher,
    PasswordResetMails,
    PasswordResetsRepository,
    PasswordsService,
    SecurityService,
    SignInService,
    TwoFactorRepository,
    TwoFactorService,
    UsersRepository,
    UsersService,
  ],
  exports: [
    ClientNoticesService,
    FactorsService,
    InvitationAcceptance,
    InvitationsService,
    PasskeysService,
    PasswordResetMails,
    PasswordsService,
    SecurityService,
    SessionsModule,
    SignInService,
    TwoFactorService,
    UsersService,
  ],
})
export class AccountsModule {}
