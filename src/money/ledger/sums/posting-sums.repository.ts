import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Period } from '../../../platform/days/zoned-day.js';
import type { PageRequest } from '../../../platform/http/paging/page.js';
import type { AccountKind } from '../ledger-account.entity.js';
import type { JournalKind } from '../ledger-journal.entity.js';
import type { ReceiptSource } from '../receipt.entity.js';

/** The sums of some postings, in minor units; neither is below 0. */
export interface Sides {
  debitMinor: number;
  creditMinor: number;
}

/** The sums of the postings that journals of one kind have on accounts of one kind. */
export interface PostingSum extends Sides {
  account: AccountKind;
  /** The account's name, if it is an other account. */
  other: string | null;
  kind: JournalKind;
  /** null unless the journals are of receipts. */
  source: ReceiptSource | null;
  isReversal: boolean;
  count: number;
  /** Number of the postings that are debits. */
  debits: number;
  /** Number of journals that begin with one of the postings. Over all sums, each journal is counted once. */
  journals: number;
}

/** The sums of all wallets' balances before and after a period; in minor units. */
export interface WalletTotals {
  openingMinor: number;
  closingMinor: number;
}

/** The wallet of a client in a period, in minor units. The opening balance and the movements add up to the closing balance. */
export interface ClientPeriod extends WalletTotals {
  /** The client's id. */
  id: number;
  name: string;
  gstin: string | null;
  /** Receipts less reversed receipts. */
  receivedMinor: number;
  /** Payments of orders; negative. */
  settledMinor: number;
  refundedMinor: number;
  /** Payouts to the client, and money that the gateway took back for disputes; negative. */
  paidOutMinor: number;
  /** Corrections, and balances from before the ledger. */
  adjustedMinor: number;
  /** Amount that the wallet lacked and that became debt or credit, less the repayments. */
  owedMinor: number;
}

/** The first and the last seal of the journals of a period; null: it has none. */
export interface SealRange {
  first: number | null;
  last: number | null;
  /** The hash of the last one, in hex digits. */
  lastSha256: string | null;
}

const SUMS = `
  SELECT a.kind AS account, other.name AS other, j.kind, r.source, j.reverses_id IS NOT NULL AS "isReversal",
    count(*)::integer AS count, count(*) FILTER (WHERE p.amount_minor < 0)::integer AS debits,
    count(*) FILTER (WHERE p.line = 1)::integer AS journals,
    coalesce(-sum(p.amount_minor) FILTER (WHERE p.amount_minor < 0), 0)::bigint AS "debitMinor",
    coalesce(sum(p.amount_minor) FILTER (WHERE p.amount_minor > 0), 0)::bigint AS "creditMinor"
  FROM ledger_journals j
  JOIN ledger_postings p ON p.journal_id = j.id
  JOIN ledger_accounts a ON a.id = p.account_id
  LEFT JOIN other_accounts other ON a.kind = 'other_account' AND other.id = a.owner_id
  LEFT JOIN receipts r ON r.id = j.receipt_id AND j.kind = 'receipt'
  WHERE j.at >= $1 AND j.at < $2`;

// The ids of a wallet's journals are in the order of their times: the last one before a time has the balance at that time.
const balanceAt = (time: string): string => `(
    SELECT p.balance_after FROM ledger_postings p JOIN ledger_journals j ON j.id = p.journal_id
    WHERE p.account_id = a.id AND p.balance_after IS NOT NULL AND j.at < ${time}
    ORDER BY p.journal_id DESC LIMIT 1
  )`;

