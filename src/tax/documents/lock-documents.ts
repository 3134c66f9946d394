import type { EntityManager } from 'typeorm';

/**
 * Locks documents by their ids until the transaction ends, in the order of the ids, so that two transactions cannot deadlock. The lock of
 * a row would need the right to change it, which the service's role does not have.
 */
export async function lockDocuments(manager: EntityManager, ids: readonly number[]): Promise<void> {
  await manager.query(
    `SELECT pg_advisory_xact_lock(hashtextextended('tax document ' || id, 0)) FROM unnest($1::bigint[]) id`,
    [ids.toSorted((a, b) => a - b)],
  );
}
