import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { open, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { nodeProgram } from './tools.js';

const MAIN = resolve(import.meta.dirname, '../../dist/service/main.js');
const TURN_PROBE = resolve(import.meta.dirname, 'turn-probe.js');
const START_LIMIT_MS = 120_000;
const START_POLL_MS = 10;
const HIGHEST_RATE = '10000000';

/**
 * @typedef {object} Service
 * @property {string} baseUrl
 * @property {number} pid
 * @property {string} adminToken
 * @property {() => Promise<number>} longestTurnMs of its event loop since the call before; the first call begins it
 * @property {() => Promise<{ turnMs: number, collectorMs: number }>} longestStops the same, and the longest of the garbage collector
 */

/**
 * Starts the built service on a free port, with its log in a file, until the scope ends.
 *
 * @param {import('./scope.js').Scope} scope
 * @param {string} folder where its log goes, and its working folder, so that no `.env` is read
 * @param {{ url: string, nodeOptions?: string[], env?: Record<string, string> }} options the database, options of Node, and
 *   additional environment variables
 * @returns {Promise<Service>} once it answers
 */
export async function startService(scope, folder, { url, nodeOptions = [], env: more = {} }) {
  const adminToken = randomBytes(32).toString('hex');
  const env = {
    PATH: process.env.PATH,
    NODE_ENV: 'production',
    // The benchmarks call it on this machine and send no mail; BENCH_DATABASE_URL may have no TLS.
    ALLOW_IN_PRODUCTION: 'http,mail,database',
    PORT: '0',
    DATABASE_URL: url,
    ADMIN_API_TOKEN: adminToken,
    SECRETS_KEY: randomBytes(32).toString('base64'),
    LOG_LEVEL: 'info',
    RATE_LIMIT_PER_MINUTE: HIGHEST_RATE,
    ORDER_RATE_LIMIT_PER_MINUTE: HIGHEST_RATE,
    ...more,
  };
  const log = join(folder, `service-${randomBytes(4).toString('hex')}.log`);
  const child = await spawnService(scope, folder, {
    env,
    log,
    nodeOptions: [...nodeOptions, `--import=${TURN_PROBE}`],
  });
  for (const until = Date.now() + START_LIMIT_MS; Date.now() < until; await sleep(START_POLL_MS)) {
    const announced = /Wholesale order service +(\S+)\n/.exec(await readFile(log, 'utf8'))?.[1];
    if (announced) {
      const baseUrl = announced.replace('localhost', '127.0.0.1');
      const longestTurnMs = async () => (await longestStops(child)).turnMs;
      const probe = { longestTurnMs, longestStops: () => longestStops(child) };
      return { baseUrl, pid: child.pid, adminToken, ...probe };
    }
    if (child.exitCode !== null) break;
  }
  throw new Error(`the service did not start: ${await readFile(log, 'utf8')}`);
}

/** Spawns the service with exactly these environment variables; its output goes to the file `log`. */
export async function spawnService(scope, folder, { env, log, nodeOptions = [] }) {
  const output = await open(log, 'w');
  const child = spawn(nodeProgram(), [...nodeOptions, MAIN], {
    cwd: folder,
    env,
    stdio: ['ignore', output.fd, output.fd, 'ipc'],
  });
  await output.close();
  scope.defer(() => stop(child));
  return child;
}

/** Ends a process with SIGTERM and waits for its end. */
export async function stop(child) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGINT');
  await ended;
}

/** @throws Error if the process was started without the probe, or has ended */
async function longestStops(child) {
  const told = once(child, 'message', { signal: AbortSignal.timeout(START_LIMIT_MS) });
  child.send('turn');
  const [stops] = await told;
  return stops;
}

/** Reads the peak memory of a process in MB, or undefined if /proc does not have it. */
export async function peakMemoryMb(pid) {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const kilobytes = /^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1];
  return kilobytes && Number(kilobytes) / 1024;
}
