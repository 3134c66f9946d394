import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { HouseMails, type HouseMail } from '../brand/house-mails.service.js';
import { PublicUrl } from '../../platform/http/public-url.js';
import { UsersRepository } from '../users/users.repository.js';

const BY_ANOTHER =
  'Someone who manages the people of your company did it, or the wholesaler. You were signed out everywhere. If you did not ' +
  'expect it, ask them.';

const MAILS = {
  passkey_added: {
    subject: 'A passkey was added',
    intro: 'A passkey was added to your account. It signs in without your password.',
    outro: 'If it was not you, remove it, and sign out everywhere else.',
  },
  passkey_removed: {
    subject: 'A passkey of yours was removed',
    intro: 'A passkey was removed from your account. It signs in no longer.',
    outro: BY_ANOTHER,
  },
  totp_removed: {
    subject: 'Your one-time codes were turned off',
    intro: 'Signing in to your account no longer asks for a one-time code.',
    outro: BY_ANOTHER,
  },
};
type Template = keyof typeof MAILS;

/** Mails to people about a new passkey, which outlives their password, and about factors that someone else removed. */
@Injectable()
export class FactorMails {
  constructor(
    private readonly dataSource: DataSource,
    private readonly users: UsersRepository,
    private readonly mails: HouseMails,
    private readonly publicUrl: PublicUrl,
  ) {
    for (const template of Object.keys(MAILS) as Template[]) {
      mails.register(template, (userId) => this.compose(template, Number(userId)));
    }
  }

  /** Queues a mail in the transaction of the change. */
  async enqueue(manager: EntityManager, template: Template, userId: number): Promise<void> {
    await this.mails.enqueue(manager, template, String(userId));
  }

  private async compose(template: Template, userId: number): Promise<HouseMail | null> {
    const user = await this.users.find(this.dataSource.manager, userId);
    if (user === null) return null;
    const link = this.publicUrl.dashboardFor(user.kind, '/account');
    return { to: user.email, ...MAILS[template], action: { label: 'Open your account', link } };
  }
}
