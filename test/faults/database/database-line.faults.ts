import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { Crowd } from '../support/crowd.js';
import {
  bandwidth,
  blackHole,
  clear,
  type DatabaseProxy,
  latency,
  slices,
  type Weather,
} from '../support/servers/database-proxy.js';
import { Figures } from '../support/figures.js';
import { slowest, expectOnly, statuses, type Answer } from '../support/http.js';
import { stagedProxy } from '../support/servers/staged-servers.js';
import { drawn, size } from '../support/run.js';
import { ask, Shop } from '../support/shop.js';
import { Instance, stagedDatabase } from '../support/stage.js';

const BUYERS = 8;
const READERS = 4;
const FAULT_MS = size(12_000, 2_000);
const BETWEEN_MS = size(1_000, 300);
/** For a connection of the pool, and for its answer. */
const POOL_MS = 8_000;

interface Fault {
  begin: (proxy: DatabaseProxy) => void;
  end: (proxy: DatabaseProxy) => void;
}

function weather(fault: Weather): Fault {
  return { begin: (proxy) => proxy.turn(fault), end: (proxy) => proxy.turn(clear) };
}

function hole(): Fault {
  const { weather: fault, lift } = blackHole();
  return {
    begin: (proxy) => proxy.turn(fault),
    end: (proxy) => {
      proxy.turn(clear);
      lift();
    },
  };
}

const resets: Fault = {
  begin: (proxy) => proxy.reset({ refuse: true }),
  end: (proxy) => proxy.admit(),
};

const FAULTS: [string, Fault][] = [
  ['50 ms of latency', weather(latency(50))],
  ['300 ms of latency', weather(latency(300))],
  ['resets', resets],
  ['a black hole', hole()],
  ['slices of 1 to 3 bytes', weather(slices(drawn(1_000, fc.integer({ min: 1, max: 3 }))))],
  ['20 kB/s', weather(bandwidth(20_000))],
];

it('faults on the line to PostgreSQL: no request waits indefinitely, nothing is lost, and the service recovers soon after', async () => {
  const connection = await stagedDatabase();
  const proxy = await stagedProxy(connection);
  const service = await Instance.start(proxy.connection);
  const { baseUrl } = service;
  const shop = await Shop.open(baseUrl);
  const buyers = new Crowd(BUYERS, (turn) => shop.order(baseUrl, shop.items(turn)));
  const readers = new Crowd(READERS, (turn) => shop.read(baseUrl, turn));
  const operators = new Crowd(1, () => ask(baseUrl, 'GET', 'orders?limit=1'));
  await buyers.first(201, performance.now());

  const spans: { name: string; beganAt: number; endedAt: number; recovery: number }[] = [];
  for (const [name, fault] of FAULTS) {
    fault.begin(proxy);
    const beganAt = performance.now();
    await sleep(FAULT_MS);
    fault.end(proxy);
    const endedAt = performance.now();
    const recovery = Math.max(await buyers.first(201, endedAt), await readers.first(200, endedAt));
    spans.push({ name, beganAt, endedAt, recovery });
    await sleep(BETWEEN_MS);
  }
  await Promise.all([buyers.leave(), readers.leave(), operators.leave()]);

  const answers = [...buyers.answers, ...readers.answers];
  expectOnly([...answers, ...operators.answers], 200, 201, 503);
  expect(service.process.isRunning).toBe(true);
  await new Figures('line').keepOrders(connection, buyers.answers);
  for (const { name, beganAt, endedAt, recovery } of spans) {
    const figures = new Figures(`line: ${name}`);
    const during = (all: readonly Answer[]): Answer[] =>
      all.filter((answer) => answer.endedAt > beganAt && answer.sentAt < endedAt);
    const [touched, asked] = [during(answers), during(operators.answers)];
    figures.keep('answers meanwhile', JSON.stringify(statuses(touched)));
    figures.within('slowest request', slowest(touched), 6_000);
    figures.within('slowest request of an operator', slowest(asked), POOL_MS);
    figures.within('recovery after the fault', recovery, 2_000);
  }
});
