import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CUSTOMER } from '../shop/order-sql.js';
import { headerLine, wrk } from './wrk.js';
import { query } from '../shop/workspace.js';

const ORDER_CONNECTIONS = 64;
/** If no order was stored for this time, none is in progress any more. */
const QUIET_MS = 400;

/** The JSON of an order before its lines, its store order id to follow. */
const HEAD = JSON.stringify(CUSTOMER).slice(0, -1);

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

/** Load of orders with two random lines, placed over HTTP. */
export class OrderLoad {
  #target;
  #linesFile;
  #clientsFile;

  /**
   * @param {{ folder: string, seconds: number }} bench
   * @param {object} target
   * @param {string} target.baseUrl
   * @param {number[]} [target.ports] of several instances, each of which gets as many connections
   * @param {string} target.database
   * @param {import('../shop/clients.js').StoreClient[]} target.clients
   * @param {string[]} target.lines
   * @param {import('../measure/processor-time.js').Meter} target.meter
   */
  static async open({ folder, seconds }, target) {
    const load = new OrderLoad();
    load.#target = { seconds, ...target };
    const id = randomBytes(4).toString('hex');
    load.#linesFile = join(folder, `lines-${id}`);
    load.#clientsFile = join(folder, `clients-${id}`);
    await writeFile(load.#linesFile, target.lines.join('\n'));
    const clients = target.clients.map(({ headers }) => headerLine(headers));
    await writeFile(load.#clientsFile, clients.join('\n'));
    return load;
  }

  /** @returns {Promise<import('./wrk.js').Round>} @throws Error if an order is not stored */
  async round() {
    return this.run();
  }

  /** Requests quotes instead. @returns {Promise<import('./wrk.js').Round>} */
  async quotes() {
    return this.#send('/api/orders/quote', { seconds: this.#target.seconds });
  }

  /** @returns {Promise<number>} the p99 in ms at a fixed rate; @throws as round */
  async p99Ms(atMostPerSecond) {
    return (await this.run({ atMostPerSecond })).p99Ms;
  }

  /**
   * @param {{ atMostPerSecond?: number, seconds?: number }} [options]
   * @returns {Promise<import('./wrk.js').Round>}
   * @throws Error if a confirmed order is not stored
   */
  async run({ atMostPerSecond, seconds = this.#target.seconds } = {}) {
    const { database, ports } = this.#target;
    const before = await settledOrders(database);
    const round = await this.#send('/api/orders', { seconds, atMostPerSecond });
    const stored = (await settledOrders(database)) - before;
    const { answers } = round;
    const atOnce = ORDER_CONNECTIONS * (ports?.length ?? 1);
    if (stored < answers || stored > answers + atOnce) {
      throw new Error(`${answers} orders were answered and ${stored} are stored`);
    }
    return round;
  }

  async #send(path, { seconds, atMostPerSecond }) {
    const { baseUrl, ports, meter } = this.#target;
    return wrk({
      url: `${baseUrl}${path}`,
      headers: { 'Content-Type': 'application/json' },
      script: 'orders.lua',
      args: [this.#linesFile, this.#clientsFile, HEAD, `${randomBytes(6).toString('hex')}-`],
      connections: ORDER_CONNECTIONS,
      ports,
      seconds,
      atMostPerSecond,
      meter,
    });
  }
}

/** Waits for the orders in progress at the end of a round and returns the number of stored orders. */
async function settledOrders(database) {
  for (let before = -1, now = 0; ; before = now, await sleep(QUIET_MS)) {
    now = await countOrders(database);
    if (now === before) return now;
  }
}

async function countOrders(database) {
  const [{ orders }] = await query(database, 'SELECT count(*)::integer AS orders FROM orders');
  return orders;
}
