import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { tool } from './tools.js';

const run = promisify(execFile);

/** @typedef {{ perSecond: number, p99Ms: number, answers: number, bytesPerAnswer: number }} Round */

/**
 * One round of load.
 *
 * @param {object} load
 * @param {string} load.url
 * @param {Record<string, string>} load.headers
 * @param {'paths.lua' | 'orders.lua'} load.script
 * @param {string[]} load.args of the script
 * @param {number} load.connections
 * @param {number} load.seconds
 * @param {number} [load.atMostPerSecond] requests over all connections; left out: as many as are answered
 * @returns {Promise<Round>} the bytes are those of the body and of the head
 * @throws where an answer was an error or none
 */
export async function wrk({ url, headers, script, args, connections, seconds, atMostPerSecond }) {
  const [file, ...values] = atMostPerSecond
    ? ['paced.lua', script, String(atMostPerSecond), ...args]
    : [script, ...args];
  const { stdout } = await run(tool('wrk'), [
    ...['-t', '1', '-c', String(connections), '-d', `${seconds}s`, '--timeout', '10s'],
    ...Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]),
    ...['-s', join(import.meta.dirname, file), url, '--', ...values],
  ]);
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
    p99Ms: result.p99Ms,
    answers,
    bytesPerAnswer: result.bytes / answers,
  };
}
