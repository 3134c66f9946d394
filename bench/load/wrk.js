import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const SCRIPT = join(import.meta.dirname, 'requests.lua');
export const CONNECTIONS = 64;

/**
 * @typedef {object} Round
 * @property {number} perSecond
 * @property {number} answers
 * @property {number} bytesPerAnswer head and body
 * @property {import('../shop/processor-time.js').ProcessorTime} time for each answer
 */

/**
 * Runs one round of as many requests as are answered.
 *
 * @param {object} load
 * @param {string} load.baseUrl
 * @param {string[]} load.args of requests.lua
 * @param {number} load.seconds
 * @param {import('../shop/processor-time.js').Meter} load.meter
 * @returns {Promise<Round>}
 * @throws Error if a response is an error or missing
 */
export async function wrk({ baseUrl, args, seconds, meter }) {
  const options = ['-t', '1', '-c', String(CONNECTIONS), '-d', `${seconds}s`, '--timeout', '10s'];
  const before = await meter.read();
  const { stdout } = await run('wrk', [...options, '-s', SCRIPT, baseUrl, '--', ...args]);
  const after = await meter.read();
  const result = JSON.parse(/^RESULT (.*)$/m.exec(stdout)?.[1] ?? '{}');
  const { answers, refused, broken, late } = result;
  if (!answers) throw new Error(`no answer came in ${seconds} s`);
  if (refused + broken + late > 0) {
    throw new Error(
      `of ${answers} answers ${refused} were errors; ${broken} broke off, ${late} were late`,
    );
  }
  return {
    perSecond: answers / result.seconds,
    answers,
    bytesPerAnswer: result.bytes / answers,
    time: {
      node: (after.node - before.node) / answers,
      postgres: (after.postgres - before.postgres) / answers,
    },
  };
}

/** Writes requests into a file, as the script reads them. @param {import('./requests.js').Request[]} requests */
export async function requestsFile(folder, requests) {
  return linesFile(
    folder,
    requests.map(({ path, headers }) =>
      [path, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`)].join('\t'),
    ),
  );
}

/** Writes lines into a new file and returns its path. */
export async function linesFile(folder, lines) {
  const file = join(folder, `lines-${randomBytes(4).toString('hex')}`);
  await writeFile(file, lines.join('\n'));
  return file;
}
