import type { EntityManager } from 'typeorm';

/** Returns true if no statement waits for a second person, although two people could import and approve one. */
export async function areStatementsUnapproved(manager: EntityManager): Promise<boolean> {
  const [{ isOff }] = await manager.query<[{ isOff: boolean }]>(
    `SELECT NOT EXISTS (SELECT FROM approval_limits WHERE kind = 'statement')
        AND (SELECT count(DISTINCT user_id) FROM operator_roles WHERE role IN ('owner', 'finance')) > 1 AS "isOff"`,
  );
  return isOff;
}
