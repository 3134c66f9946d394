import { randomBytes } from 'node:crypto';
import { Agent, request } from 'node:http';
import { timePerRequest } from '../measure/processor-time.js';
import { query } from '../shop/workspace.js';

const CALLERS = 16;
const CREATED = 201;

/**
 * Load of receipts, each of which pays one order: one receipt and one settlement. The callers are in this process, because each
 * request needs an order of its own.
 */
export class ReceiptLoad {
  #target;
  #orders;

  /**
   * @param {{ seconds: number }} bench
   * @param {{ baseUrl: string, database: string, adminToken?: string, meter: import('../measure/processor-time.js').Meter }} target
   */
  static async open({ seconds }, target) {
    const load = new ReceiptLoad();
    load.#target = { seconds, ...target };
    load.#orders = await query(
      target.database,
      `SELECT order_number, client_id, total_minor::integer AS total FROM orders
        WHERE status = 'awaiting_payment' ORDER BY id DESC`,
    );
    return load;
  }

  /** @returns {Promise<import('../rows/comparison.js').SideRound>} @throws Error if a receipt is refused, or orders run out */
  async round() {
    const { baseUrl, adminToken, meter, seconds } = this.#target;
    const agent = new Agent({ keepAlive: true, maxSockets: CALLERS });
    const target = { agent, url: `${baseUrl}/admin/receipts`, adminToken };
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

  /** Sends receipts one after the other until a time, and returns how many. */
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

/** @throws Error unless the receipt is recorded and pays the order */
async function send({ agent, url, adminToken }, { order_number: number, client_id, total }) {
  const body = JSON.stringify({
    ...{ client_id, source: 'bank', reference: `B-${randomBytes(8).toString('hex')}` },
    ...{ amount: total / 100, orders: [number] },
  });
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
  if (status !== CREATED || !text.includes(number)) throw new Error(`${status} ${text}`);
}

function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0);
}
