import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { TokenNoticesPort } from '../../auth/token-notices.port.js';
import type { Mode } from '../../clients/mode.js';
import { personIdOf } from '../../platform/audit/actor.js';
import { AppError } from '../../platform/http/errors.js';
import { currentOrigin } from '../../platform/http/request-context.js';
import { HouseMails, type HouseMail } from '../brand/house-mails.service.js';
import { PublicUrl } from '../../platform/http/public-url.js';
import { lockSession } from '../signed-in-user.js';
import { UsersRepository } from '../users/users.repository.js';

const TEMPLATE = 'client_notice';
/** Short enough to fit into the queue next to the ids. */
const DETAIL_LENGTH = 200;

/** Changes of a client's access that are mailed to its owners. */
const NOTICES = {
  access_requested: (detail: string) => `the wholesaler asks to invite ${detail}`,
  member_invited: (detail: string) => `${detail} was invited`,
  member_joined: (detail: string) => `${detail} accepted an invitation and can sign in`,
  owner_added: (detail: string) => `${detail} was made an owner`,
  owner_removed: (detail: string) => `${detail} is no longer an owner`,
  member_removed: (detail: string) => `${detail} was removed`,
  token_created: (detail: string) => `an API token for ${detail} was created`,
  domain_changed: (detail: string) => `a token's domain was changed: ${detail}`,
};
export type ClientNotice = keyof typeof NOTICES;

/** Mails to the owners of a client about changes of who has access to it. */
@Injectable()
export class ClientNoticesService implements TokenNoticesPort {
  constructor(
    private readonly dataSource: DataSource,
    private readonly users: UsersRepository,
    private readonly mails: HouseMails,
    private readonly publicUrl: PublicUrl,
  ) {
    mails.register(TEMPLATE, (reference, queuedAt) => this.compose(reference, queuedAt));
  }

  /** Queues a mail to each owner, in the transaction of the change. @param detail such as an address or a domain */
  async tellOwners(
    manager: EntityManager,
    clientId: number,
    notice: ClientNotice,
    detail: string,
  ): Promise<void> {
    for (const userId of await this.users.listOwnerIds(manager, clientId)) {
      const reference = [userId, notice, detail.slice(0, DETAIL_LENGTH)].join(' ');
      await this.mails.enqueue(manager, TEMPLATE, reference);
    }
  }

  async assertMayMakeToken(manager: EntityManager, clientId: number, mode: Mode): Promise<void> {
    await lockSession(manager);
    if (mode !== 'live') return;
    const userId = personIdOf(currentOrigin().actor);
    const user = userId === null ? null : await this.users.find(manager, userId);
    if (user?.kind !== 'operator') return;
    if ((await this.users.listOwnerIds(manager, clientId)).length === 0) return;
    const message =
      'The client has an owner: its people create and rotate live tokens, on the page API access.';
    throw new AppError('client_decides', { message });
  }

  private async compose(reference: string, queuedAt: Date): Promise<HouseMail | null> {
    const [, userId = '', notice = '', detail = ''] = /^(\d+) (\w+) (.*)$/s.exec(reference) ?? [];
    const { manager } = this.dataSource;
    const owner = await this.users.find(manager, Number(userId));
    if (owner === null) return null;
    const isRequest = notice === 'access_requested';
    const link = this.publicUrl.dashboardFor('client', isRequest ? '/company' : '');
    const sentence = NOTICES[notice as ClientNotice](detail);
    return {
      to: owner.email,
      subject: `Your account: ${sentence}`,
      intro: `In your company's account, ${sentence}, at ${queuedAt.toISOString()}.`,
      outro: isRequest
        ? 'Sign in and approve or decline it. The person gets no access before.'
        : 'If you did not expect this, sign in and undo it, or ask the wholesaler.',
      action: { label: isRequest ? 'Decide' : 'Open the dashboard', link },
    };
  }
}
