import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { ClientsService } from '../../clients/clients.service.js';
import { JOURNAL_KEY_UNIQUE } from '../ledger/ledger-journal.entity.js';
import {
  idempotentTransaction,
  type Idempotency,
} from '../../platform/idempotency/idempotency-context.js';
import { LedgerService, type NewPayout } from '../ledger/ledger.service.js';
import { WaitingPayoutsService } from '../ledger/waiting-payouts.service.js';
import { AppError } from '../../platform/http/errors.js';
import type { NewestFirst, Page } from '../../platform/http/paging/page.js';
import type { Table } from '../../platform/table-export/table.js';
import type { BankLine } from '../bank/lines/bank-lines.repository.js';
import { accountOf, bookedLine, openLine } from '../bank/lines/bank-line.js';
import { LineLinksService } from '../bank/lines/line-links.service.js';
import type { WalletEntry } from './wallet-entries.repository.js';
import {
  WalletStatementService,
  type MonthSums,
  type StatementLine,
} from './wallet-statement.service.js';

/** A payout as it was recorded; in minor units. */
export interface RecordedPayout extends NewPayout {
  id: number;
  /** The wallet's balance after it. */
  balanceMinor: number;
  /** True if an earlier call recorded it. */
  isReplay: boolean;
}

/** Client wallets: their statements, and money that is paid out. */
@Injectable()
export class WalletsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clients: ClientsService,
    private readonly ledger: LedgerService,
    private readonly lines: LineLinksService,
    private readonly statements: WalletStatementService,
    private readonly waiting: WaitingPayoutsService,
  ) {}

  /**
   * Lists the statement of a client's wallet, the latest entries first; of one month, or all. @throws AppError client_not_found
   */
  async listEntries(
    clientId: number,
    month: string | null,
    page: NewestFirst,
  ): Promise<Page<WalletEntry>> {
    await this.clients.getClient(this.dataSource.manager, clientId);
    return this.statements.listEntries(clientId, month, page);
  }

  /** Reads the balances of a month. @throws AppError client_not_found */
  async getMonth(clientId: number, month: string): Promise<MonthSums> {
    await this.clients.getClient(this.dataSource.manager, clientId);
    return this.statements.getSums(clientId, month);
  }

  /** Writes a month's statement as a table. @throws AppError client_not_found */
  async exportMonth(clientId: number, month: string): Promise<Table<StatementLine>> {
    await this.clients.getClient(this.dataSource.manager, clientId);
    return this.statements.exportMonth(clientId, month);
  }

  /**
   * Records that money of a wallet was paid out to its client. Repeating the reference returns the first payout.
   *
   * @throws AppError client_not_found, insufficient_balance, payout_recorded, bank_line_matched (its line is booked otherwise)
   */
  async payOut(payout: NewPayout, key: Idempotency): Promise<RecordedPayout> {
    return idempotentTransaction(
      this.dataSource,
      key,
      async (manager) => {
        await this.clients.getClient(manager, payout.clientId);
        const { line, booked } = await this.lockLine(manager, payout);
        const from = line === null ? undefined : accountOf(line);
        const { journalId: id, ...posted } = await this.ledger.payOut(manager, { ...payout, from });
        const recorded = { ...payout, id, ...posted };
        if (posted.isReplay) return recorded;
        if (line !== null) await this.lines.match(manager, line, id);
        else assertNotBooked(booked);
        return recorded;
      },
      { retryOnUnique: JOURNAL_KEY_UNIQUE },
    );
  }

  /**
   * Records a payout of money that was set aside. Returns the journal.
   *
   * @throws AppError payout_recorded, bank_line_matched (its line is booked otherwise)
   */
  async payOutWaiting(payout: NewPayout, key: Idempotency): Promise<number> {
    return idempotentTransaction(
      this.dataSource,
      key,
      async (manager) => {
        const { amountMinor, reference, note } = payout;
        const { line, booked } = await this.lockLine(manager, payout);
        const from = line === null ? ({ kind: 'bank' } as const) : accountOf(line);
        const payoutKey = await this.ledger.getPayoutKey(manager, reference);
        const money = { key: payoutKey, amountMinor, note, from };
        const journalId = await this.waiting.payOut(manager, money);
        if (line !== null) await this.lines.match(manager, line, journalId);
        else assertNotBooked(booked);
        return journalId;
      },
      { retryOnUnique: JOURNAL_KEY_UNIQUE },
    );
  }

  /** Locks the reference of a payout until the transaction ends, and the lines of bank statements with it. */
  async lockReference(manager: EntityManager, payout: NewPayout): Promise<void> {
    await this.lockLine(manager, payout);
  }

  /** Locks the reference of a payout, and the lines of bank statements with it. */
  private async lockLine(
    manager: EntityManager,
    { reference, amountMinor }: NewPayout,
  ): Promise<{ line: BankLine | null; booked: BankLine | null }> {
    const lines = await this.lines.lockLines(manager, 'out', { source: 'bank', reference });
    return { line: openLine(lines, amountMinor), booked: bookedLine(lines, amountMinor) };
  }
}

/**
 * Refuses a new payout if the only line with its reference is booked as something else: the bank's account would be reduced
 * twice.
 *
 * @throws AppError bank_line_matched
 */
function assertNotBooked(line: BankLine | null): void {
  if (line === null) return;
  throw new AppError('bank_line_matched', {
    message: `Bank line ${line.id} has the reference and amount of this payout, and is booked otherwise.`,
  });
}
