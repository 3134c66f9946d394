import type { EntityManager } from 'typeorm';

/**
 * The time at which the gateway is queried, with microseconds. Answers may arrive out of order, so an answer is stored only
 * if its query was later than that of the stored answer.
 */
export type AskedAt = string;

export async function askedNow(manager: EntityManager): Promise<AskedAt> {
  const [{ now }] = await manager.query<[{ now: AskedAt }]>(
    'SELECT clock_timestamp()::text AS now',
  );
  return now;
}
