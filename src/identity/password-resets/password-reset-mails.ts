import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { HouseMails, type HouseMail } from '../brand/house-mails.service.js';
import { RateLimits } from '../../platform/http/limits/rate-limits.js';
import { PublicUrl } from '../../platform/http/public-url.js';
import { newSecret } from '../secret.js';
import type { Browser } from '../sessions/sessions.service.js';
import { UsersRepository } from '../users/users.repository.js';
import { PasswordResetsRepository } from './password-resets.repository.js';

const TEMPLATE = 'password_reset';
const VALID_MS = 30 * 60_000;
/** Time in which a repeated request sends no second mail. */
const REPEATED_MS = 10 * 60_000;

/** Mails with a link for setting a new password. */
@Injectable()
export class PasswordResetMails {
  constructor(
    private readonly dataSource: DataSource,
    private readonly users: UsersRepository,
    private readonly mails: HouseMails,
    private readonly publicUrl: PublicUrl,
    private readonly limits: RateLimits,
    private readonly repository: PasswordResetsRepository,
  ) {
    mails.register(TEMPLATE, (email, queuedAt) => this.compose(email, queuedAt));
  }

  /**
   * Mails a link. It checks if the account exists only when the mail is sent, so that the answer takes the same time for any
   * address.
   * - a mail that was requested shortly before is not repeated
   *
   * @throws AppError rate_limited
   */
  async request(email: string, { ip }: Browser): Promise<void> {
    await this.limits.takeMail(ip);
    await this.mails.enqueue(this.dataSource.manager, TEMPLATE, email.toLowerCase());
  }

  private async compose(email: string, queuedAt: Date): Promise<HouseMail | null> {
    const { manager } = this.dataSource;
    const user = await this.users.findByEmail(manager, email);
    const expiresAt = new Date(queuedAt.getTime() + VALID_MS);
    if (user === null || expiresAt <= new Date()) return null;
    const since = new Date(queuedAt.getTime() - REPEATED_MS);
    if (await this.repository.hasOpenBetween(manager, user.id, since, queuedAt)) return null;
    const { text, hash } = newSecret();
    await this.repository.insert(manager, {
      userId: user.id,
      tokenHash: hash,
      createdAt: queuedAt,
      expiresAt,
    });
    const link = this.publicUrl.dashboardFor(user.kind, `/reset-password#token=${text}`);
    return {
      to: email,
      subject: 'A new password for the dashboard',
      intro: 'A new password for your account was requested. Choose it within 30 minutes.',
      outro: 'If it was not you, ignore this mail. Your password does not change.',
      action: { label: 'Choose a new password', link },
    };
  }
}
