import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module.js';
import { SessionCookie } from './sessions/session-cookie.js';
import { SessionsRepository } from './sessions/sessions.repository.js';
import { SessionsService } from './sessions/sessions.service.js';
import { UserAccess } from './sessions/user-access.js';
import { LockoutsRepository } from './sign-in/lockouts.repository.js';
import { Lockouts } from './sign-in/lockouts.js';
import { Passwords } from './sign-in/passwords.js';
import { SignInService } from './sign-in/sign-in.service.js';
import { TwoFactorRepository } from './two-factor/two-factor.repository.js';
import { TwoFactorService } from './two-factor/two-factor.service.js';
import { UsersRepository } from './users/users.repository.js';
import { UsersService } from './users/users.service.js';

/** People: users, their roles, and the browsers in which they are signed in. */
@Module({
  imports: [AuditModule],
  providers: [
    Lockouts,
    LockoutsRepository,
    Passwords,
    SessionCookie,
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
    Passwords,
    SessionCookie,
    SessionsService,
    SignInService,
    TwoFactorService,
    UserAccess,
    UsersService,
  ],
})
export class AccountsModule {}
