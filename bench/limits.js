import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stop } from './service.js';
import { nodeProgram } from './tools.js';

/**
 * Starts a server that gives one and the same answer to everything, in a process of its own.
 *
 * @param {import('./scope.js').Scope} scope it ends with
 * @param {string} folder for its files
 * @param {{ status: number, headers: Record<string, string | number>, body: Buffer }} answer
 * @returns {Promise<string>} its base URL
 */
export async function startBare(scope, folder, { status, headers, body }) {
  const bodyFile = scratchFile(folder);
  await writeFile(bodyFile, body);
  return start(scope, folder, 'bare.js', { status, headers, bodyFile });
}

/** Starts the limit of an order's status, likewise; it answers the orders of one client. */
export async function startBareStatus(scope, folder, { url, clientId, poolSize }) {
  return start(scope, folder, 'bare-status.js', { url, clientId, poolSize });
}

async function start(scope, folder, script, settings) {
  const file = scratchFile(folder);
  await writeFile(file, JSON.stringify(settings));
  const child = spawn(nodeProgram(), [join(import.meta.dirname, script), file], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  scope.defer(() => stop(child));
  const [line] = await Promise.race([
    once(child.stdout, 'data'),
    once(child, 'exit').then(() => Promise.reject(new Error(`${script} did not start`))),
  ]);
  return `http://127.0.0.1:${Number(line)}`;
}

function scratchFile(folder) {
  return join(folder, `bare-${randomBytes(4).toString('hex')}`);
}
