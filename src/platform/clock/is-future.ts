import type { EntityManager } from 'typeorm';

/** Returns true if a time is in the future by the database's clock, which also decides when tokens expire and prices begin. */
export async function isFuture(manager: EntityManager, time: Date): Promise<boolean> {
  const sql = 'SELECT $1::timestamptz > clock_timestamp() AS "isFuture"';
  const [row] = await manager.query<[{ isFuture: boolean }]>(sql, [time]);
  return row.isFuture;
}
