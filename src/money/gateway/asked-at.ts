import type { EntityManager } from 'typeorm';

/** The time of a query to the gateway, with microseconds. Its answer is only stored if the stored one has an earlier query. */
export type AskedAt = string;

export async function askedNow(manager: EntityManager): Promise<AskedAt> {
  const [{ now }] = await manager.query<[{ now: AskedAt }]>(
    'SELECT clock_timestamp()::text AS now',
  );
  return now;
}
