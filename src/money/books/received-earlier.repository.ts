import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { JournalKind } from '../ledger/ledger-journal.entity.js';
import { SUSPENDED_LINE } from '../ledger/suspense-key.js';
import type { NewestFirst } from '../../platform/http/paging/page.js';
import type { Period } from '../../platform/days/zoned-day.js';
import { dateInShop, TIME_ZONE } from '../../platform/time-zone.js';

/** An entry whose money moved at the bank, or arrived, before the month in whose books it stands. */
export interface EarlierEntry {
  /** The journal. */
  id: number;
  kind: JournalKind;
  isReversal: boolean;
  receiptId: number | null;
  /** null: it is of no client. */
  clientId: number | null;
  clientName: string | null;
  /** The other account that it was booked to. */
  otherAccount: string | null;
  reference: string | null;
  /** What the bank says about its line; null: it has no line. */
  description: string | null;
  /** Below zero: money went out. */
  amountMinor: number;
  /** The day at the bank; of a receipt without a line, the day of its arrival. */
  day: string;
  bookedAt: Date;
  reversedAt: Date | null;
}

/** Number and sum of entries, in minor units. */
export interface EntrySums {
  count: number;
  amountMinor: number;
}

const IS_RECEIPT = "j.kind = 'receipt' AND j.reverses_id IS NULL";
const AMOUNT = `CASE
    WHEN l.id IS NULL THEN r.amount_minor
    WHEN l.direction = 'out' OR j.kind = 'suspense' AND j.reverses_id IS NOT NULL THEN -l.amount_minor
    ELSE l.amount_minor
  END`;
// $3 is the first day of the period. Subqueries find lines by their indexes: a join would read all lines.
const FROM = `
  FROM ledger_journals j
  LEFT JOIN receipts r ON r.id = j.receipt_id
  LEFT JOIN statement_lines l ON l.id = CASE j.kind
    WHEN 'suspense' THEN ${SUSPENDED_LINE} ELSE (SELECT id FROM statement_lines WHERE journal_id = j.id)
  END
  WHERE j.at >= $1 AND j.at < $2
    AND CASE WHEN l.id IS NULL THEN ${IS_RECEIPT} AND r.received_at < $1 ELSE l.value_date < $3 END`;
const SUMS = 'count(*)::integer AS count, coalesce(sum(amount), 0)::bigint AS "amountMinor"';

/** Entries whose money moved before the month in whose books they stand. */
@Injectable()
export class ReceivedEarlierRepository {
  /** Sums the entries of a period whose money moved before it. */
  async sum(manager: EntityManager, { from, to }: Period): Promise<EntrySums> {
    const [sums] = await manager.query<[EntrySums]>(
      `SELECT ${SUMS} FROM (SELECT ${AMOUNT} AS amount ${FROM}) entries`,
      [from, to, dateInShop(from)],
    );
    return sums;
  }

  /** Sums the entries after a period whose money moved within it. */
  async sumLater(manager: EntityManager, { from, to }: Period): Promise<EntrySums> {
    const [sums] = await manager.query<[EntrySums]>(
      `WITH moved AS (
          SELECT * FROM statement_lines WHERE value_date >= $3 AND value_date < $4
        ), entries AS (
          SELECT j.id, l.id AS line_id FROM moved l JOIN ledger_journals j ON j.id = l.journal_id
          UNION ALL
          SELECT j.id, l.id FROM ledger_journals j JOIN moved l ON l.id = ${SUSPENDED_LINE}
            WHERE j.kind = 'suspense' AND j.at >= $2
          UNION ALL
          SELECT j.id, NULL FROM receipts r JOIN ledger_journals j ON j.receipt_id = r.id
            WHERE r.received_at >= $1 AND r.received_at < $2 AND ${IS_RECEIPT}
              AND NOT EXISTS (SELECT FROM statement_lines WHERE journal_id = j.id)
        )
        SELECT ${SUMS} FROM (
          SELECT ${AMOUNT} AS amount FROM entries e
          JOIN ledger_journals j ON j.id = e.id AND j.at >= $2
          LEFT JOIN statement_lines l ON l.id = e.line_id
          LEFT JOIN receipts r ON r.id = j.receipt_id
        ) later`,
      [from, to, dateInShop(from), dateInShop(to)],
    );
    return sums;
  }

  /** Lists the latest entries first. */
  async list(
    manager: EntityManager,
    { from, to }: Period,
    { beforeId, limit }: NewestFirst,
  ): Promise<EarlierEntry[]> {
    return manager.query<EarlierEntry[]>(
      `SELECT e.id, e.kind, e.reverses_id IS NOT NULL AS "isReversal", e.receipt_id AS "receiptId",
          client.id AS "clientId", client.name AS "clientName", other.name AS "otherAccount", e.reference,
          e.description, e.amount_minor AS "amountMinor", e.day, e.at AS "bookedAt", e.reversed_at AS "reversedAt"
        FROM (
          SELECT j.id, j.kind, j.reverses_id, j.receipt_id, j.at, coalesce(r.reference, nullif(l.reference, '')) AS reference,
            l.description, (${AMOUNT})::bigint AS amount_minor, r.reversed_at,
            coalesce(l.value_date, to_char(r.received_at AT TIME ZONE $6, 'YYYY-MM-DD')) AS day
          ${FROM} AND ($4::bigint IS NULL OR j.id < $4) ORDER BY j.id DESC LIMIT $5
        ) e
        LEFT JOIN LATERAL (
          SELECT c.id, c.name FROM ledger_postings p JOIN ledger_accounts a ON a.id = p.account_id
          JOIN clients c ON c.id = a.client_id WHERE p.journal_id = e.id LIMIT 1
        ) client ON true
        LEFT JOIN LATERAL (
          SELECT o.name FROM ledger_postings p JOIN ledger_accounts a ON a.id = p.account_id AND a.kind = 'other_account'
          JOIN other_accounts o ON o.id = a.owner_id WHERE p.journal_id = e.id LIMIT 1
        ) other ON true
        ORDER BY e.id DESC`,
      [from, to, dateInShop(from), beforeId, limit, TIME_ZONE],
    );
  }
}
