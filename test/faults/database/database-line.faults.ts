import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { expectBooksBalance } from '../support/books.js';
import { Crowd } from '../support/crowd.js';
import {
  bandwidth,
  blackHole,
  clear,
  DatabaseProxy,
  latency,
  slices,
  type Weather,
} from '../support/servers/database-proxy.js';
import { Figures } from '../support/figures.js';
import { duration, send, statuses } from '../support/http.js';
import { drawn, size } from '../support/run.js';
import { ADMIN_TOKEN, Shop } from '../support/shop.js';
import { afterwards, Instance, stagedDatabase } from '../support/stage.js';

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
  const overall = new Figures('line');
  const connection = await stagedDatabase();
  const proxy = await DatabaseProxy.before(connection);
  afterwards(() => proxy.close());
  const service = await Instance.start(proxy.connection);
  const { baseUrl } = service;
  const shop = await Shop.open(baseUrl);
  const buyers = new Crowd(BUYERS, (turn) => shop.order(baseUrl, shop.items(turn)));
  const readers = new Crowd(READERS, (turn) => shop.read(baseUrl, turn));
  const operator = { headers: { Authorization: `Bearer ${ADMIN_TOKEN}` } };
  const operators = new Crowd(1, () => send(`${baseUrl}/admin/orders?limit=1`, operator));
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
  expect(
    [...answers, ...operators.answers]
      .filter(({ status }) => ![200, 201, 503].includes(status))
      .slice(0, 3),
  ).toEqual([]);
  expect(service.process.isRunning).toBe(true);
  const acknowledged = await expectBooksBalance(connection, buyers.answers);
  overall.keep('orders acknowledged, all stored', acknowledged);
  for (const { name, beganAt, endedAt, recovery } of spans) {
    const figures = new Figures(`line: ${name}`);
    const touched = answers.filter((answer) => answer.endedAt > beganAt && answer.sentAt < endedAt);
    figures.keep('answers meanwhile', JSON.stringify(statuses(touched)));
    figures.within('slowest request', Math.max(...touched.map(duration)), 6_000);
    const asked = operators.answers.filter(
      (answer) => answer.endedAt > beganAt && answer.sentAt < endedAt,
    );
    figures.within('slowest request of an operator', Math.max(...asked.map(duration)), POOL_MS);
    figures.within('recovery after the fault', recovery, 2_000);
  }
});
