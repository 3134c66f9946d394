import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { tool } from './tools.js';

const run = promisify(execFile);
const CLIENTS = 16;

/**
 * One round of orders through `bench.place_order`, as prepared statements.
 *
 * @param {string} folder for the script
 * @param {{ url: string, first: number, last: number, seconds: number }} load of these lines
 * @returns {Promise<number>} orders a second
 * @throws where one failed
 */
export async function pgbench(folder, { url, first, last, seconds }) {
  const script = join(folder, 'place-order.sql');
  await writeFile(
    script,
    `\\set one random(${first}, ${last})
\\set two random(${first}, ${last})
SELECT bench.place_order(:one, :two);
`,
  );
  const { stdout } = await run(tool('pgbench'), [
    ...['-n', '-M', 'prepared', '-c', String(CLIENTS), '-T', String(seconds), '-f', script, url],
  ]);
  const perSecond = /^tps = ([\d.]+)/m.exec(stdout)?.[1];
  if (!perSecond || !stdout.includes('failed transactions: 0 ')) {
    throw new Error(`pgbench failed: ${stdout}`);
  }
  return Number(perSecond);
}