// Every journal of the period has an id in this range, by which the index of each wallet's postings is searched.
const WALLETS = `
  WITH range AS MATERIALIZED (
    SELECT min(id) AS first, max(id) AS last FROM ledger_journals WHERE at >= $1 AND at < $2
  )
  SELECT c.id, c.name, c.gstin, opening.minor AS "openingMinor", moved.*,
    (opening.minor + moved."receivedMinor" + moved."settledMinor" + moved."refundedMinor" + moved."paidOutMinor"
      + moved."adjustedMinor" + moved."owedMinor")::bigint AS "closingMinor"
  FROM ledger_accounts a
  JOIN clients c ON c.id = a.client_id
  CROSS JOIN LATERAL (SELECT coalesce(${balanceAt('$1')}, 0) AS minor) opening
  CROSS JOIN LATERAL (
    SELECT ${sumOf('receipt')} AS "receivedMinor", ${sumOf('settle')} AS "settledMinor", ${sumOf('refund')} AS "refundedMinor",
      ${sumOf('payout', 'dispute')} AS "paidOutMinor", ${sumOf('adjustment', 'opening')} AS "adjustedMinor",
      ${sumOf('debt', 'credit')} AS "owedMinor"
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

function sumOf(...kinds: JournalKind[]): string {
  const listed = kinds.map((kind) => `'${kind}'`).join(', ');
  return `coalesce(sum(p.amount_minor) FILTER (WHERE j.kind IN (${listed})), 0)::bigint`;
}

/** Sums the postings of a period. All reports use it: days, months, the books and the closings of months. */
@Injectable()
export class PostingSumsRepository {
  /** Sums all postings, or those of sealed journals, by account and kind of journal. */
  async list(
    manager: EntityManager,
    { from, to }: Period,
    { areSealed }: { areSealed: boolean },
  ): Promise<PostingSum[]> {
    const sealed = areSealed
      ? ' AND EXISTS (SELECT FROM ledger_seals s WHERE s.journal_id = j.id)'
      : '';
    return manager.query<PostingSum[]>(`${SUMS}${sealed} GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2`, [
      from,
      to,
    ]);
  }

  /** Sums what clients paid for orders before a time, less refunds, in minor units. */
  async sumSales(manager: EntityManager, before: Date): Promise<number> {
    const [row] = await manager.query<[{ sum: number }]>(
      `SELECT coalesce(sum(p.amount_minor), 0)::bigint AS sum
        FROM ledger_postings p JOIN ledger_journals j ON j.id = p.journal_id
        WHERE p.account_id = (SELECT id FROM ledger_accounts WHERE kind = 'sales') AND j.at < $1`,
      [before],
    );
    return row.sum;
  }

  /** Lists wallets with their sums, by client id. */
  async listWallets(
    manager: EntityManager,
    { from, to }: Period,
    { afterId, limit }: PageRequest,
  ): Promise<ClientPeriod[]> {
    return manager.query<ClientPeriod[]>(WALLETS, [from, to, afterId, limit]);
  }

  async getWalletTotals(manager: EntityManager, { from, to }: Period): Promise<WalletTotals> {
    const [totals] = await manager.query<[WalletTotals]>(
      `SELECT coalesce(sum(${balanceAt('$1')}), 0)::bigint AS "openingMinor",
          coalesce(sum(${balanceAt('$2')}), 0)::bigint AS "closingMinor"
        FROM ledger_accounts a WHERE a.kind = 'client_wallet'`,
      [from, to],
    );
    return totals;
  }

  async findSeals(manager: EntityManager, { from, to }: Period): Promise<SealRange> {
    const [seals] = await manager.query<[SealRange]>(
      `SELECT min(s.seq) AS first, max(s.seq) AS last,
          encode((array_agg(s.sha256 ORDER BY s.seq DESC))[1], 'hex') AS "lastSha256"
        FROM ledger_journals j JOIN ledger_seals s ON s.journal_id = j.id WHERE j.at >= $1 AND j.at < $2`,
      [from, to],
    );
    return seals;
  }
}

export function totalOf(
  sums: readonly PostingSum[],
): Sides & Pick<PostingSum, 'journals' | 'count' | 'debits'> {
  const total = { debitMinor: 0, creditMinor: 0, journals: 0, count: 0, debits: 0 };
  for (const sum of sums) {
    for (const key of ['debitMinor', 'creditMinor', 'journals', 'count', 'debits'] as const) {
      total[key] += sum[key];
    }
  }
  return total;
}
