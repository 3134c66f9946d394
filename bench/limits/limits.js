import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { NODE } from '../machine.js';
import { stop } from '../shop/service.js';

/**
 * A server that the service is compared with, in a process of its own.
 *
 * @typedef {{ baseUrl: string, meter: import('../shop/processor-time.js').Meter }} Limit
 */
/** The same answer to every request, with a body of so many spaces. @typedef {{ status: number, headers: Record<string, string>, length: number }} SameAnswer */

/**
 * Starts Node's own server, with prepared bytes, until the scope ends.
 *
 * @param {import('../shop/bench.js').Bench} bench
 * @param {import('../shop/scope.js').Scope} scope
 * @param {SameAnswer} answer
 * @returns {Promise<Limit>}
 */
export async function startBare(bench, scope, answer) {
  return start(bench, scope, 'same-answer.js', answer);
}

/** Starts a Nest application as `NestFactory` makes it, whose one handler returns a text. Otherwise as startBare(). */
export async function startNest(bench, scope, answer) {
  return start(bench, scope, 'same-answer.js', { ...answer, isNest: true });
}

/**
 * Starts a server that places all waiting orders with one statement, until the scope ends.
 *
 * @param {import('../shop/bench.js').Bench} bench
 * @param {import('../shop/scope.js').Scope} scope
 * @param {{ database: string, clients: import('../shop/catalog-seed.js').StoreClient[] }} shop
 * @returns {Promise<Limit>}
 */
export async function startBareOrders(bench, scope, { database, clients }) {
  return start(bench, scope, 'bare-orders.js', { database, clients });
}

async function start(bench, scope, script, settings) {
  const args = [join(import.meta.dirname, script), JSON.stringify(settings)];
  const child = spawn(NODE, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  scope.defer(() => stop(child));
  const [port] = await Promise.race([
    once(child.stdout, 'data'),
    once(child, 'exit').then(() => Promise.reject(new Error(`${script} did not start`))),
  ]);
  return { baseUrl: `http://127.0.0.1:${Number(port)}`, meter: bench.meter(child.pid) };
}
