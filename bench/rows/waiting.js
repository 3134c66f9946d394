import { setTimeout as sleep } from 'node:timers/promises';
import { Connection, headerLines } from '../load/connection.js';
import { orderLines, placeOrder } from '../load/order-load.js';
import { ReadLoad } from '../load/read-load.js';
import { currentPolls, ORDERS } from '../load/requests.js';
import { inScope } from '../shop/scope.js';
import { memoryKb } from '../shop/service.js';
import { figure } from './comparison.js';
import { stockRequests } from './reads.js';

const WAITERS = 10_000;
const WAIT_SECONDS = 30;
const OPENED_AT_ONCE = 100;
const SHOP = { clients: 200 };
/** All connections come from one address. */
const ENV = { MAX_CONNECTIONS_PER_ADDRESS: '0' };
const ORDERS_PER_SECOND = 4;
/** Minimum seconds of a round: enough orders for a p99. */
const LEAST_SECONDS = 15;

/** 10,000 calls of 200 stores wait for orders, at one instance and at two; the orders are placed at one of them. */
export const WAITING_ROW = {
  name: 'waiting',
  async measure(bench) {
    const one = await inScope((scope) => measure(bench, scope, 1));
    const two = await inScope((scope) => measure(bench, scope, 2));
    return [
      figure('waiting', 'ms', { atMost: 100 }, one.p99Ms),
      figure('waiting-two', 'ms', { atMost: 85 }, two.p99Ms),
      figure('waiting-memory', 'kB', { atMost: 12 }, one.kilobytes),
      figure('waiting-stock', '×', { atMost: 1 }, one.times),
    ];
  },
};

/** @returns {Promise<{ p99Ms: number[], kilobytes: number[], times: number[] }>} one of each round */
async function measure(bench, scope, count) {
  const shop = await bench.openShop(scope, { count, env: ENV, size: SHOP });
  const stock = await ReadLoad.open(bench, { ...shop, requests: await stockRequests(shop) });
  const lines = await orderLines(shop.database);
  // So that the first orders of the rounds are no slower than the others.
  for (const client of shop.clients) await placeOrder(shop.baseUrl, client, lines);
  await stock.round();
  const figures = { p99Ms: [], kilobytes: [], times: [] };
  for (let round = 0; round < bench.rounds; round += 1) {
    const alone = await stock.round();
    const before = await memoryOf(shop);
    const waiters = await Waiters.open(shop.instances, await currentPolls(shop, ORDERS));
    scope.defer(() => waiters.close());
    await allWait(shop);
    figures.kilobytes.push(((await memoryOf(shop)) - before) / WAITERS);
    const meanwhile = await stock.round();
    figures.times.push(meanwhile.time.node / alone.time.node);
    const orders = ORDERS_PER_SECOND * Math.max(bench.seconds, LEAST_SECONDS);
    for (let order = 0; order < orders; order += 1) {
      const client = shop.clients[order % shop.clients.length];
      waiters.expect(client);
      const placed = placeOrder(shop.baseUrl, client, lines);
      await Promise.all([placed, sleep(1_000 / ORDERS_PER_SECOND)]);
    }
    await allWait(shop);
    const expected = (orders * WAITERS) / shop.clients.length;
    const { latenciesMs } = waiters;
    if (latenciesMs.length !== expected) {
      throw new Error(`${latenciesMs.length} answers have an order, not ${expected}`);
    }
    waiters.close();
    latenciesMs.sort((a, b) => a - b);
    figures.p99Ms.push(latenciesMs[Math.ceil(expected * 0.99) - 1]);
  }
  return figures;
}

/** Calls that wait for changed orders, each on a connection of its own. Each call is followed by the next one at once. */
class Waiters {
  /** Milliseconds from an order's request to each answer that has it. */
  latenciesMs = [];
  #placedAt = new Map();
  #connections = [];

  /** Opens connections to each instance in turn. @param {import('../load/requests.js').Request[]} polls with a cursor */
  static async open(instances, polls) {
    const waiters = new Waiters();
    let opening = [];
    for (let number = 0; number < WAITERS; number += 1) {
      const { baseUrl, port } = instances[number % instances.length];
      // As calls of stores that began at any time, they do not end at once.
      const seconds = 1 + (number % WAIT_SECONDS);
      opening.push(waiters.#wait(port, polls[number % polls.length], seconds));
      if (opening.length < OPENED_AT_ONCE) continue;
      await Promise.all(opening);
      opening = [];
      // Answered once the service has taken these connections: those beyond its backlog would be reset.
      await fetch(`${baseUrl}/health/live`);
    }
    return waiters;
  }

  close() {
    for (const connection of this.#connections) connection.close();
  }

  /** Notes that an order of a client is about to be placed. */
  expect({ headers }) {
    this.#placedAt.set(headers.Authorization, performance.now());
  }

  /** Returns once the connection is open. */
  #wait(port, { path, headers }, firstSeconds) {
    const head = headerLines({ Host: `127.0.0.1:${port}`, ...headers });
    const send = (address, seconds = WAIT_SECONDS) =>
      connection.send(`GET ${address}&wait=${seconds} HTTP/1.1\r\n${head}\r\n`);
    const connection = new Connection(port, ({ status, body }) => {
      if (status === 503) {
        // As clients do on a machine that others keep busy.
        setTimeout(() => send(path), 1_000);
        return;
      }
      const text = body.toString('latin1');
      if (status !== 200) throw new Error(`${status} ${text}`);
      if (!text.includes('"data":[]')) {
        this.latenciesMs.push(performance.now() - this.#placedAt.get(headers.Authorization));
      }
      const cursor = /"next_cursor":"([^"]*)"/.exec(text)[1];
      send(path.replace(/cursor=.*/, `cursor=${cursor}`));
    });
    this.#connections.push(connection);
    send(path, firstSeconds);
    return connection.opened;
  }
}

/** Returns when all calls wait. */
async function allWait({ instances }) {
  for (let waiting = 0; waiting < WAITERS; await sleep(50)) {
    const texts = await Promise.all(
      instances.map(async ({ baseUrl }) => (await fetch(`${baseUrl}/metrics`)).text()),
    );
    waiting = texts.reduce((sum, text) => sum + Number(/^waiting_calls (\d+)/m.exec(text)[1]), 0);
  }
}

async function memoryOf({ instances }) {
  const all = await Promise.all(instances.map(({ child }) => memoryKb(child.pid, 'VmRSS')));
  return all.reduce((sum, kilobytes) => sum + kilobytes, 0);
}
