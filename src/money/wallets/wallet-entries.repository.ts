import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { orderNumberOf } from '../../orders/archive/order-number.js';
import type { NewestFirst, PageRequest } from '../../platform/http/paging/page.js';
import type { Period } from '../../platform/days/zoned-day.js';
import type { EntryKind } from './entry-name.js';
import { REFERENCE } from './journal-reference.js';

/** One line of a wallet's statement; in minor units. */
export interface WalletEntry {
  id: number;
  at: Date;
  kind: EntryKind;
  /** Positive: added to the wallet. Negative: taken from it. */
  amountMinor: number;
  balanceMinor: number;
  orderNumber: string | null;
  receiptId: number | null;
  /** The reference of a receipt, a payment from it, a payout, a refund to the source, or what the entry reverses. */
  reference: string | null;
  note: string | null;
  isReversal: boolean;
}

const ENTRIES = `
  SELECT j.id, j.at, j.kind, p.amount_minor AS "amountMinor", p.balance_after AS "balanceMinor",
    ${orderNumberOf('j.order_id')} AS "orderNumber", j.receipt_id AS "receiptId",
    ${REFERENCE} AS reference,
    j.note, j.reverses_id IS NOT NULL AS "isReversal"
  FROM ledger_accounts a
  JOIN ledger_postings p ON p.account_id = a.id AND p.balance_after IS NOT NULL
  JOIN ledger_journals j ON j.id = p.journal_id
  WHERE a.client_id = $1`;

/** The opening balance of a wallet in a period, and its entries; in minor units. */
export interface PeriodSums {
  openingMinor: number;
  inMinor: number;
  outMinor: number;
  count: number;
}

/** Reads the postings of wallets with the references and order numbers that belong to them. */
@Injectable()
export class WalletEntriesRepository {
  /** Lists the entries of a client's wallet, latest first, optionally of a period only. */
  async list(
    manager: EntityManager,
    clientId: number,
    { beforeId, limit }: NewestFirst,
    period: Period | null = null,
  ): Promise<WalletEntry[]> {
    return manager.query<WalletEntry[]>(
      `${ENTRIES} AND ($2::bigint IS NULL OR p.journal_id < $2)
        AND ($4::timestamptz IS NULL OR j.at >= $4) AND ($5::timestamptz IS NULL OR j.at < $5)
        ORDER BY p.journal_id DESC LIMIT $3`,
      [clientId, beforeId, limit, period?.from ?? null, period?.to ?? null],
    );
  }

  /** Lists the entries of a period, the oldest first. */
  async listOldestFirst(
    manager: EntityManager,
    clientId: number,
    { afterId, limit }: PageRequest,
    { from, to }: Period,
  ): Promise<WalletEntry[]> {
    return manager.query<WalletEntry[]>(
      `${ENTRIES} AND p.journal_id > $2 AND j.at >= $4 AND j.at < $5 ORDER BY p.journal_id LIMIT $3`,
      [clientId, afterId, limit, from, to],
    );
  }

  /** Sums the entries of a period. Relies on the ids of a wallet's journals being in the order of their times. */
  async sum(manager: EntityManager, clientId: number, { from, to }: Period): Promise<PeriodSums> {
    const [sums] = await manager.query<[PeriodSums]>(
      `SELECT coalesce((
            SELECT p.balance_after FROM ledger_accounts a
            JOIN ledger_postings p ON p.account_id = a.id AND p.balance_after IS NOT NULL
            JOIN ledger_journals j ON j.id = p.journal_id
            WHERE a.client_id = $1 AND j.at < $2 ORDER BY p.journal_id DESC LIMIT 1
          ), 0) AS "openingMinor",
          coalesce(sum(p.amount_minor) FILTER (WHERE p.amount_minor > 0), 0)::bigint AS "inMinor",
          coalesce(-sum(p.amount_minor) FILTER (WHERE p.amount_minor < 0), 0)::bigint AS "outMinor",
          count(p.amount_minor)::integer AS count
        FROM ledger_accounts a
        JOIN ledger_postings p ON p.account_id = a.id AND p.balance_after IS NOT NULL
        JOIN ledger_journals j ON j.id = p.journal_id
        WHERE a.client_id = $1 AND j.at >= $2 AND j.at < $3`,
      [clientId, from, to],
    );
    return sums;
  }
}
