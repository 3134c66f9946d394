import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CUSTOMER } from './order-sql.js';
import { wrk } from './wrk.js';
import { query } from './workspace.js';

export const ORDER_CONNECTIONS = 64;
/** How long the orders under way at the end of a round may take. */
const SETTLE_MS = 500;

/** The JSON of an order before its lines, its store order id to follow. */
const HEAD = JSON.stringify(CUSTOMER).slice(0, -1);

/**
 * What can be ordered.
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

/** An order of two random lines as JSON, with a store order id that no other one has. */
export function randomOrder(lines) {
  const line = () => lines[Math.floor(Math.random() * lines.length)];
  const id = randomBytes(12).toString('hex');
  return `${HEAD},"store_order_id":"${id}","items":[${line()},${line()}]}`;
}

/** Orders of two random lines, placed over HTTP. */
export class OrderLoad {
  #target;
  #linesFile;

  /**
   * @param {{ folder: string, seconds: number }} bench
   * @param {{ baseUrl: string, database: string, headers: Record<string, string>, lines: string[] }} target
   */
  static async open({ folder, seconds }, target) {
    const load = new OrderLoad();
    load.#target = { seconds, ...target };
    load.#linesFile = join(folder, `lines-${randomBytes(4).toString('hex')}`);
    await writeFile(load.#linesFile, target.lines.join('\n'));
    return load;
  }

  /** @returns {Promise<number>} orders a second; @throws where they are not stored */
  async round() {
    const { baseUrl, database, headers, seconds } = this.#target;
    const before = await countOrders(database);
    const { perSecond, answers } = await wrk({
      url: `${baseUrl}/api/orders`,
      headers: { ...headers, 'Content-Type': 'application/json' },
      script: 'orders.lua',
      args: [this.#linesFile, HEAD, `${randomBytes(6).toString('hex')}-`],
      connections: ORDER_CONNECTIONS,
      seconds,
    });
    await sleep(SETTLE_MS);
    const stored = (await countOrders(database)) - before;
    if (stored < answers || stored > answers + ORDER_CONNECTIONS) {
      throw new Error(`${answers} orders were answered and ${stored} are stored`);
    }
    return perSecond;
  }
}

async function countOrders(database) {
  const [{ orders }] = await query(database, 'SELECT count(*)::integer AS orders FROM orders');
  return orders;
}
