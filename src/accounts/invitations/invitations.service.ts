import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { AuditService } from '../../audit/audit.service.js';
import { ClientsService } from '../../clients/clients.service.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { AppError } from '../../platform/http/errors.js';
import { toPage, type Page, type PageRequest } from '../../platform/http/paging/page.js';
import { PublicUrl } from '../../platform/http/public-url.js';
import type { Mail } from '../../platform/mail/mail.js';
import { MailService } from '../../platform/mail/mail.service.js';
import type { MemberRole } from '../roles.js';
import { newSecret } from '../secret.js';
import { UsersService, type Position } from '../users/users.service.js';
import type { Invitation } from './invitation.entity.js';
import { InvitationsRepository } from './invitations.repository.js';

const TEMPLATE = 'invitation';

/** An invitation, with its link where no mail server sends it. */
export interface Invited {
  invitation: Invitation;
  link: string | null;
}

/** Invitations of people by mail; {@link InvitationAcceptance} answers the links in them. */
@Injectable()
export class InvitationsService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly audit: AuditService,
    private readonly clients: ClientsService,
    private readonly users: UsersService,
    private readonly mail: MailService,
    private readonly publicUrl: PublicUrl,
    private readonly repository: InvitationsRepository,
  ) {
    mail.register(TEMPLATE, (reference) => this.compose(Number(reference)));
  }

  /** Invites an operator, or a member of a client. @throws AppError client_not_found, email_taken */
  async invite(email: string, position: Position): Promise<Invited> {
    const invitation = await inTransaction(this.dataSource, async (manager) => {
      if (await this.users.hasUser(manager, email)) throw new AppError('email_taken');
      return this.add(manager, email, position);
    });
    return this.deliver(invitation);
  }

  /**
   * Invites a colleague to a client. The response does not reveal whether an account with the address exists; only the
   * mail does.
   */
  async inviteColleague(email: string, clientId: number, role: MemberRole): Promise<Invitation> {
    const position = { kind: 'client', clientId, role } as const;
    const invitation = await inTransaction(this.dataSource, (manager) =>
      this.add(manager, email, position),
    );
    await this.deliver(invitation);
    return invitation;
  }

  /**
   * Stores an invitation in the caller's transaction; {@link deliver} sends it after the commit.
   *
   * @throws AppError client_not_found
   */
  async add(manager: EntityManager, email: string, position: Position): Promise<Invitation> {
    const invitation = await this.store(manager, email, position);
    if (this.mail.hasServer) await this.mail.enqueue(manager, TEMPLATE, String(invitation.id));
    return invitation;
  }

  private async store(
    manager: EntityManager,
    email: string,
    position: Position,
  ): Promise<Invitation> {
    const isClient = position.kind === 'client';
    if (isClient) await this.clients.getClient(manager, position.clientId);
    const invitation = await this.repository.replace(manager, {
      email: email.toLowerCase(),
      kind: position.kind,
      clientId: isClient ? position.clientId : null,
      roles: isClient ? [position.role] : [...position.roles],
    });
    await this.audit.record(manager, {
      action: 'user.invited',
      subject: isClient ? `client ${position.clientId}` : `invitation ${invitation.id}`,
      after: { email: invitation.email, roles: invitation.roles },
    });
    return invitation;
  }

  /** Sends the mail. Without a mail server, writes it to a file and returns its link to the inviting caller. */
  async deliver(invitation: Invitation): Promise<Invited> {
    if (this.mail.hasServer) return { invitation, link: null };
    const mail = await this.compose(invitation.id);
    if (mail !== null) await this.mail.send(mail);
    return { invitation, link: mail?.link ?? null };
  }

  /** Invites without a mail: the caller passes the link on. @throws as {@link invite} */
  async inviteByHand(email: string, position: Position): Promise<string> {
    return inTransaction(this.dataSource, async (manager) => {
      if (await this.users.hasUser(manager, email)) throw new AppError('email_taken');
      const { id } = await this.store(manager, email, position);
      const { text, hash } = newSecret();
      await this.repository.setToken(manager, id, hash);
      return this.linkOf(position.kind, text);
    });
  }

  /** Returns the open invitations of a client, or of operators where the client is null. */
  async listOpen(
    clientId: number | null,
    { afterId, limit }: PageRequest,
  ): Promise<Page<Invitation>> {
    const range = { afterId, limit: limit + 1 };
    return toPage(await this.repository.listOpen(this.dataSource.manager, clientId, range), limit);
  }

  /** Revokes an open invitation. @throws AppError invitation_not_found, also for another client's */
  async revoke(id: number, clientId: number | null): Promise<void> {
    await inTransaction(this.dataSource, async (manager) => {
      const isRevoked = await this.repository.deleteOpen(manager, id, clientId);
      if (!isRevoked) throw new AppError('invitation_not_found');
      await this.audit.record(manager, {
        action: 'user.invitation_revoked',
        subject: clientId === null ? `invitation ${id}` : `client ${clientId}`,
        after: { invitation: id },
      });
    });
  }

  private async compose(id: number): Promise<Mail | null> {
    const { manager } = this.dataSource;
    const { text, hash } = newSecret();
    const invitation = await this.repository.setToken(manager, id, hash);
    if (invitation === null) return null;
    const { email: to } = invitation;
    const place = (await this.clientName(manager, invitation)) ?? 'the wholesaler';
    const subject = `Invitation to the wholesale dashboard of ${place}`;
    if (await this.users.hasUser(manager, to)) {
      const link = this.publicUrl.dashboardFor(invitation.kind);
      const lines = [
        `You were invited to the dashboard of ${place}. This address has an account already, and an account`,
        `belongs to one company: ask for an invitation to another address. To sign in: ${link}`,
      ];
      return { to, subject, text: lines.join('\n'), link };
    }
    const link = this.linkOf(invitation.kind, text);
    const lines = [
      `You are invited to the dashboard of ${place}. Choose a password here, within 24 hours:`,
      `\n${link}\n`,
      'If you did not expect this mail, ignore it. Nothing happens unless you open the link.',
    ];
    return { to, subject, text: lines.join('\n'), link };
  }

  /**
   * Returns the address of a link. The token is in the fragment, which browsers send to no server, so no log contains it.
   */
  private linkOf(kind: Position['kind'], token: string): string {
    return this.publicUrl.dashboardFor(kind, `/accept-invitation#token=${token}`);
  }

  private async clientName(
    manager: EntityManager,
    { clientId }: Invitation,
  ): Promise<string | null> {
    return clientId === null ? null : (await this.clients.getClient(manager, clientId)).name;
  }
}
