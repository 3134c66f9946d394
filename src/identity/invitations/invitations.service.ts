import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { AuditService } from '../../platform/audit/audit.service.js';
import { ClientsService } from '../../clients/clients.service.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { AppError } from '../../platform/http/errors.js';
import { readPage, type Page, type PageRequest } from '../../platform/http/paging/page.js';
import type { MemberRole } from '../roles.js';
import { lockSession } from '../signed-in-user.js';
import { personIdOf } from '../../platform/audit/actor.js';
import { UsersService, type Position } from '../users/users.service.js';
import type { Invitation } from './invitation.entity.js';
import { ClientNoticesService } from '../client-notices/client-notices.service.js';
import { InvitationMails, type Invited } from './invitation-mails.js';
import { InvitationsRepository } from './invitations.repository.js';

/** Invitations of people by mail; {@link InvitationAcceptance} answers the links in them. */
@Injectable()
export class InvitationsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly audit: AuditService,
    private readonly clients: ClientsService,
    private readonly users: UsersService,
    private readonly mails: InvitationMails,
    private readonly notices: ClientNoticesService,
    private readonly repository: InvitationsRepository,
  ) {}

  /**
   * Invites a colleague to a client. Only the mail reveals if an account with the address exists; the response does not.
   *
   * @throws AppError rate_limited
   */
  async inviteColleague(email: string, clientId: number, role: MemberRole): Promise<Invitation> {
    await this.mails.takeTurn(email, clientId);
    const position = { kind: 'client', clientId, role } as const;
    const invitation = await inTransaction(this.dataSource, (manager) =>
      this.add(manager, email, position, true),
    );
    await this.mails.deliver(invitation);
    return invitation;
  }

  /**
   * Stores an invitation in the caller's transaction; {@link deliver} sends it after the commit.
   *
   * @param isApproved true: it stays valid once the client has an owner
   * @throws AppError client_not_found
   */
  async add(
    manager: EntityManager,
    email: string,
    position: Position,
    isApproved = false,
  ): Promise<Invitation> {
    const invitation = await this.store(manager, email, position, isApproved);
    if (this.mails.hasServer) await this.mails.enqueue(manager, invitation);
    return invitation;
  }

  /** Counts a mail to a recipient. @throws AppError rate_limited */
  async takeTurn(email: string): Promise<void> {
    await this.mails.takeTurn(email);
  }

  /** Returns true if a person is invited to a client and has not accepted yet. */
  async isInvited(manager: EntityManager, email: string): Promise<boolean> {
    return this.repository.existsOpen(manager, email.toLowerCase());
  }

  /** Stores an invitation as {@link add} does. @throws AppError client_not_found, email_taken */
  async addNew(manager: EntityManager, email: string, position: Position): Promise<Invitation> {
    if (await this.users.hasUser(manager, email)) throw new AppError('email_taken');
    return this.add(manager, email, position);
  }

  /** Stores an approved invitation and queues its mail, in the caller's transaction. @throws as {@link addNew} */
  async addByMail(manager: EntityManager, email: string, position: Position): Promise<void> {
    if (await this.users.hasUser(manager, email)) throw new AppError('email_taken');
    await this.mails.enqueue(manager, await this.store(manager, email, position, true));
  }

  private async store(
    manager: EntityManager,
    email: string,
    position: Position,
    isApproved = false,
  ): Promise<Invitation> {
    await lockSession(manager);
    const isClient = position.kind === 'client';
    const invitedBy = personIdOf(this.audit.origin().actor);
    if (isClient) await this.clients.getClient(manager, position.clientId);
    const invitation = await this.repository.replace(manager, {
      email: email.toLowerCase(),
      kind: position.kind,
      clientId: isClient ? position.clientId : null,
      roles: isClient ? [position.role] : [...position.roles],
      hasConsent: isApproved || invitedBy === null,
      invitedBy,
    });
    if (isClient) {
      const { clientId } = position;
      await this.notices.tellOwners(manager, clientId, 'member_invited', invitation.email);
    }
    await this.audit.record(manager, {
      action: 'user.invited',
      subject: isClient ? `client ${position.clientId}` : `invitation ${invitation.id}`,
      after: { email: invitation.email, roles: invitation.roles },
    });
    return invitation;
  }

  /** Sends the mail of an added invitation, or returns its link; see {@link InvitationMails.deliver}. */
  async deliver(invitation: Invitation): Promise<Invited> {
    return this.mails.deliver(invitation);
  }

  /** Invites without a mail; the caller passes the link on. @throws AppError email_taken */
  async inviteByHand(email: string, position: Position): Promise<string> {
    return inTransaction(this.dataSource, async (manager) => {
      if (await this.users.hasUser(manager, email)) throw new AppError('email_taken');
      const { id } = await this.store(manager, email, position);
      return this.mails.newLink(manager, id);
    });
  }

  /** Lists the open invitations of a client, or of operators where the client is null. */
  async listOpen(clientId: number | null, page: PageRequest): Promise<Page<Invitation>> {
    const { manager } = this.dataSource;
    return readPage(page, (range) => this.repository.listOpen(manager, clientId, range));
  }

  /** Revokes an open invitation. @throws AppError invitation_not_found, also for another client's */
  async revoke(id: number, clientId: number | null): Promise<void> {
    await inTransaction(this.dataSource, async (manager) => {
      const isRevoked = await this.repository.deleteOpen(manager, clientId, id);
      if (!isRevoked) throw new AppError('invitation_not_found');
      await this.audit.record(manager, {
        action: 'user.invitation_revoked',
        subject: clientId === null ? `invitation ${id}` : `client ${clientId}`,
        after: { invitation: id },
      });
    });
  }
}
