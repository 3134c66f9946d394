import { Agent, request } from 'node:http';
import { timePerRequest } from '../measure/processor-time.js';
import { query } from '../shop/workspace.js';

const CALLERS = 16;
const CREATED = 201;

/**
 * Load of an operator's calls, each about an order of its own. The callers are in this process, because each request needs an
 * order that no other one has.
 */
export class OperatorLoad {
  #target;
  #orders;

  /**
   * @param {{ seconds: number }} bench
   * @param {{ baseUrl: string, database: string, adminToken?: string, meter: import('../measure/processor-time.js').Meter }} target
   * @param {object} kind
   * @param {string} kind.orders SQL that finds the orders, which are taken from the end
   * @param {(order: object) => { path: string, body: object }} kind.request the call about an order
   */
  static async open({ seconds }, target, { orders, request: requestFor }) {
    const load = new OperatorLoad();
    load.#target = { seconds, ...target, requestFor };
    load.#orders = await query(target.database, orders);
    return load;
  }

  /** @returns {Promise<import('../rows/comparison.js').SideRound>} @throws Error if a call is refused, or orders run out */
  async round() {
    const { baseUrl, database, adminToken, meter, seconds, requestFor } = this.#target;
    // As autovacuum does within minutes: plans for the tables of a new database read all of them.
    await query(database, 'ANALYZE');
    const agent = new Agent({ keepAlive: true, maxSockets: CALLERS });
    const target = { agent, baseUrl, adminToken, requestFor };
    const before = await meter.read();
    const beganAt = performance.now();
    const answered = await Promise.all(
      Array.from({ length: CALLERS }, () => this.#call(target, beganAt + seconds * 1_000)),
    );
    const perSecond = (sum(answered) * 1_000) / (performance.now() - beganAt);
    const after = await meter.read();
    agent.destroy();
    return { perSecond, time: timePerRequest(before, after, sum(answered)) };
  }

  /** Sends calls one after the other until a time, and returns their number. */
  async #call(target, until) {
    let answered = 0;
    for (; performance.now() < until; answered += 1) {
      const order = this.#orders.pop();
      if (order === undefined) throw new Error('the orders have run out: prepare more of them');
      await send(target, order);
    }
    return answered;
  }
}

/** @throws Error unless the call does what it says, and its answer names the order */
async function send({ agent, baseUrl, adminToken, requestFor }, order) {
  const { path, body: fields } = requestFor(order);
  const url = `${baseUrl}/admin/${path}`;
  const body = JSON.stringify(fields);
  const headers = {
    Authorization: `Bearer ${adminToken}`,
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
  };
  const { status, text } = await new Promise((resolve, reject) => {
    const call = request(url, { method: 'POST', agent, headers }, (response) => {
      const chunks = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('end', () =>
        resolve({ status: response.statusCode, text: Buffer.concat(chunks).toString() }),
      );
      response.on('error', reject);
    });
    call.on('error', reject);
    call.end(body);
  });
  if (status !== CREATED || !text.includes(order.order_number))
    throw new Error(`${status} ${text}`);
}

function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0);
}
