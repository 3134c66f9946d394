import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { PageRequest } from '../../../platform/http/paging/page.js';
import type { Period } from '../../../platform/days/zoned-day.js';

/** The wallet of a client in a period, in minor units. The opening balance and the movements add up to the closing balance. */
export interface ClientMonth {
  /** The client's id. */
  id: number;
  name: string;
  gstin: string | null;
  openingMinor: number;
  /** Receipts less reversed receipts. */
  receivedMinor: number;
  /** Payments of orders; negative. */
  settledMinor: number;
  /** Refunds of orders. */
  refundedMinor: number;
  /** Payouts to the client, and money that the gateway took back for disputes; negative. */
  paidOutMinor: number;
  /** Corrections, and balances from before the ledger. */
  adjustedMinor: number;
  /** Amount that the wallet lacked and that became debt or credit, less the repayments. */
  owedMinor: number;
  closingMinor: number;
}

// Every journal of the period has an id in this range, by which the index of each wallet's postings is searched.
const CLIENTS = `
  WITH range AS MATERIALIZED (
    SELECT min(id) AS first, max(id) AS last FROM ledger_journals WHERE at >= $1 AND at < $2
  )
  SELECT c.id, c.name, c.gstin, coalesce(opening.balance_after, 0) AS "openingMinor",
    moved."receivedMinor", moved."settledMinor", moved."refundedMinor", moved."paidOutMinor", moved."adjustedMinor",
    moved."owedMinor",
    (coalesce(opening.balance_after, 0) + moved.total)::bigint AS "closingMinor"
  FROM ledger_accounts a
  JOIN clients c ON c.id = a.client_id
  LEFT JOIN LATERAL (
    SELECT p.balance_after FROM ledger_postings p JOIN ledger_journals j ON j.id = p.journal_id
    WHERE p.account_id = a.id AND p.balance_after IS NOT NULL AND j.at < $1
    ORDER BY p.journal_id DESC LIMIT 1
  ) opening ON true
  CROSS JOIN LATERAL (
    SELECT ${sumOf("j.kind = 'receipt'")} AS "receivedMinor", ${sumOf("j.kind = 'settle'")} AS "settledMinor",
      ${sumOf("j.kind = 'refund'")} AS "refundedMinor", ${sumOf("j.kind IN ('payout', 'dispute')")} AS "paidOutMinor",
      ${sumOf("j.kind IN ('adjustment', 'opening')")} AS "adjustedMinor",
      ${sumOf("j.kind IN ('debt', 'credit')")} AS "owedMinor", ${sumOf('true')} AS total
    FROM range
    CROSS JOIN LATERAL (
      SELECT journal_id, amount_minor FROM ledger_postings
      WHERE account_id = a.id AND balance_after IS NOT NULL AND journal_id BETWEEN range.first AND range.last OFFSET 0
    ) p
    JOIN ledger_journals j ON j.id = p.journal_id
    WHERE j.at >= $1 AND j.at < $2
  ) moved
  WHERE a.kind = 'client_wallet' AND c.id > $3
  ORDER BY c.id LIMIT $4`;

function sumOf(condition: string): string {
  return `coalesce(sum(p.amount_minor) FILTER (WHERE ${condition}), 0)::bigint`;
}

/** Reads the wallets of all clients over a period. */
@Injectable()
export class MonthReportRepository {
  /** Lists the wallets, ordered by client id. */
  async listClients(
    manager: EntityManager,
    { from, to }: Period,
    { afterId, limit }: PageRequest,
  ): Promise<ClientMonth[]> {
    return manager.query<ClientMonth[]>(CLIENTS, [from, to, afterId, limit]);
  }
}
