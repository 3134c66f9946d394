import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { orderLines } from '../load/order-load.js';
import { CHANGES, currentPolls } from '../load/polls.js';
import { CUSTOMER } from '../shop/order-sql.js';
import { say } from '../report/say.js';
import { Scope } from '../shop/scope.js';
import { query } from '../shop/workspace.js';

const run = promisify(execFile);
const SHOP = { plans: 5, clients: 500, orders: 10_000 };
const ORDERS_PER_SECOND = 10;
/** Warm-up, because a service that has just started compiles its code and builds its lists. */
const WARM_UP = { seconds: 3, perSecond: 200 };
/** Minimum seconds of a round: enough orders for a p99. */
const LEAST_SECONDS = 10;

/**
 * The requests of 500 stores, each with a token and a connection, and 10 orders a second, which advance the cursors.
 * - 60 % read the stock of one product
 * - 20 % read changes since their cursor
 * - 14 % read an order's status
 * - 4 % read the stock of 50 products
 * - 2 % read the compressed list with their ETag
 *
 * @typedef {object} MixRound
 * @property {number} perSecond
 * @property {Record<string, number>} p99Ms by kind
 * @property {number} unchangedShare of the lists, those answered by 304
 * @property {number} senderUs processor time of the sender for a request
 * @property {number} turnMs longest turn of the service's event loop
 * @property {number} collectorMs longest stop of the service for its garbage collector
 * @property {number} refreshMs mean time of the query that all requests for current copies wait for
 */

/** @type {WeakMap<import('./bench.js').Bench, Promise<MixRound[]>>} */
const measured = new WeakMap();

/** Measures rounds at half of the rate that the stores reach without a limit, once in a run. */
export function storeMix(bench) {
  if (!measured.has(bench)) measured.set(bench, measureMix(bench));
  return measured.get(bench);
}

async function measureMix(bench) {
  const scope = new Scope();
  try {
    const shop = await bench.openShop(scope, SHOP);
    const settings = {
      baseUrl: shop.baseUrl,
      skus: await skusOf(shop),
      lines: await orderLines(shop.database),
      orderHead: JSON.stringify(CUSTOMER).slice(0, -1),
      ordersPerSecond: ORDERS_PER_SECOND,
    };
    await send(bench, shop, { ...settings, ...WARM_UP });
    const seconds = Math.max(bench.seconds, LEAST_SECONDS);
    const capacity = await send(bench, shop, { ...settings, seconds, perSecond: 0 });
    const rounds = [];
    for (let round = 0; round < bench.rounds; round += 1) {
      const perSecond = capacity.perSecond / 2;
      await shop.longestStops();
      const before = await refreshes(shop);
      const sent = await send(bench, shop, { ...settings, seconds, perSecond });
      const after = await refreshes(shop);
      const refreshMs = (1_000 * (after.seconds - before.seconds)) / (after.count - before.count);
      rounds.push(Object.assign(sent, await shop.longestStops(), { refreshMs }));
    }
    rounds.forEach((round) => say(`mix: ${inWords(round)}`));
    return rounds;
  } finally {
    await scope.close();
  }
}

/** Reads how often the copies in memory were refreshed since the start, and how long that took. */
async function refreshes({ baseUrl }) {
  const text = await (await fetch(`${baseUrl}/metrics`)).text();
  const sum = (name) =>
    [...text.matchAll(new RegExp(`^\\w*${name}_total\\{.*\\} (.+)$`, 'gm'))]
      .map(([, value]) => Number(value))
      .reduce((total, value) => total + value, 0);
  return { count: sum('live_cache_refreshes'), seconds: sum('live_cache_refresh_seconds') };
}

function inWords(round) {
  const { perSecond, p99Ms, unchangedShare, senderUs, turnMs, collectorMs, refreshMs } = round;
  const p99s = Object.entries(p99Ms).map(([kind, ms]) => `${kind} ${ms.toFixed(1)}`);
  return (
    `${Math.round(perSecond)} requests/s, p99 in ms: ${p99s.join(', ')}; ${Math.round(100 * unchangedShare)} % of the lists ` +
    `unchanged; the sender took ${Math.round(senderUs)} µs for each; longest turn ${turnMs.toFixed(1)} ms, ` +
    `for the collector ${collectorMs.toFixed(1)} ms; a refresh ${refreshMs.toFixed(2)} ms`
  );
}

/** @returns {Promise<MixRound>} */
async function send(bench, shop, settings) {
  const file = join(bench.folder, 'stores.json');
  // With current cursors: old ones would begin each round with a burst of large pages.
  const stores = await storesOf(shop);
  await writeFile(file, JSON.stringify({ ...settings, stores }));
  const sender = join(import.meta.dirname, '../load/store-sender.js');
  // The service and PostgreSQL come first: the sender is not what is measured.
  const { stdout } = await run('nice', ['-n', '10', process.execPath, sender, file]).catch(
    ({ stderr }) => {
      throw new Error(stderr);
    },
  );
  return JSON.parse(stdout);
}

/** Lists the clients, each with its orders and its current poll of changes. */
async function storesOf({ baseUrl, database, clients }) {
  const rows = await query(
    database,
    'SELECT client_id, array_agg(order_number) AS numbers FROM orders GROUP BY client_id',
  );
  const numbersOf = new Map(rows.map((row) => [row.client_id, row.numbers]));
  // Clients of one plan have the same cursor, so one request is enough.
  const polls = await currentPolls({ baseUrl, clients: clients.slice(0, SHOP.plans) }, CHANGES);
  return clients.map(({ clientId, headers }, index) => ({
    headers,
    changesPath: polls[index % SHOP.plans].path,
    orderNumbers: numbersOf.get(clientId),
  }));
}

async function skusOf({ database }) {
  const rows = await query(database, 'SELECT sku FROM products WHERE active');
  return rows.map(({ sku }) => sku);
}
