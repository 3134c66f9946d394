import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { ClientsService } from '../../clients/clients.service.js';
import { JOURNAL_KEY_UNIQUE } from '../../ledger/ledger-journal.entity.js';
import { LedgerService, type NewPayout } from '../../ledger/ledger.service.js';
import { inSnapshot, inTransaction } from '../../platform/database/transaction.js';
import { toPage, type NewestFirst, type Page } from '../../platform/http/page.js';
import { WalletEntriesRepository, type WalletEntry } from './wallet-entries.repository.js';

/** A payout as it was recorded; in minor units. */
export interface RecordedPayout {
  id: number;
  /** The wallet's balance with it. */
  balanceMinor: number;
  /** Whether an earlier call recorded it. */
  isReplay: boolean;
}

/** Client wallets: their statements, and money that is paid out. */
@Injectable()
export class WalletsService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly clients: ClientsService,
    private readonly ledger: LedgerService,
    private readonly repository: WalletEntriesRepository,
  ) {}

  /** The statement of a client's wallet, the latest entries first. @throws AppError client_not_found */
  async listEntries(
    clientId: number,
    { beforeId, limit }: NewestFirst,
  ): Promise<Page<WalletEntry>> {
    return inSnapshot(this.dataSource, async (manager) => {
      await this.clients.getClient(manager, clientId);
      const range = { beforeId, limit: limit + 1 };
      return toPage(await this.repository.list(manager, clientId, range), limit);
    });
  }

  /**
   * Records that money of a wallet was paid out to its client. The same reference again returns the first payout.
   *
   * @throws AppError client_not_found, insufficient_balance, payout_recorded
   */
  async payOut(payout: NewPayout): Promise<RecordedPayout> {
    return inTransaction(
      this.dataSource,
      async (manager) => {
        await this.clients.getClient(manager, payout.clientId);
        const { journalId: id, ...posted } = await this.ledger.payOut(manager, payout);
        return { id, ...posted };
      },
      { redrawOn: JOURNAL_KEY_UNIQUE },
    );
  }
}
