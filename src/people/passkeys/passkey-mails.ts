import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { HouseMails, type HouseMail } from '../brand/house-mails.service.js';
import { PublicUrl } from '../../platform/http/public-url.js';
import { UsersRepository } from '../users/users.repository.js';

const TEMPLATE = 'passkey_added';

/** Mails to people about a new passkey: it opens the account also after a change of the password. */
@Injectable()
export class PasskeyMails {
  constructor(
    private readonly dataSource: DataSource,
    private readonly users: UsersRepository,
    private readonly mails: HouseMails,
    private readonly publicUrl: PublicUrl,
  ) {
    mails.register(TEMPLATE, (userId) => this.compose(Number(userId)));
  }

  /** Queues the mail in the transaction that stores the passkey. */
  async enqueue(manager: EntityManager, userId: number): Promise<void> {
    await this.mails.enqueue(manager, TEMPLATE, String(userId));
  }

  private async compose(userId: number): Promise<HouseMail | null> {
    const user = await this.users.find(this.dataSource.manager, userId);
    if (user === null) return null;
    const link = this.publicUrl.dashboardFor(user.kind, '/account');
    return {
      to: user.email,
      subject: 'A passkey was added',
      intro: 'A passkey was added to your account. It signs in without your password.',
      outro: 'If it was not you, remove it, and sign out everywhere else.',
      action: { label: 'Open your account', link },
    };
  }
}
