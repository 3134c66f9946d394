import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ORDER_HEAD, orderLines } from '../load/order-load.js';
import { CHANGES, currentPolls } from '../load/requests.js';
import { inScope } from '../shop/scope.js';
import { query } from '../shop/workspace.js';
import { figure } from './comparison.js';
import { skusOf } from './reads.js';

const run = promisify(execFile);
const TURN_PROBE = join(import.meta.dirname, '../shop/turn-probe.js');
const SENDER = join(import.meta.dirname, '../load/store-sender.js');
const SHOP = { plans: 5, clients: 500, orders: 10_000 };
const ORDERS_PER_SECOND = 10;
/** Warm-up, because a service that has just started compiles its code and builds its lists. */
const WARM_UP = { seconds: 3, perSecond: 200 };
/** Minimum seconds of a round: enough orders for a p99. */
const LEAST_SECONDS = 10;

/**
 * The requests of 500 stores at half of the rate that they reach, each store with a token and a connection, and 10 orders a
 * second, which advance the cursors.
 * - 60 % read the stock of one product
 * - 20 % read changes since their cursor
 * - 14 % read an order's status
 * - 4 % read the stock of 50 products
 * - 2 % read the compressed list with their ETag
 */
export const MIX_ROW = {
  name: 'mix',
  measure: (bench) => inScope((scope) => measure(bench, scope)),
};

async function measure(bench, scope) {
  const nodeOptions = [`--import=${TURN_PROBE}`];
  const shop = await bench.openShop(scope, { size: SHOP, nodeOptions });
  const settings = {
    baseUrl: shop.baseUrl,
    skus: await skusOf(shop.database),
    lines: await orderLines(shop.database),
    orderHead: ORDER_HEAD,
    ordersPerSecond: ORDERS_PER_SECOND,
  };
  await send(bench, shop, { ...settings, ...WARM_UP });
  const seconds = Math.max(bench.seconds, LEAST_SECONDS);
  const capacity = await send(bench, shop, { ...settings, seconds, perSecond: 0 });
  const perSecond = capacity.perSecond / 2;
  const rounds = [];
  for (let round = 0; round < bench.rounds; round += 1) {
    await longestStops(shop);
    const before = await refreshes(shop);
    const { p99Ms } = await send(bench, shop, { ...settings, seconds, perSecond });
    const after = await refreshes(shop);
    const refreshMs = (1_000 * (after.seconds - before.seconds)) / (after.count - before.count);
    rounds.push({ p99Ms, ...(await longestStops(shop)), refreshMs });
  }
  const line = (name, atMost, of) => figure(`mix-${name}`, 'ms', { atMost }, rounds.map(of));
  return [
    line('stock', 70, ({ p99Ms }) => p99Ms.stock),
    line('changes', 75, ({ p99Ms }) => p99Ms.changes),
    line('order', 110, ({ p99Ms }) => p99Ms.order),
    line('turn', 50, ({ turnMs }) => turnMs),
    line('collector', 40, ({ collectorMs }) => collectorMs),
    line('refresh', 0.6, ({ refreshMs }) => refreshMs),
  ];
}

/** Reads the longest stops of the service since the call before: see the probe. */
async function longestStops({ instances: [{ child }] }) {
  const told = once(child, 'message');
  child.send('turn');
  const [stops] = await told;
  return stops;
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

/** @returns {Promise<{ perSecond: number, p99Ms: Record<string, number> }>} p99 by kind */
async function send(bench, shop, settings) {
  const file = join(bench.folder, 'stores.json');
  // With current cursors: old ones would begin each round with a burst of large pages.
  const stores = await storesOf(shop);
  await writeFile(file, JSON.stringify({ ...settings, stores }));
  // The service and PostgreSQL come first: the sender is not what is measured.
  const { stdout } = await run('nice', ['-n', '10', process.execPath, SENDER, file]);
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
