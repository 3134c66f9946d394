import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { open, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { NODE } from '../machine.js';

const MAIN = resolve(import.meta.dirname, '../../dist/service/main.js');
const START_LIMIT_MS = 120_000;
const START_POLL_MS = 10;
const HIGHEST_RATE = '10000000';

/** @typedef {{ baseUrl: string, port: number, child: import('node:child_process').ChildProcess, adminToken: string }} Service */

/**
 * Starts the built service on a free port, with its log in a file, until the scope ends.
 *
 * @param {import('./scope.js').Scope} scope
 * @param {string} folder where its log goes, and its working folder, so that no `.env` is read
 * @param {{ nodeOptions?: string[], env: Record<string, string | undefined> }} options of Node, and environment variables: the
 *   `DATABASE_URL`, and what differs from the usual
 * @returns {Promise<Service>} once it listens
 */
export async function startService(scope, folder, { nodeOptions = [], env: more }) {
  const adminToken = randomBytes(32).toString('hex');
  const env = {
    PATH: process.env.PATH,
    NODE_ENV: 'production',
    // The benchmarks call it on this machine and send no mail; BENCH_DATABASE_URL may have no TLS.
    ALLOW_IN_PRODUCTION: 'http,mail,database',
    PORT: '0',
    ADMIN_API_TOKEN: adminToken,
    SECRETS_KEY: randomBytes(32).toString('base64'),
    LOG_LEVEL: 'info',
    RATE_LIMIT_PER_MINUTE: HIGHEST_RATE,
    ORDER_RATE_LIMIT_PER_MINUTE: HIGHEST_RATE,
    ...more,
  };
  const log = join(folder, `service-${randomBytes(4).toString('hex')}.log`);
  const output = await open(log, 'w');
  const stdio = ['ignore', output.fd, output.fd, 'ipc'];
  const child = spawn(NODE, [...nodeOptions, MAIN], { cwd: folder, env, stdio });
  await output.close();
  scope.defer(() => stop(child));
  for (const until = Date.now() + START_LIMIT_MS; Date.now() < until; await sleep(START_POLL_MS)) {
    const announced = /Wholesale order service +(\S+)\n/.exec(await readFile(log, 'utf8'))?.[1];
    if (announced) {
      const baseUrl = announced.replace('localhost', '127.0.0.1');
      return { baseUrl, port: Number(new URL(baseUrl).port), child, adminToken };
    }
    if (child.exitCode !== null) break;
  }
  throw new Error(`the service did not start: ${await readFile(log, 'utf8')}`);
}

/** Ends a process with SIGINT and waits for its end. */
export async function stop(child) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGINT');
  await ended;
}

/** Reads a figure of the memory of a process in kB: `VmRSS` is that of now, `VmHWM` the most of all time. */
export async function memoryKb(pid, figure) {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`^${figure}:\\s+(\\d+) kB$`, 'm').exec(status)[1]);
}
