import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { JournalKind } from '../../ledger/ledger-journal.entity.js';
import type { ReceiptSource } from '../../ledger/receipt.entity.js';
import type { Period } from '../../../platform/days/zoned-day.js';

/** The number of some journals, and the sum that they added to wallets; in minor units, negative if they took money. */
export interface MovementSum {
  count: number;
  amountMinor: number;
}

/** The sum of the journals of one kind. */
export interface Movement extends MovementSum {
  kind: JournalKind;
  /** null unless the journals are of receipts. */
  source: ReceiptSource | null;
  isReversal: boolean;
}

/** The sums of all balances before and after a period; in minor units. */
export interface WalletTotals {
  openingMinor: number;
  closingMinor: number;
}

const MOVEMENTS = `
  SELECT j.kind, CASE WHEN j.kind = 'receipt' THEN r.source END AS source,
    j.reverses_id IS NOT NULL AS "isReversal",
    count(*)::integer AS count, sum(p.amount_minor)::bigint AS "amountMinor"
  FROM ledger_journals j
  JOIN ledger_postings p ON p.journal_id = j.id AND p.balance_after IS NOT NULL
  LEFT JOIN receipts r ON r.id = j.receipt_id
  WHERE j.at >= $1 AND j.at < $2
  GROUP BY 1, 2, 3`;

// The ids of a wallet's journals are in the order of their times: the last one before a time has the balance at that time.
const TOTALS = `
  SELECT coalesce(sum(opening.balance_after), 0)::bigint AS "openingMinor",
    coalesce(sum(closing.balance_after), 0)::bigint AS "closingMinor"
  FROM ledger_accounts a
  LEFT JOIN LATERAL (${balanceAt('$1')}) opening ON true
  LEFT JOIN LATERAL (${balanceAt('$2')}) closing ON true
  WHERE a.kind = 'client_wallet'`;

function balanceAt(time: string): string {
  return `
    SELECT p.balance_after
    FROM ledger_postings p JOIN ledger_journals j ON j.id = p.journal_id
    WHERE p.account_id = a.id AND p.balance_after IS NOT NULL AND j.at < ${time}
    ORDER BY p.journal_id DESC LIMIT 1`;
}

/** Sums the ledger over a period. */
@Injectable()
export class DayReportRepository {
  async listMovements(manager: EntityManager, { from, to }: Period): Promise<Movement[]> {
    return manager.query<Movement[]>(MOVEMENTS, [from, to]);
  }

  async getTotals(manager: EntityManager, { from, to }: Period): Promise<WalletTotals> {
    const [totals] = await manager.query<WalletTotals[]>(TOTALS, [from, to]);
    if (totals === undefined) throw new Error('a sum without a row');
    return totals;
  }
}
