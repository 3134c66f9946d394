import type { EntityManager } from 'typeorm';

/** SQL of the number of holds that no decision has ended. */
export const OPEN_HOLDS = 'SELECT count(*)::integer FROM document_holds WHERE ended_at IS NULL';

/** Returns true if no document is issued until a person has entered the printed numbers. */
export async function areDocumentsOnHold(manager: EntityManager): Promise<boolean> {
  const [{ count }] = await manager.query<[{ count: number }]>(OPEN_HOLDS);
  return count > 0;
}
