import { pruneChanges, recordTick } from '../../../src/platform/live-cache/change-log.js';
import { ChangePositions } from '../../../src/platform/live-cache/change-positions.js';
import type { TestApp } from '../app.js';

/** Makes the ticks look as if two minutes had passed since everything done so far. Returns the time after these two minutes. */
export async function minutesLater(app: TestApp): Promise<string> {
  await app.service(ChangePositions).number();
  const back = `UPDATE feed_ticks SET at = at - interval '2 minutes'`;
  await app.dataSource.query(back);
  await recordTick(app.dataSource);
  await app.dataSource.query(back);
  return new Date().toISOString();
}

/** Prunes everything that can be pruned now, of any age. Returns how many entries of the change log are left. */
export async function pruneNow(app: TestApp): Promise<number> {
  await pruneChanges(app.dataSource, await app.service(ChangePositions).number());
  return (await app.sql<object>`SELECT FROM change_log`).length;
}
