import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { inTransaction } from '../../platform/database/transaction.js';
import { AppError } from '../../platform/http/errors.js';
import { PasskeysService } from '../passkeys/passkeys.service.js';
import { BrowsersService } from '../sessions/browsers.service.js';
import type { SignedInUser } from '../signed-in-user.js';
import { TwoFactorService } from '../two-factor/two-factor.service.js';
import { FactorMails } from './factor-mails.js';

export const FACTOR_KINDS = ['passkey', 'totp'] as const;

/** A passkey or the one-time codes of a person. They outlive a new password and the end of sessions. */
export interface Factor {
  kind: (typeof FACTOR_KINDS)[number];
  /** Null for one-time codes. */
  passkeyId: number | null;
  /** Name of the passkey. */
  name: string | null;
  /** Null: the one-time codes were turned on before the day was stored. */
  addedAt: Date | null;
  /** True: added within the last 30 days. */
  isRecent: boolean;
  userId: number;
  userName: string;
  userEmail: string;
}

/** One person, the people of a client, or all operators. */
export type Holders = { userId: number } | { clientId: number } | 'operators';

/** Passkeys and one-time codes, to be reviewed after access was ended. */
@Injectable()
export class FactorsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly passkeys: PasskeysService,
    private readonly twoFactor: TwoFactorService,
    private readonly browsers: BrowsersService,
    private readonly mails: FactorMails,
  ) {}

  /** Lists passkeys and one-time codes by person and time. */
  async list(of: Holders): Promise<Factor[]> {
    const [condition, ...values] = conditionOf(of);
    return this.dataSource.query<Factor[]>(
      `SELECT f.*, coalesce(f."addedAt" > now() - interval '30 days', false) AS "isRecent",
          u.id AS "userId", u.name AS "userName", u.email AS "userEmail"
        FROM users u LEFT JOIN members m ON m.user_id = u.id
        CROSS JOIN LATERAL (
          SELECT 'passkey' AS kind, p.id AS "passkeyId", p.name::text AS name, p.created_at AS "addedAt"
            FROM passkeys p WHERE p.user_id = u.id
          UNION ALL SELECT 'totp', NULL, NULL, u.totp_enabled_at WHERE u.totp_secret IS NOT NULL
        ) f
        WHERE ${condition} ORDER BY u.id, f."addedAt", f."passkeyId"`,
      values,
    );
  }

  /**
   * Removes a passkey of another person, even the last one. The person's sessions end.
   *
   * @param by undefined: the admin token
   * @throws AppError passkey_not_found, also for people other than the holders; permission_denied for one's own
   */
  async removePasskey(id: number, holders: Holders, by: SignedInUser | undefined): Promise<void> {
    const factor = (await this.list(holders)).find(({ passkeyId }) => passkeyId === id);
    if (factor === undefined) throw new AppError('passkey_not_found');
    assertOfAnother(factor.userId, by);
    await inTransaction(this.dataSource, async (manager) => {
      await this.passkeys.delete(manager, factor.userId, id);
      await this.endAccess(manager, factor.userId, 'passkey_removed');
    });
  }

  /**
   * Turns off the one-time codes of another person. The person's sessions end.
   *
   * @param by undefined: the admin token
   * @throws AppError totp_not_enrolled; permission_denied for one's own
   */
  async removeTotp(userId: number, by: SignedInUser | undefined): Promise<void> {
    assertOfAnother(userId, by);
    await inTransaction(this.dataSource, async (manager) => {
      await this.twoFactor.turnOff(manager, userId);
      await this.endAccess(manager, userId, 'totp_removed');
    });
  }

  /** Ends the sessions of a person whose factor was removed, and mails the person, in the caller's transaction. */
  private async endAccess(
    manager: EntityManager,
    userId: number,
    mail: 'passkey_removed' | 'totp_removed',
  ): Promise<void> {
    await this.browsers.endSessions(manager, userId, null);
    await this.mails.enqueue(manager, mail, userId);
  }
}

function conditionOf(of: Holders): [condition: string, ...values: number[]] {
  if (of === 'operators') return ["u.kind = 'operator'"];
  return 'userId' in of ? ['u.id = $1', of.userId] : ['m.client_id = $1', of.clientId];
}

/** Ensures that people cannot remove their own last second factor here. */
function assertOfAnother(userId: number, by: SignedInUser | undefined): void {
  if (userId !== by?.userId) return;
  const message = 'Remove your own passkeys and one-time codes on the page Account.';
  throw new AppError('permission_denied', { message });
}
