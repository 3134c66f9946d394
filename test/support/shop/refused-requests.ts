import { RequestFailuresService } from '../../../src/dashboard/store-requests/failures/request-failures.service.js';
import type { TestApp } from '../app.js';
import { eventually } from '../eventually.js';

/** Waits until a refused request of a client is stored, which the job does once a second. */
export async function storeRefused(app: TestApp, { id }: { id: number }): Promise<void> {
  const failures = app.service(RequestFailuresService);
  await failures.store();
  // The job may be about to store it.
  await eventually(async () => (await failures.countToday(id)) > 0);
}
