import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { HouseMails, type HouseMail } from '../brand/house-mails.service.js';
import { ClientsService } from '../../clients/clients.service.js';
import { RateLimits } from '../../platform/http/limits/rate-limits.js';
import { PublicUrl } from '../../platform/http/public-url.js';
import { newSecret } from '../secret.js';
import { UsersService } from '../users/users.service.js';
import type { Invitation } from './invitation.entity.js';
import { InvitationsRepository } from './invitations.repository.js';

const TEMPLATE = 'invitation';

/** An invitation. It contains the link if no mail server sends it. */
export interface Invited {
  invitation: Invitation;
  link: string | null;
}

/** Mails with the links of invitations. */
@Injectable()
export class InvitationMails {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clients: ClientsService,
    private readonly users: UsersService,
    private readonly mails: HouseMails,
    private readonly publicUrl: PublicUrl,
    private readonly limits: RateLimits,
    private readonly repository: InvitationsRepository,
  ) {
    mails.register(TEMPLATE, (reference) => this.compose(Number(reference)));
  }

  /**
   * Counts a mail to a recipient, and a mail from the people of a client.
   *
   * @throws AppError rate_limited
   */
  async takeTurn(email: string, clientId: number | null = null): Promise<void> {
    await this.limits.takeInvitation(email.toLowerCase(), clientId);
  }

  /** True if mails go to a mail server; otherwise {@link deliver} returns the link. */
  get hasServer(): boolean {
    return this.mails.hasServer;
  }

  /** Queues the mail in the caller's transaction. */
  async enqueue(manager: EntityManager, { id }: Invitation): Promise<void> {
    await this.mails.enqueue(manager, TEMPLATE, String(id));
  }

  /** Sends the mail. Without a mail server, writes it to a file and returns its link to the inviting caller. */
  async deliver(invitation: Invitation): Promise<Invited> {
    if (this.mails.hasServer) return { invitation, link: null };
    const mail = await this.compose(invitation.id);
    if (mail !== null) await this.mails.send(mail);
    return { invitation, link: mail?.action.link ?? null };
  }

  /** Creates the link of an invitation, in the caller's transaction. Earlier links become invalid. */
  async newLink(manager: EntityManager, id: number): Promise<string> {
    const { text, hash } = newSecret();
    const invitation = await this.repository.setToken(manager, id, hash);
    return this.linkOf(invitation!.kind, text);
  }

  private async compose(id: number): Promise<HouseMail | null> {
    const { manager } = this.dataSource;
    const { text, hash } = newSecret();
    const invitation = await this.repository.setToken(manager, id, hash);
    if (invitation === null) return null;
    const { email: to } = invitation;
    const place = (await this.clientName(manager, invitation)) ?? 'the wholesaler';
    const subject = `Invitation to the wholesale dashboard of ${place}`;
    if (await this.users.hasUser(manager, to)) {
      const link = this.publicUrl.dashboardFor(invitation.kind);
      const intro =
        `You were invited to the dashboard of ${place}. This address has an account already, and an account belongs ` +
        'to one company: ask for an invitation to another address.';
      return { to, subject, intro, action: { label: 'Sign in', link } };
    }
    return {
      to,
      subject,
      intro: `You are invited to the dashboard of ${place}. Choose a password within 24 hours.`,
      outro:
        'If you did not expect this mail, ignore it. Nothing happens unless you open the link.',
      action: { label: 'Choose a password', link: this.linkOf(invitation.kind, text) },
    };
  }

  /** Makes the address of a link. The token is in the fragment, which browsers never send to a server, so no log contains it. */
  private linkOf(kind: Invitation['kind'], token: string): string {
    return this.publicUrl.dashboardFor(kind, `/accept-invitation#token=${token}`);
  }

  private async clientName(
    manager: EntityManager,
    { clientId }: Invitation,
  ): Promise<string | null> {
    return clientId === null ? null : (await this.clients.getClient(manager, clientId)).name;
  }
}
