import { Inject, Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { lineOf, type AccountLine } from '../../ledger/account-lines.js';
import { LedgerService } from '../../ledger/ledger.service.js';
import { inTransaction } from '../../../platform/database/transaction.js';
import { type NewestFirst, type Page, readPage } from '../../../platform/http/paging/page.js';
import type { Period } from '../../../platform/days/zoned-day.js';
import { askedNow } from '../asked-at.js';
import { GatewayRefused } from '../gateway-errors.js';
import {
  PAYMENT_GATEWAY,
  type GatewaySettlement,
  type PaymentGateway,
  type SettlementLine,
} from '../payment-gateway.js';
import { GatewaySettlementsRepository } from './gateway-settlements.repository.js';
import type { StoredSettlement } from './stored-settlement.entity.js';
import { LineChecksService } from './line-checks.service.js';
import { totalsOf } from './settlement-totals.js';

const DAY_MS = 86_400_000;
/** Maximum age of a settlement, in days, when its notice arrives. */
const RECENT_DAYS = 10;
/** Maximum of unknown lines stored per settlement. */
const UNKNOWN_STORED = 50;

/** Settlements: money that the gateway pays out to the bank, less its fees. */
@Injectable()
export class GatewaySettlementsService {
  constructor(
    private readonly dataSource: DataSource,
    @Inject(PAYMENT_GATEWAY) private readonly gateway: PaymentGateway | null,
    private readonly ledger: LedgerService,
    private readonly lines: LineChecksService,
    private readonly repository: GatewaySettlementsRepository,
  ) {}

  /** Fetches the settlements of the last days after a notice. @throws GatewayUnknown */
  async checkRecent(now = new Date()): Promise<void> {
    await this.checkPeriod({ from: new Date(now.getTime() - RECENT_DAYS * DAY_MS), to: now });
  }

  /** Fetches all settlements since the first payment, except those that are booked already. @throws GatewayUnknown */
  async checkAll(now = new Date()): Promise<void> {
    if (this.gateway === null) return;
    const { manager } = this.dataSource;
    const from = await this.repository.findBeginning(manager, this.gateway.kind);
    if (from !== null) await this.checkPeriod({ from, to: now });
  }

  /**
   * Lists the settlements that have the given references.
   *
   * @param references from the bank's statement, in small or capital letters
   */
  async listPaidOut(
    manager: EntityManager,
    references: readonly string[],
  ): Promise<StoredSettlement[]> {
    return this.repository.listPaidOut(manager, references);
  }

  /** Lists the latest settlements first. */
  async list(page: NewestFirst): Promise<Page<StoredSettlement>> {
    return readPage(page, (range) => this.repository.list(this.dataSource.manager, range));
  }

  private async checkPeriod(period: Period): Promise<void> {
    const gateway = this.gateway!;
    const settlements = await gateway.listSettlements(period);
    const ids = settlements.map(({ id }) => id);
    const final = new Set(await this.repository.listFinal(this.dataSource.manager, ids));
    for (const settlement of settlements) {
      // A booked settlement that fails later is in the list with its new status.
      if (final.has(settlement.id) && settlement.status === 'processed') continue;
      await this.check(gateway, settlement);
    }
  }

  private async check(gateway: PaymentGateway, settlement: GatewaySettlement): Promise<void> {
    const askedAt = await askedNow(this.dataSource.manager);
    const lines = await linesOf(gateway, settlement);
    const unknown = await this.lines.listUnknown(lines);
    const { feesMinor, taxMinor, isComplete } = totalsOf(settlement, lines);
    const { id: settlementId, status, amountMinor, utr, createdAt: settledAt } = settlement;
    const unknownLines = unknown
      .slice(0, UNKNOWN_STORED)
      .map((line) => ({ kind: line.kind, id: line.id, amountMinor: line.amountMinor }));
    const unknownMinor = unknown.reduce((sum, line) => sum + line.amountMinor, 0);
    await inTransaction(this.dataSource, async (manager) => {
      const amounts = { amountMinor, feesMinor, taxMinor, unknownMinor };
      const seen = { settlementId, status, utr, settledAt, ...amounts, unknownLines };
      const stored = await this.repository.put(manager, gateway.kind, seen, askedAt);
      if (stored === null) return;
      if (status === 'processed' && isComplete) await this.book(manager, stored);
      if (status === 'failed') await this.takeBack(manager, stored);
    });
  }

  /** Books a settlement that was paid out, unless it is booked already. */
  private async book(manager: EntityManager, settlement: StoredSettlement): Promise<void> {
    const { id, settlementId, journalId, bookings } = settlement;
    if (journalId !== null) return;
    const booked = await this.ledger.record(manager, {
      kind: 'settlement',
      key: `settlement:${settlementId}:${bookings + 1}`,
      lines: journalLinesOf(settlement),
      note: noteOf(settlement),
    });
    await this.repository.setJournal(manager, id, booked, 'processed');
  }

  /** Reverses the journal of a settlement that failed after it was booked. */
  private async takeBack(manager: EntityManager, settlement: StoredSettlement): Promise<void> {
    const { id, journalId } = settlement;
    if (journalId === null) return;
    const entry = { journalId, kind: 'settlement' } as const;
    await this.ledger.reverseEntry(manager, entry, noteOf(settlement));
    await this.repository.setJournal(manager, id, null, 'failed');
  }
}

function noteOf({ settlementId, utr }: StoredSettlement): string {
  return `Settlement ${settlementId}, UTR ${utr ?? 'not known'}`;
}

/** Makes the lines of a journal. Assets of the wholesaler are negative, liabilities positive. */
function journalLinesOf({ amountMinor, feesMinor, taxMinor }: StoredSettlement): AccountLine[] {
  return [
    lineOf('gateway', amountMinor + feesMinor + taxMinor),
    lineOf('bank', -amountMinor),
    lineOf('gateway_fees', -feesMinor),
    lineOf('gateway_tax', -taxMinor),
  ].filter((line) => line.amountMinor !== 0);
}

/** Reads the lines of a settlement that was paid out; none if the gateway has not reported them yet. */
async function linesOf(
  gateway: PaymentGateway,
  settlement: GatewaySettlement,
): Promise<SettlementLine[]> {
  if (settlement.status !== 'processed') return [];
  try {
    return await gateway.listSettlementLines(settlement);
  } catch (error) {
    if (error instanceof GatewayRefused) return [];
    throw error;
  }
}
