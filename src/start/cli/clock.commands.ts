import { DatabaseClock } from '../../platform/clock/database-clock.js';
import { withApp } from './with-app.js';

/** Accepts the database's clock as correct after a jump, so that expiry continues. */
export async function confirmClock(): Promise<void> {
  await withApp(({ app }) => app.get(DatabaseClock).confirm());
  process.stdout.write("The database's clock is taken as right; expiry goes on within a minute\n");
}
