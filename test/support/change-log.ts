import { pruneChangeLog } from '../../src/platform/live-cache/change-log.js';
import type { TestApp } from './app.js';
import { eventually } from './eventually.js';

/**
 * Makes the transaction log look as if two minutes had passed since everything done so far, and returns the time
 * after these two minutes.
 */
export async function minutesLater({ dataSource }: TestApp): Promise<string> {
  const [done] = await dataSource.query<{ xid: string }[]>(
    'SELECT pg_current_xact_id()::text AS xid',
  );
  await eventually(async () => {
    await pruneChangeLog(dataSource);
    const [found] = await dataSource.query<{ ticked: boolean }[]>(
      'SELECT EXISTS (SELECT FROM xid_samples WHERE oldest_xid > $1::xid8) AS ticked',
      [done?.xid],
    );
    return found!.ticked;
  });
  await dataSource.query(`UPDATE xid_samples SET sampled_at = sampled_at - interval '2 minutes'`);
  return new Date().toISOString();
}
