import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { HouseMails, type HouseMail } from '../brand/house-mails.service.js';
import { PublicUrl } from '../../platform/http/public-url.js';
import { UsersRepository } from '../users/users.repository.js';

const TEMPLATE = 'sign_in_locked';

/** Mails to people whose sign-in was locked after failed attempts, at most one a day. */
@Injectable()
export class LockMails {
  constructor(
    private readonly dataSource: DataSource,
    private readonly users: UsersRepository,
    private readonly mails: HouseMails,
    private readonly publicUrl: PublicUrl,
  ) {
    mails.register(TEMPLATE, (email, queuedAt) => this.compose(email, queuedAt));
  }

  /** Queues a mail. It checks if the account exists only when the mail is sent. @param email in lower case */
  async request(email: string): Promise<void> {
    await this.mails.enqueue(this.dataSource.manager, TEMPLATE, email);
  }

  private async compose(email: string, queuedAt: Date): Promise<HouseMail | null> {
    const kind = await this.users.noteLockMail(this.dataSource.manager, email, queuedAt);
    if (kind === null) return null;
    const link = this.publicUrl.dashboardFor(kind, '/forgot-password');
    return {
      to: email,
      subject: 'Sign-in is locked',
      intro:
        'Someone entered a wrong password or code for your account five times. Sign-in is locked for a minute, and longer ' +
        'after further failures. Browsers in which you signed in before are not affected.',
      outro:
        'If it was not you, nothing happened: your password was not found out. If you forgot your password, choose a new ' +
        'one; that also lifts the lock.',
      action: { label: 'Choose a new password', link },
    };
  }
}
