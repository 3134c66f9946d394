import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../shop/free-port.js';
import { Scope } from '../shop/scope.js';
import { spawnService } from '../shop/service.js';
import { ask } from '../load/requests.js';

const POLL_MS = 10;
const START_LIMIT_MS = 60_000;

/**
 * Measures starts of the service on an embedded database with the demo, after a cold start that does not count.
 *
 * @param {string} folder for its data
 * @param {number} rounds
 * @returns {Promise<number[]>} seconds from the start of the process to the first answer that it is ready
 */
export async function warmStarts(folder, rounds) {
  const seconds = [];
  for (let start = 0; start <= rounds; start += 1) {
    const scope = new Scope();
    try {
      seconds.push(await startSeconds(scope, folder));
    } finally {
      await scope.close();
    }
  }
  return seconds.slice(1);
}

async function startSeconds(scope, folder) {
  const port = await freePort();
  const env = {
    PATH: process.env.PATH,
    NODE_ENV: 'production',
    DEMO_DATA: 'true',
    ALLOW_IN_PRODUCTION: 'demo,http,mail,two_factor',
    PORT: String(port),
    DATA_DIR: join(folder, 'demo'),
  };
  const startedAt = performance.now();
  const child = await spawnService(scope, folder, { env, log: join(folder, 'start.log') });
  while (!(await isReady(port))) {
    const waited = performance.now() - startedAt;
    if (child.exitCode !== null || waited > START_LIMIT_MS) throw new Error('it did not get ready');
    await sleep(POLL_MS);
  }
  return (performance.now() - startedAt) / 1_000;
}

async function isReady(port) {
  const answer = await ask(`http://127.0.0.1:${port}/health/ready`, {}).catch(() => null);
  return answer?.status === 200;
}
