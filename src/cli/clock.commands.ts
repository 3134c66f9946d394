import { DatabaseClock } from '../platform/clock/database-clock.js';
import { withApp } from './with-app.js';

/** Takes the database's clock as right after a jump, so that expiry goes on. */
export async function confirmClock(): Promise<void> {
  await withApp(({ app }) => app.get(DatabaseClock).confirm());
  process.stdout.write("The database's clock is taken as right; expiry goes on within a minute\n");
}
