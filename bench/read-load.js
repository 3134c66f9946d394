import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ask, mean, survey } from './survey.js';
import { wrk } from './wrk.js';

/** How far the bytes of an answer may be from what they were, as a share: heads differ a little. */
const TOLERANCE = 0.05;

/** GETs of random paths with the same headers, and what they are to be answered with. */
export class ReadLoad {
  #target;
  #pathsFile;

  /**
   * Asks for every path once.
   *
   * @param {{ folder: string, seconds: number }} bench
   * @param {object} target
   * @param {string} target.baseUrl
   * @param {string[]} target.paths
   * @param {Record<string, string>} [target.headers]
   * @param {number} target.connections
   * @param {number} [target.status] that every answer has to have
   */
  static async open({ folder, seconds }, target) {
    const load = new ReadLoad();
    load.#target = { headers: {}, status: 200, seconds, ...target };
    const { baseUrl, paths, headers, status } = load.#target;
    load.answers = await survey(baseUrl, paths, headers);
    const other = load.answers.find((answer) => answer.status !== status);
    if (other) throw new Error(`expected ${status}, got ${other.status}: ${other.body}`);
    load.#pathsFile = join(folder, `paths-${randomBytes(4).toString('hex')}`);
    await writeFile(load.#pathsFile, paths.join('\n'));
    return load;
  }

  /** @returns {Promise<number>} answers a second; @throws where they are not what they have to be */
  async round() {
    return (await this.#run()).perSecond;
  }

  /** @returns {Promise<number>} the p99 in ms at a fixed rate; @throws as round */
  async p99Ms(atMostPerSecond) {
    return (await this.#run(atMostPerSecond)).p99Ms;
  }

  async #run(atMostPerSecond) {
    const { baseUrl, paths, headers, connections, seconds } = this.#target;
    const round = await wrk({
      url: baseUrl,
      headers,
      script: 'paths.lua',
      args: [this.#pathsFile],
      connections,
      seconds,
      atMostPerSecond,
    });
    const expected = mean(this.answers, ({ rawLength }) => rawLength);
    if (Math.abs(round.bytesPerAnswer / expected - 1) > TOLERANCE) {
      throw new Error(`answers had ${round.bytesPerAnswer} bytes instead of ${expected}`);
    }
    this.#compare(await ask(`${baseUrl}${paths[0]}`, headers));
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
