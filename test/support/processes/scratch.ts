import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Returns a new folder that every user may enter, the embedded database's too when the tests run as root. */
export async function scratchFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'wso-test-'));
  await chmod(folder, 0o755);
  return folder;
}
