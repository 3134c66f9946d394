import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stop } from '../shop/service.js';
import { nodeProgram } from '../shop/tools.js';

/** A server that the service is compared with. @typedef {{ baseUrl: string, pid: number, meter: import('../measure/processor-time.js').Meter }} Limit */

/**
 * Starts a server that sends the same response to every request, in a process of its own.
 *
 * @param {import('../rows/bench.js').Bench} bench
 * @param {import('../shop/scope.js').Scope} scope it ends with
 * @param {{ status: number, headers: Record<string, string | number>, body: Buffer }} answer
 * @returns {Promise<Limit>}
 */
export async function startBare(bench, scope, { status, headers, body }) {
  const bodyFile = scratchFile(bench.folder);
  await writeFile(bodyFile, body);
  return start(bench, scope, 'bare.js', { status, headers, bodyFile });
}

/**
 * Starts a Nest application as `NestFactory` makes it, whose one handler returns the same text for every request, in a process of its own.
 *
 * @param {import('../rows/bench.js').Bench} bench
 * @param {import('../shop/scope.js').Scope} scope it ends with
 * @param {{ status: number, headers: Record<string, string | number>, body: Buffer }} answer
 * @returns {Promise<Limit>}
 */
export async function startNest(bench, scope, { status, headers, body }) {
  return start(bench, scope, 'bare-nest.js', { status, headers, text: body.toString() });
}

/**
 * Starts a server that answers all waiting requests with one statement, in a process of its own.
 *
 * @param {import('../rows/bench.js').Bench} bench
 * @param {import('../shop/scope.js').Scope} scope it ends with
 * @param {keyof typeof import('./batched-answers.js').BATCHED_ANSWERS} kind
 * @param {{ database: string, clients: import('../shop/clients.js').StoreClient[] }} shop
 * @returns {Promise<Limit>}
 */
export async function startBatched(bench, scope, kind, { database, clients }) {
  return start(bench, scope, 'bare-batched.js', { kind, database, clients });
}

async function start(bench, scope, script, settings) {
  const file = scratchFile(bench.folder);
  await writeFile(file, JSON.stringify(settings));
  const child = spawn(nodeProgram(), [join(import.meta.dirname, script), file], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  scope.defer(() => stop(child));
  const [line] = await Promise.race([
    once(child.stdout, 'data'),
    once(child, 'exit').then(() => Promise.reject(new Error(`${script} did not start`))),
  ]);
  const { pid } = child;
  return { baseUrl: `http://127.0.0.1:${Number(line)}`, pid, meter: bench.meter(pid) };
}

function scratchFile(folder) {
  return join(folder, `bare-${randomBytes(4).toString('hex')}`);
}
