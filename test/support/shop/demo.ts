import { provideDemo } from '../../../src/demo/demo.js';
import type { DemoAccess } from '../../../src/demo/demo-file.js';
import { runAs, SERVICE_ACTOR } from '../../../src/platform/http/request-context.js';
import type { TestApp } from '../app.js';

/** Fills the empty database of an app with the demo, as the start of the service does. */
export async function givenDemo(app: TestApp, dataDir: string): Promise<DemoAccess> {
  const access = { base_url: '', admin_token: null };
  const demo = await runAs(SERVICE_ACTOR, () => provideDemo(app.nest, dataDir, access));
  if (demo === null) throw new Error('The database was not empty.');
  return demo;
}
