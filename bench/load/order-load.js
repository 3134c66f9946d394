import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { CUSTOMER } from '../shop/order-sql.js';
import { query } from '../shop/workspace.js';
import { CONNECTIONS, linesFile, requestsFile, wrk } from './wrk.js';

/** If no order was stored for this time, none is in progress any more. */
const QUIET_MS = 400;

/** The JSON of an order before its lines. */
export const ORDER_HEAD = JSON.stringify(CUSTOMER).slice(0, -1);

/**
 * Lists the SKUs and variations that can be ordered.
 *
 * @param {string} url the database's
 * @returns {Promise<string[]>} lines of an order as JSON
 */
export async function orderLines(url) {
  const rows = await query(url, 'SELECT sku, variation FROM bench.lines ORDER BY n');
  return rows.map(({ sku, variation }) =>
    JSON.stringify({ sku, quantity: 1, ...(variation && { variation }) }),
  );
}

/** Places an order of a client with one random line. */
export async function placeOrder(baseUrl, { headers }, lines) {
  const { status } = await fetch(`${baseUrl}/api/orders`, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: `${ORDER_HEAD},"items":[${lines[Math.floor(Math.random() * lines.length)]}]}`,
  });
  if (status !== 201) throw new Error(`an order was answered with ${status}`);
}

/** Load of orders with two random lines, placed over HTTP. */
export class OrderLoad {
  #target;
  #files;

  /**
   * @param {{ folder: string, seconds: number }} bench
   * @param {object} target
   * @param {string} target.baseUrl
   * @param {string} target.database
   * @param {import('../shop/catalog-seed.js').StoreClient[]} target.clients
   * @param {import('../shop/processor-time.js').Meter} target.meter
   */
  static async open({ folder, seconds }, { baseUrl, database, clients, meter }) {
    const load = new OrderLoad();
    load.#target = { baseUrl, database, seconds, meter };
    const requests = clients.map(({ headers }) => ({
      path: '/api/orders',
      headers: { ...headers, 'Content-Type': 'application/json' },
    }));
    load.#files = [
      await requestsFile(folder, requests),
      await linesFile(folder, await orderLines(database)),
    ];
    return load;
  }

  /** @returns {Promise<import('./wrk.js').Round>} @throws Error if a confirmed order is not stored */
  async round() {
    const { database } = this.#target;
    const before = await settledOrders(database);
    const args = [...this.#files, ORDER_HEAD, `${randomBytes(6).toString('hex')}-`];
    const round = await wrk({ ...this.#target, args });
    const stored = (await settledOrders(database)) - before;
    if (stored < round.answers || stored > round.answers + CONNECTIONS) {
      throw new Error(`${round.answers} orders were answered and ${stored} are stored`);
    }
    return round;
  }
}

/** Waits for the orders in progress at the end of a round and returns the number of stored orders. */
async function settledOrders(database) {
  for (let before = -1, now = 0; ; before = now, await sleep(QUIET_MS)) {
    [{ now }] = await query(database, 'SELECT count(*)::integer AS now FROM orders');
    if (now === before) return now;
  }
}
