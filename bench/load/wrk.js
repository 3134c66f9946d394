import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { timePerRequest } from '../measure/processor-time.js';

const run = promisify(execFile);

/**
 * @typedef {object} Round
 * @property {number} perSecond
 * @property {number} p99Ms
 * @property {number} answers
 * @property {number} bytesPerAnswer head and body
 * @property {import('../measure/processor-time.js').ProcessorTime} time for each answer
 */

/**
 * Runs one round of load.
 *
 * @param {object} load
 * @param {string} load.url
 * @param {Record<string, string>} [load.headers] of every request
 * @param {'paths.lua' | 'orders.lua'} load.script
 * @param {string[]} load.args of the script
 * @param {number} load.connections to each server
 * @param {number[]} [load.ports] of several servers; only the path of `url` is used then
 * @param {number} load.seconds
 * @param {number} [load.atMostPerSecond] requests over all connections; left out: as many as are answered
 * @param {import('../measure/processor-time.js').Meter} load.meter
 * @returns {Promise<Round>}
 * @throws Error if a response is an error or missing
 */
export async function wrk(load) {
  const {
    url,
    headers = {},
    script,
    args,
    connections,
    seconds,
    atMostPerSecond,
    meter,
    ports = [],
  } = load;
  const servers = Math.max(1, ports.length);
  const [file, ...values] = atMostPerSecond
    ? ['paced.lua', script, String(atMostPerSecond / servers), ...args]
    : [script, ...args];
  const wrkArgs = [
    ...[
      '-t',
      String(servers),
      '-c',
      String(servers * connections),
      '-d',
      `${seconds}s`,
      '--timeout',
      '10s',
    ],
    ...Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]),
    ...['-s', join(import.meta.dirname, file), url, '--', ...values],
  ];
  const env = { ...process.env, WRK_PORTS: ports.join() };
  const before = await meter.read();
  const { stdout } = await run('wrk', wrkArgs, { env });
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
    p99Ms: result.p99Ms,
    answers,
    bytesPerAnswer: result.bytes / answers,
    time: timePerRequest(before, after, answers),
  };
}

/** Headers as the scripts read them. @param {Record<string, string>} headers */
export function headerLine(headers) {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\t');
}
