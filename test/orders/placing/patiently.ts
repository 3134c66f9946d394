import type { TestApp } from '../../support/app.js';

/** Runs `work` while calls wait longer for locks and for their turn, so that none gives up on a busy machine. */
export async function patiently<T>(app: TestApp, work: () => Promise<T>): Promise<T> {
  await app.sql`ALTER FUNCTION take_placing_turn SET lock_timeout = '4s'`;
  await app.sql`ALTER FUNCTION place_orders SET lock_timeout = '4s'`;
  try {
    return await work();
  } finally {
    await app.sql`ALTER FUNCTION place_orders RESET lock_timeout`;
    await app.sql`ALTER FUNCTION take_placing_turn SET lock_timeout = '300ms'`;
  }
}
