import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

/** Time after which every transaction that wrote an entry has ended. Sessions end theirs after seconds. */
const OPEN_AT_MOST = "interval '10 minutes'";

/** A chain of hashes over an append-only table, and its names in the database. */
export interface SealedTable {
  table: 'ledger_journals' | 'audit_entries';
  state: 'ledger_seal_state' | 'audit_seal_state';
  seal: 'seal_journals' | 'seal_audit_entries';
  /** SQL condition on a row `e` of the table. */
  isSealed: string;
}

export const SEALED_TABLES: readonly SealedTable[] = [
  {
    table: 'ledger_journals',
    state: 'ledger_seal_state',
    seal: 'seal_journals',
    isSealed: 'EXISTS (SELECT FROM ledger_seals s WHERE s.journal_id = e.id)',
  },
  {
    table: 'audit_entries',
    state: 'audit_seal_state',
    seal: 'seal_audit_entries',
    isSealed: 'EXISTS (SELECT FROM audit_seals s WHERE s.entry_id = e.id)',
  },
];

/** Seals of journals and audit entries. The functions of the database compute and check them. */
@Injectable()
export class SealsRepository {
  /**
   * Seals entries with ids greater than `afterId`.
   *
   * @returns the id to continue after, or null when none is left
   */
  async seal(
    manager: EntityManager,
    { seal }: SealedTable,
    afterId: number,
    limit: number,
  ): Promise<number | null> {
    const [row] = await manager.query<[{ lastId: number | null }]>(
      `SELECT ${seal}($1, $2) AS "lastId"`,
      [afterId, limit],
    );
    return row.lastId;
  }

  /** Writes the ends of the other chains into the audit log, unless it has them already. */
  async witness(manager: EntityManager): Promise<void> {
    await manager.query('SELECT witness_chains()');
  }

  /** Finds an id up to which every entry is committed or rolled back; null: every later entry has a seal. */
  async findDecidedId(
    manager: EntityManager,
    { table, isSealed }: SealedTable,
  ): Promise<number | null> {
    const [row] = await manager.query<{ id: number }[]>(
      `SELECT id FROM (
          SELECT coalesce((SELECT id FROM ${table} WHERE at < now() - ${OPEN_AT_MOST} ORDER BY at DESC LIMIT 1), 0) AS id
        ) decided
        WHERE EXISTS (SELECT FROM ${table} e WHERE e.id > decided.id AND NOT ${isSealed})`,
    );
    return row?.id ?? null;
  }

  /** Records that all entries from before the introduction of their seals are sealed. */
  async noteCaughtUp(manager: EntityManager, { state }: SealedTable): Promise<void> {
    await manager.query(`UPDATE ${state} SET caught_up_at = now() WHERE caught_up_at IS NULL`);
  }
}
