import { ask, mean, survey } from './requests.js';
import { requestsFile, wrk } from './wrk.js';

/** Tolerance for the length of a response, as a share, because heads differ by a few bytes. */
const TOLERANCE = 0.05;

/** Load of GETs in random order, with the expected responses. */
export class ReadLoad {
  #target;
  /** @type {import('./requests.js').Answer[]} one to each request */
  answers;

  /**
   * Sends every request once.
   *
   * @param {{ folder: string, seconds: number }} bench
   * @param {object} target
   * @param {string} target.baseUrl
   * @param {import('./requests.js').Request[]} target.requests
   * @param {number} [target.status] that every answer has to have
   * @param {import('../shop/processor-time.js').Meter} target.meter
   */
  static async open({ folder, seconds }, { baseUrl, requests, status = 200, meter }) {
    const load = new ReadLoad();
    load.answers = await survey(baseUrl, requests);
    const other = load.answers.find((answer) => answer.status !== status);
    if (other) throw new Error(`expected ${status}, got ${other.status}: ${other.body}`);
    const args = [await requestsFile(folder, requests)];
    load.#target = { baseUrl, first: requests[0], args, seconds, meter };
    return load;
  }

  /** @returns {Promise<import('./wrk.js').Round>} @throws Error if a response is not the expected one */
  async round() {
    const { baseUrl, first } = this.#target;
    const round = await wrk(this.#target);
    const expected = mean(this.answers, ({ rawLength }) => rawLength);
    if (Math.abs(round.bytesPerAnswer / expected - 1) > TOLERANCE) {
      throw new Error(`answers had ${round.bytesPerAnswer} bytes instead of ${expected}`);
    }
    const [before] = this.answers;
    const { status, body } = await ask(`${baseUrl}${first.path}`, first.headers);
    if (status !== before.status || body.length !== before.body.length) {
      throw new Error(
        `an answer of ${before.status} with ${before.body.length} bytes became ${status} with ${body.length}`,
      );
    }
    return round;
  }
}
