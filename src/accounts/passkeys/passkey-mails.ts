import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { PublicUrl } from '../../platform/http/public-url.js';
import type { Mail } from '../../platform/mail/mail.js';
import { MailService } from '../../platform/mail/mail.service.js';
import { UsersRepository } from '../users/users.repository.js';

const TEMPLATE = 'passkey_added';

/** Mails to people about a new passkey: it opens the account also after a change of the password. */
@Injectable()
export class PasskeyMails {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly users: UsersRepository,
    private readonly mail: MailService,
    private readonly publicUrl: PublicUrl,
  ) {
    mail.register(TEMPLATE, (userId) => this.compose(Number(userId)));
  }

  /** Queues the mail in the transaction that stores the passkey. */
  async enqueue(manager: EntityManager, userId: number): Promise<void> {
    await this.mail.enqueue(manager, TEMPLATE, String(userId));
  }

  private async compose(userId: number): Promise<Mail | null> {
    const user = await this.users.find(this.dataSource.manager, userId);
    if (user === null) return null;
    const link = this.publicUrl.dashboardFor(user.kind, '/account');
    const lines = [
      'A passkey was added to your account. It signs in without your password.',
      `\nIf it was not you, remove it, and sign out everywhere else: ${link}`,
    ];
    return { to: user.email, subject: 'A passkey was added', text: lines.join('\n'), link };
  }
}
