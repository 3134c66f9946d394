import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ask, mean, survey } from './requests.js';
import { headerLine, wrk } from './wrk.js';

/** Tolerance for the length of a response, as a share, because heads differ by a few bytes. */
const TOLERANCE = 0.05;

/** Load of GETs in random order, with the expected responses. */
export class ReadLoad {
  #target;
  #requestsFile;

  /**
   * Sends every request once.
   *
   * @param {{ folder: string, seconds: number }} bench
   * @param {object} target
   * @param {string} target.baseUrl
   * @param {import('./requests.js').Request[]} target.requests
   * @param {number[]} [target.ports] of several instances
   * @param {number} target.connections to each
   * @param {number} [target.status] that every answer has to have
   * @param {import('../measure/processor-time.js').Meter} target.meter
   */
  static async open({ folder, seconds }, target) {
    const load = new ReadLoad();
    load.#target = { status: 200, seconds, ...target };
    const { baseUrl, requests, status } = load.#target;
    load.answers = await survey(baseUrl, requests);
    const other = load.answers.find((answer) => answer.status !== status);
    if (other) throw new Error(`expected ${status}, got ${other.status}: ${other.body}`);
    load.#requestsFile = join(folder, `requests-${randomBytes(4).toString('hex')}`);
    const lines = requests.map(({ path, headers }) => `${path}\t${headerLine(headers)}`);
    await writeFile(load.#requestsFile, lines.join('\n'));
    return load;
  }

  /** @returns {Promise<import('./wrk.js').Round>} @throws Error if a response is not the expected one */
  async round() {
    return this.run();
  }

  /** @returns {Promise<number>} the p99 in ms at a fixed rate; @throws as round */
  async p99Ms(atMostPerSecond) {
    return (await this.run({ atMostPerSecond })).p99Ms;
  }

  /**
   * Sends as many requests as are answered, or a fixed rate.
   *
   * @throws as round
   */
  async run({ atMostPerSecond } = {}) {
    const { baseUrl, ports, requests, connections, seconds, meter } = this.#target;
    const round = await wrk({
      url: baseUrl,
      script: 'paths.lua',
      args: [this.#requestsFile],
      connections,
      ports,
      seconds,
      atMostPerSecond,
      meter,
    });
    const expected = mean(this.answers, ({ rawLength }) => rawLength);
    if (Math.abs(round.bytesPerAnswer / expected - 1) > TOLERANCE) {
      throw new Error(`answers had ${round.bytesPerAnswer} bytes instead of ${expected}`);
    }
    this.#compare(await ask(`${baseUrl}${requests[0].path}`, requests[0].headers));
    return round;
  }

  #compare({ status, body }) {
    const [before] = this.answers;
    if (status !== before.status || body.length !== before.body.length) {
      throw new Error(
        `an answer of ${before.status} with ${before.body.length} bytes became ${status} with ${body.length}`,
      );
    }
  }
}
