import { execFile } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { atEndOfSuite } from '../native/end-of-suite.js';

/** Makes a new folder for a suite. Every user may enter it, also that of the embedded database when the tests run as root. */
export async function scratchFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'wso-test-'));
  await chmod(folder, 0o755);
  atEndOfSuite(() => rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));
  return folder;
}

const PORT_ATTEMPTS = 50;

/**
 * Finds a free port, below the range for outgoing connections. One of these could take it, or connect to itself on it, while
 * its server is down.
 */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < PORT_ATTEMPTS; attempt += 1) {
    const port = randomInt(10_000, 30_000);
    const server = createServer();
    server.listen(port, '127.0.0.1');
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    server.close();
    await once(server, 'close');
    return port;
  }
  throw new Error('there is no free port');
}

/** Runs a program to its end; rejects if it fails. */
export const run = promisify(execFile);
