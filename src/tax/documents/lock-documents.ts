import type { EntityManager } from 'typeorm';

/**
 * Locks documents until the transaction ends, by id, so that two transactions cannot deadlock. Uses advisory locks, because
 * locking a row needs the right to change it, which the service's role does not have.
 */
export async function lockDocuments(manager: EntityManager, ids: readonly number[]): Promise<void> {
  await manager.query(
    `SELECT pg_advisory_xact_lock(hashtextextended('tax document ' || id, 0)) FROM unnest($1::bigint[]) id`,
    [ids.toSorted((a, b) => a - b)],
  );
}
