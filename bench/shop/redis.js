import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { freePort } from './free-port.js';
import { stop } from './service.js';
import { MissingToolError } from './tools.js';

/**
 * Starts Redis without persistence, until the scope ends.
 *
 * @param {import('./scope.js').Scope} scope
 * @param {string} folder its working folder
 * @returns {Promise<{ url: string, pid: number }>} once it accepts connections
 * @throws {MissingToolError}
 */
export async function startRedis(scope, folder) {
  const port = await freePort();
  const child = spawn(
    'redis-server',
    ['--port', String(port), '--bind', '127.0.0.1', '--save', ''],
    { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  await once(child, 'spawn').catch(() => {
    throw new MissingToolError(
      'redis-server is missing: install it, or put its folder on the PATH.',
    );
  });
  scope.defer(() => stop(child));
  for await (const text of child.stdout) {
    if (text.includes('Ready to accept connections')) break;
  }
  return { url: `redis://127.0.0.1:${port}`, pid: child.pid };
}
