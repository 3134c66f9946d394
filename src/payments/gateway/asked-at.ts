import type { EntityManager } from 'typeorm';

/**
 * The time at which the gateway is asked, with microseconds. An answer is stored only if it was asked for later than the one
 * that is stored: answers may arrive in another order than they were asked for.
 */
export type AskedAt = string;

export async function askedNow(manager: EntityManager): Promise<AskedAt> {
  const [{ now }] = await manager.query<[{ now: AskedAt }]>(
    'SELECT clock_timestamp()::text AS now',
  );
  return now;
}
