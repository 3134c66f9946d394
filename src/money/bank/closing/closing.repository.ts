import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { JournalKind } from '../../ledger/ledger-journal.entity.js';
import type { Period } from '../../../platform/days/zoned-day.js';
import type { BankAccount } from '../accounts/bank-account.entity.js';

/** The compared days, and their beginning and end as times in the ledger. */
export interface ClosingPeriod extends Period {
  /** Such as `2026-01-31`; null: since the ledger began. */
  fromDate: string | null;
  /** Such as `2026-01-31`, inclusive. */
  toDate: string;
}

/** Money that is in the ledger but not on a statement of the bank, or not yet; in minor units. */
export interface BookedOnly {
  journalId: number;
  at: Date;
  kind: JournalKind;
  isReversal: boolean;
  receiptId: number | null;
  /** The reference of a receipt or payout. */
  reference: string | null;
  /** Positive: money that came in. */
  amountMinor: number;
}

/** Opening balances of a statement, in minor units. */
export interface StatedBalance {
  firstDate: string;
  openingMinor: number;
}

/** The oldest of some rows, and the sum of all of them: positive if money came in. */
export interface Listed<Row> {
  rows: Row[];
  sumMinor: number;
}

type Account = Pick<BankAccount, 'id' | 'isDefault'>;
type Summed<Row> = Row & Pick<Listed<Row>, 'sumMinor'>;

// $1: the owner of the ledger account, null for the default bank account; $2 and $3: the period. A journal that set the
// opening balance is not part of it.
const POSTINGS = `
  FROM ledger_accounts a
  JOIN ledger_postings p ON p.account_id = a.id
  JOIN ledger_journals j ON j.id = p.journal_id AND j.at >= $2 AND j.at < $3
    AND NOT (j.kind = 'opening' AND j.key LIKE 'opening:bank:%')
  WHERE a.kind IN ('bank', 'bank_account') AND a.owner_id IS NOT DISTINCT FROM $1::integer`;
const MOVED = "CASE direction WHEN 'in' THEN amount_minor ELSE -amount_minor END";

@Injectable()
export class ClosingRepository {
  /** Sums what the ledger has on a bank account in a period, without its opening balance. */
  async sumBooked(manager: EntityManager, account: Account, { from, to }: Period): Promise<number> {
    const [sum] = await manager.query<[{ sumMinor: number }]>(
      `SELECT coalesce(-sum(p.amount_minor), 0)::bigint AS "sumMinor" ${POSTINGS}`,
      [ownerOf(account), from, to],
    );
    return sum.sumMinor;
  }

  /** Finds the latest statement with an opening balance that begins on or before a day. */
  async findStatedBalance(
    manager: EntityManager,
    { id }: Account,
    date: string,
  ): Promise<StatedBalance | null> {
    const [stated] = await manager.query<StatedBalance[]>(
      `SELECT first_date AS "firstDate", opening_minor AS "openingMinor" FROM statement_imports
        WHERE bank_account_id = $1 AND first_date <= $2 AND opening_minor IS NOT NULL
        ORDER BY first_date DESC, id DESC LIMIT 1`,
      [id, date],
    );
    return stated ?? null;
  }

  /** Finds the day of the first line of an account, or null if it has no lines. */
  async findFirstDay(manager: EntityManager, { id }: Account): Promise<string | null> {
    const [first] = await manager.query<{ day: string | null }[]>(
      'SELECT min(value_date) AS day FROM statement_lines WHERE bank_account_id = $1',
      [id],
    );
    return first?.day ?? null;
  }

  /** Sums the lines of days, both inclusive: credits less debits. */
  async sumLines(
    manager: EntityManager,
    { id }: Account,
    from: string | null,
    to: string,
  ): Promise<number> {
    const [sum] = await manager.query<[{ sumMinor: number }]>(
      `SELECT coalesce(sum(${MOVED}), 0)::bigint AS "sumMinor" FROM statement_lines
        WHERE bank_account_id = $1 AND ($2::text IS NULL OR value_date >= $2) AND value_date <= $3`,
      [id, from, to],
    );
    return sum.sumMinor;
  }

  /** Lists the period's journals without a line in it, the oldest first, except reversed ones where neither has a line. */
  async listBookedOnly(
    manager: EntityManager,
    account: Account,
    { from, to, fromDate, toDate }: ClosingPeriod,
    limit: number,
  ): Promise<Listed<BookedOnly>> {
    const rows = await manager.query<Summed<BookedOnly>[]>(
      `WITH booked AS (
          SELECT j.id, j.at, j.kind, j.key, j.reverses_id, j.receipt_id, -sum(p.amount_minor)::bigint AS amount_minor
          ${POSTINGS} GROUP BY j.id
        ), unmatched AS (
          SELECT * FROM booked b WHERE NOT EXISTS (
            SELECT FROM statement_lines l
            WHERE (l.journal_id = b.id OR l.suspense_journal_id = b.id)
              AND ($4::text IS NULL OR l.value_date >= $4) AND l.value_date <= $5
          )
        )
        SELECT u.id AS "journalId", u.at, u.kind, u.reverses_id IS NOT NULL AS "isReversal", u.receipt_id AS "receiptId",
          CASE WHEN u.kind = 'payout' THEN substr(u.key, length('payout:') + 1) ELSE r.reference END AS reference,
          u.amount_minor AS "amountMinor", (sum(u.amount_minor) OVER ())::bigint AS "sumMinor"
        FROM unmatched u LEFT JOIN receipts r ON r.id = u.receipt_id
        WHERE NOT EXISTS (SELECT FROM unmatched v WHERE v.reverses_id = u.id OR v.id = u.reverses_id)
        ORDER BY u.id LIMIT $6`,
      [ownerOf(account), from, to, fromDate, toDate, limit],
    );
    return { rows, sumMinor: rows[0]?.sumMinor ?? 0 };
  }

  /** Lists the ids of the lines of a period that are matched with no journal of the period, the oldest first. */
  async listBankOnly(
    manager: EntityManager,
    { id }: Account,
    { from, to, fromDate, toDate }: ClosingPeriod,
    limit: number,
  ): Promise<Listed<number>> {
    const lines = await manager.query<Summed<{ id: number }>[]>(
      `SELECT l.id, (sum(${MOVED}) OVER ())::bigint AS "sumMinor" FROM statement_lines l
        LEFT JOIN ledger_journals j ON j.id = coalesce(l.journal_id, l.suspense_journal_id)
        WHERE l.bank_account_id = $1 AND ($2::text IS NULL OR l.value_date >= $2) AND l.value_date <= $3
          AND (j.id IS NULL OR j.kind = 'opening' OR j.at < $4 OR j.at >= $5)
        ORDER BY l.value_date, l.id LIMIT $6`,
      [id, fromDate, toDate, from, to, limit],
    );
    return { rows: lines.map(({ id: lineId }) => lineId), sumMinor: lines[0]?.sumMinor ?? 0 };
  }
}

function ownerOf({ id, isDefault }: Account): number | null {
  return isDefault ? null : id;
}
