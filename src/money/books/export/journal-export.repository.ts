import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { orderNumberOf } from '../../../orders/archive/order-number.js';
import type { ExportedJournal } from './exported-journal.js';
import type { Period } from '../../../platform/days/zoned-day.js';
import { SUSPENDED_LINE } from '../../ledger/suspense-key.js';
import { REFERENCE } from '../../wallets/journal-reference.js';

export interface ExportedSeal {
  seq: number;
  journalId: number;
  /** The day of the journal in the shop's time zone. */
  day: string;
  prevSha256: string;
  sha256: string;
}

const JOURNALS = `
  SELECT j.id, to_char(j.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS at, j.kind, j.key,
    j.order_id AS "orderId", j.receipt_id AS "receiptId", j.reverses_id AS "reversesId", j.actor, j.note,
    j.request_id AS "requestId", ${orderNumberOf('j.order_id')} AS "orderNumber",
    coalesce(${REFERENCE}, settlement.utr) AS reference,
    coalesce(
      (SELECT value_date FROM statement_lines WHERE journal_id = j.id),
      CASE j.kind WHEN 'suspense' THEN (SELECT value_date FROM statement_lines WHERE id = ${SUSPENDED_LINE}) END
    ) AS "bankDay", (
      SELECT json_agg(json_build_object(
          'line', p.line, 'account', a.kind, 'owner', coalesce(a.client_id, a.owner_id), 'client', c.name, 'other', other.name,
          'sealed', (SELECT row_to_json(sealed) FROM ledger_sealed_account(a.id) sealed),
          'amountMinor', p.amount_minor, 'balanceAfter', p.balance_after
        ) ORDER BY p.line)
      FROM ledger_postings p
      JOIN ledger_accounts a ON a.id = p.account_id
      LEFT JOIN other_accounts other ON a.kind = 'other_account' AND other.id = a.owner_id
      LEFT JOIN clients c
        ON c.id = CASE WHEN a.kind NOT IN ('bank_account', 'other_account') THEN coalesce(a.client_id, a.owner_id) END
      WHERE p.journal_id = j.id
    ) AS postings
  FROM ledger_journals j
  LEFT JOIN gateway_settlements settlement ON settlement.journal_id = coalesce(j.reverses_id, j.id)`;

/** Reads the journals of a period with names of clients and bank accounts, and their seals. */
@Injectable()
export class JournalExportRepository {
  /** Finds the first and the last id of the journals of a period; null if it has none. */
  async findRange(
    manager: EntityManager,
    { from, to }: Period,
  ): Promise<{ first: number; last: number } | null> {
    const [range] = await manager.query<[{ first: number | null; last: number | null }]>(
      'SELECT min(id) AS first, max(id) AS last FROM ledger_journals WHERE at >= $1 AND at < $2',
      [from, to],
    );
    const { first, last } = range;
    return first === null || last === null ? null : { first, last };
  }

  /** Lists journals of a period with ids after `afterId` up to `last`, by id. */
  async list(
    manager: EntityManager,
    { from, to }: Period,
    { afterId, last, limit }: { afterId: number; last: number; limit: number },
  ): Promise<ExportedJournal[]> {
    // The ids first: without statistics, the planner would join all journals of the period for each page.
    return manager.query<ExportedJournal[]>(
      `${JOURNALS} WHERE j.id = ANY (ARRAY(
          SELECT id FROM ledger_journals WHERE id > $1 AND id <= $2 AND at >= $3 AND at < $4 ORDER BY id LIMIT $5
        )) ORDER BY j.id`,
      [afterId, last, from, to, limit],
    );
  }

  async listByIds(manager: EntityManager, ids: readonly number[]): Promise<ExportedJournal[]> {
    return manager.query<ExportedJournal[]>(`${JOURNALS} WHERE j.id = ANY ($1)`, [ids]);
  }

  /** Lists the seals after a number up to `last`, by number. */
  async listSeals(
    manager: EntityManager,
    { afterSeq, last }: { afterSeq: number; last: number },
  ): Promise<ExportedSeal[]> {
    return manager.query<ExportedSeal[]>(
      `SELECT seq, journal_id AS "journalId", day, encode(prev_sha256, 'hex') AS "prevSha256",
          encode(sha256, 'hex') AS sha256
        FROM ledger_seals WHERE seq > $1 AND seq <= $2 ORDER BY seq`,
      [afterSeq, last],
    );
  }
}
