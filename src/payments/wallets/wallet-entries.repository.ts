import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { JournalKind } from '../../ledger/ledger-journal.entity.js';
import type { NewestFirst } from '../../platform/http/page.js';

/** One line of a wallet's statement; in minor units. */
export interface WalletEntry {
  id: number;
  at: Date;
  kind: JournalKind;
  /** Into the wallet; negative: out of it. */
  amountMinor: number;
  balanceMinor: number;
  orderNumber: string | null;
  receiptId: number | null;
  /** The payment's id at its source, of receipts, what they paid, and payouts. */
  reference: string | null;
  note: string | null;
  isReversal: boolean;
}

const LIST = `
  SELECT j.id, j.at, j.kind, p.amount_minor AS "amountMinor", p.balance_after AS "balanceMinor",
    o.order_number AS "orderNumber", j.receipt_id AS "receiptId",
    CASE j.kind WHEN 'payout' THEN substr(j.key, length('payout:') + 1) ELSE r.reference END AS reference,
    j.note, j.reverses_id IS NOT NULL AS "isReversal"
  FROM ledger_accounts a
  JOIN ledger_postings p ON p.account_id = a.id AND p.balance_after IS NOT NULL
  JOIN ledger_journals j ON j.id = p.journal_id
  LEFT JOIN orders o ON o.id = j.order_id
  LEFT JOIN receipts r ON r.id = j.receipt_id
  WHERE a.client_id = $1 AND ($2::bigint IS NULL OR p.journal_id < $2)
  ORDER BY p.journal_id DESC LIMIT $3`;

/** Reads the postings of wallets with the references and order numbers that belong to them. */
@Injectable()
export class WalletEntriesRepository {
  /** The latest entries of a client's wallet first. */
  async list(
    manager: EntityManager,
    clientId: number,
    { beforeId, limit }: NewestFirst,
  ): Promise<WalletEntry[]> {
    return manager.query<WalletEntry[]>(LIST, [clientId, beforeId, limit]);
  }
}
