import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atEndOfSuite } from '../native/end-of-suite.js';

/** Makes a new folder for a suite that every user may enter, the embedded database's too when the tests run as root. */
export async function scratchFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'wso-test-'));
  await chmod(folder, 0o755);
  atEndOfSuite(() => rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));
  return folder;
}
