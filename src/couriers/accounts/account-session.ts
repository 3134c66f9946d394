import type { DataSource } from 'typeorm';
import { inTransaction } from '../../platform/database/transaction.js';
import type { CourierSessions } from '../courier-description.js';
import type { AccountSecrets } from './account-secrets.js';
import type { CourierAccountsRepository } from './courier-accounts.repository.js';

/** Time before its end at which a token is no longer used. */
const MARGIN_MS = 24 * 60 * 60 * 1000;

/** The session of an account with a courier that logs in. Tokens are sealed. */
export class AccountSession implements CourierSessions {
  constructor(
    private readonly id: number,
    private readonly dataSource: DataSource,
    private readonly accounts: CourierAccountsRepository,
    private readonly secrets: AccountSecrets,
  ) {}

  async token(
    logIn: () => Promise<{ token: string; endsAt: Date }>,
    refused?: string,
  ): Promise<{ token: string; isNew: boolean }> {
    const stored = await this.find(this.dataSource.manager, refused);
    if (stored !== null) return { token: stored, isNew: false };
    return inTransaction(this.dataSource, async (manager) => {
      await this.accounts.lockSession(manager, this.id);
      // Another instance may have logged in while this one waited.
      const renewed = await this.find(manager, refused);
      if (renewed !== null) return { token: renewed, isNew: false };
      const { token, endsAt } = await logIn();
      await this.accounts.update(manager, this.id, {
        session: this.secrets.seal(this.id, 'session', token),
        sessionEndsAt: endsAt,
      });
      return { token, isNew: true };
    });
  }

  private async find(
    manager: DataSource['manager'],
    refused: string | undefined,
  ): Promise<string | null> {
    const { session, sessionEndsAt } = (await this.accounts.find(manager, this.id)) ?? {};
    const isOver = (sessionEndsAt?.getTime() ?? 0) - MARGIN_MS <= Date.now();
    if (session == null || isOver) return null;
    const token = this.secrets.open(this.id, 'session', session);
    return token === refused ? null : token;
  }
}
