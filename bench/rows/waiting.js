import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { orderLines } from '../load/order-load.js';
import { currentPolls, ORDERS } from '../load/polls.js';
import { Waiters } from './waiters.js';
import { say } from '../report/say.js';
import { CUSTOMER } from '../shop/order-sql.js';
import { figureRow, inScope } from './comparison.js';
import { openStock } from './reads.js';

const WAITERS = 10_000;
const SHOP = { clients: 200 };
/** All connections come from one address. */
const ENV = { MAX_CONNECTIONS_PER_ADDRESS: '0' };
const ORDERS_PER_SECOND = 4;
/** Minimum seconds of a round: enough orders for a p99. */
const LEAST_SECONDS = 15;
const WHAT = `${WAITERS.toLocaleString('en')} calls of ${SHOP.clients} stores wait for orders`;

/** @typedef {{ p99Ms: number[], kilobytes: number[], times: number[] }} Waited figures of rounds */

/** @type {WeakMap<import('./bench.js').Bench, Promise<Waited>>} */
const measured = new WeakMap();

export const WAITING_ROWS = [
  figureRow({
    name: 'waiting',
    service: `${WHAT}: p99 from the request of an order to the answer of each call that waits for it`,
    unit: 'ms',
    goal: { atMost: 100 },
    figures: async (bench) => (await withOne(bench)).p99Ms,
  }),
  figureRow({
    name: 'waiting-two',
    service: 'the same at two instances; the orders are placed at one of them',
    unit: 'ms',
    goal: { atMost: 1_000 },
    figures: async (bench, scope) => (await measure(bench, scope, 2)).p99Ms,
  }),
  figureRow({
    name: 'waiting-memory',
    service: `${WHAT}: memory of the service for each`,
    unit: 'kB',
    goal: { atMost: 60 },
    figures: async (bench) => (await withOne(bench)).kilobytes,
  }),
  figureRow({
    name: 'waiting-stock',
    service: `${WHAT}: Node's time for GET /api/products/{sku}/stock, as a multiple of that without them`,
    unit: '×',
    goal: { atMost: 1.1 },
    figures: async (bench) => (await withOne(bench)).times,
  }),
];

/** Measures one instance, once in a run. */
function withOne(bench) {
  if (!measured.has(bench))
    measured.set(
      bench,
      inScope((scope) => measure(bench, scope, 1)),
    );
  return measured.get(bench);
}

/** @returns {Promise<Waited>} */
async function measure(bench, scope, count) {
  const shop = await bench.openInstances(scope, { count, env: ENV, size: SHOP });
  const stock = await openStock(bench, { ...shop, headers: shop.clients[0].headers });
  const lines = await orderLines(shop.database);
  // So that the first orders of the rounds are no slower than the others.
  for (const client of shop.clients) await place(shop, client, lines);
  await stock.round();
  const figures = { p99Ms: [], kilobytes: [], times: [] };
  for (let round = 0; round < bench.rounds; round += 1) {
    const alone = await stock.round();
    const before = await memoryKb(shop.pids);
    const polls = await currentPolls(shop, ORDERS);
    const waiters = await Waiters.open(shop.ports, polls, WAITERS);
    await allWait(shop);
    figures.kilobytes.push(((await memoryKb(shop.pids)) - before) / WAITERS);
    const meanwhile = await stock.round();
    figures.times.push(meanwhile.time.node / alone.time.node);
    const seconds = Math.max(bench.seconds, LEAST_SECONDS);
    for (let order = 0; order < seconds * ORDERS_PER_SECOND; order += 1) {
      const client = shop.clients[order % shop.clients.length];
      waiters.expect(client);
      await Promise.all([place(shop, client, lines), sleep(1_000 / ORDERS_PER_SECOND)]);
    }
    await allWait(shop);
    const latenciesMs = waiters.takeLatenciesMs().sort((a, b) => a - b);
    const expected = (seconds * ORDERS_PER_SECOND * WAITERS) / shop.clients.length;
    if (latenciesMs.length !== expected) {
      throw new Error(`${latenciesMs.length} answers have an order, not ${expected}`);
    }
    waiters.close();
    const p99Ms = latenciesMs[Math.ceil(expected * 0.99) - 1];
    say(`waiting: median ${latenciesMs[expected / 2].toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms`);
    figures.p99Ms.push(p99Ms);
  }
  return figures;
}

/** Places an order of a client, with random lines. */
export async function place({ baseUrl }, { headers }, lines) {
  const items = JSON.parse(`[${lines[Math.floor(Math.random() * lines.length)]}]`);
  const { status } = await fetch(`${baseUrl}/api/orders`, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify({ ...CUSTOMER, items }),
  });
  if (status !== 201) throw new Error(`an order was answered with ${status}`);
}

/** Returns when all calls wait. */
async function allWait({ ports }) {
  for (let waiting = 0; waiting < WAITERS; await sleep(50)) {
    const texts = await Promise.all(
      ports.map(async (port) => (await fetch(`http://127.0.0.1:${port}/metrics`)).text()),
    );
    waiting = texts.reduce((sum, text) => sum + Number(/^waiting_calls (\d+)/m.exec(text)[1]), 0);
  }
}

async function memoryKb(pids) {
  const texts = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/status`, 'utf8')));
  return texts.reduce((sum, text) => sum + Number(/^VmRSS:\s+(\d+)/m.exec(text)[1]), 0);
}
