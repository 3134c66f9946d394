import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ClientsService } from '../../clients/clients.service.js';
import { isUniqueViolation } from '../../platform/database/database-errors.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { AppError } from '../../platform/http/errors.js';
import type { MemberRole, OperatorRole } from '../roles.js';
import { hashSecret, isWellFormedSecret } from '../secret.js';
import type { SignedIn } from '../sessions/browser-cookies.js';
import { BrowsersService } from '../sessions/browsers.service.js';
import type { Browser } from '../sessions/sessions.service.js';
import { assertNotPersonal } from '../passwords/personal-password.js';
import { PasswordHasher } from '../passwords/password-hasher.js';
import { EMAIL_UNIQUE } from '../users/user.entity.js';
import { UsersService, type Position } from '../users/users.service.js';
import { ClientNoticesService } from '../client-notices/client-notices.service.js';
import type { Invitation } from './invitation.entity.js';
import { InvitationsRepository } from './invitations.repository.js';

/** The invitation behind a link, as its holder sees it. */
export interface Offer {
  invitation: Invitation;
  /** null for an operator. */
  clientName: string | null;
}

/** Links of invitations. The person who accepts one sets a password and is signed in. */
@Injectable()
export class InvitationAcceptance {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clients: ClientsService,
    private readonly users: UsersService,
    private readonly passwords: PasswordHasher,
    private readonly browsers: BrowsersService,
    private readonly notices: ClientNoticesService,
    private readonly repository: InvitationsRepository,
  ) {}

  /** Finds the invitation behind a link. @throws AppError invitation_invalid */
  async look(token: string): Promise<Offer> {
    const { manager } = this.dataSource;
    const invitation = isWellFormedSecret(token)
      ? await this.repository.findOpen(manager, hashSecret(token))
      : null;
    if (invitation === null) throw new AppError('invitation_invalid');
    const { clientId } = invitation;
    const client = clientId === null ? null : await this.clients.getClient(manager, clientId);
    return { invitation, clientName: client?.name ?? null };
  }

  /**
   * Makes the invited person a user and signs them in; the link is used up.
   *
   * @returns the ids for the cookies
   * @throws AppError invitation_invalid, validation_failed (a personal password), email_taken, unavailable
   */
  async accept(
    token: string,
    person: { name: string; password: string },
    browser: Browser,
  ): Promise<SignedIn> {
    // Before the slow hashing of the password, so that guesses stay cheap.
    const { invitation: offered, clientName } = await this.look(token);
    assertNotPersonal(person.password, 'password', [offered.email, person.name, clientName]);
    const passwordHash = await this.passwords.hash(person.password, browser.ip);
    try {
      return await inTransaction(this.dataSource, async (manager) => {
        // Another acceptance waits here, so that the second of two first owners finds the first one.
        if (offered.clientId !== null) {
          await this.clients.lockClient(manager, offered.clientId, 'update');
        }
        const invitation = await this.repository.accept(manager, hashSecret(token));
        if (invitation === null) throw new AppError('invitation_invalid');
        const { email } = invitation;
        const { name } = person;
        const position = positionOf(invitation);
        if (position.kind === 'client') {
          await this.notices.tellOwners(manager, position.clientId, 'member_joined', email);
        }
        const user = await this.users.addUser(manager, { email, name, passwordHash, position });
        return this.browsers.signIn(manager, user, browser);
      });
    } catch (error) {
      throw isUniqueViolation(error, EMAIL_UNIQUE) ? new AppError('email_taken') : error;
    }
  }
}

function positionOf({ kind, clientId, roles }: Invitation): Position {
  return kind === 'client' && clientId !== null
    ? { kind, clientId, role: roles[0] as MemberRole }
    : { kind: 'operator', roles: roles as OperatorRole[] };
}
