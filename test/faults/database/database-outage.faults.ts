import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { execute } from '../../support/database/database.js';
import { Crowd } from '../support/crowd.js';
import { Figures } from '../support/figures.js';
import { duration, expectOnly, statuses } from '../support/http.js';
import { stagedServer } from '../support/servers/staged-servers.js';
import { drawn, size } from '../support/run.js';
import { Shop } from '../support/shop.js';
import { Instance, stagedDatabase } from '../support/stage.js';

const BUYERS = 12;
const READERS = 6;

it('PostgreSQL, stopped at once and started again, is missed but nothing is lost', async () => {
  const figures = new Figures('PostgreSQL stopped');
  const postgres = await stagedServer();
  const service = await Instance.start(postgres.connection);
  const { baseUrl } = service;
  const shop = await Shop.open(baseUrl);
  const buyers = new Crowd(BUYERS, (turn) => shop.order(baseUrl, shop.items(turn)));
  const readers = new Crowd(READERS, (turn) => shop.read(baseUrl, turn));
  await buyers.first(201, performance.now());

  const outages = drawn(size(20, 2), fc.integer({ min: 500, max: size(3_000, 1_500) }));
  const recoveries: number[] = [];
  const refusals: number[] = [];
  const linesPerSecond: number[] = [];
  for (const lastsMs of outages) {
    await sleep(500);
    const linesBefore = service.lines.length;
    await postgres.stopImmediately();
    const stoppedAt = performance.now();
    await sleep(lastsMs);
    const startedAt = performance.now();
    await postgres.start();
    const acceptsAt = performance.now();
    recoveries.push(await buyers.first(201, acceptsAt));
    await readers.first(200, acceptsAt);
    const meanwhile = [buyers, readers].flatMap((crowd) => crowd.sentWithin(stoppedAt, startedAt));
    const ended = meanwhile.filter(({ endedAt }) => endedAt < startedAt);
    expectOnly(ended, 503);
    refusals.push(...meanwhile.filter(({ status }) => status === 503).map(duration));
    const seconds = (performance.now() - stoppedAt) / 1_000;
    linesPerSecond.push((service.lines.length - linesBefore) / seconds);
  }
  expectOnly(await buyers.leave(), 201, 503);
  expectOnly(await readers.leave(), 200, 503);

  expect(service.process.isRunning).toBe(true);
  figures.keep('outages', outages.length);
  await figures.keepOrders(postgres.connection, buyers.answers);
  figures.keep('answers 503 meanwhile', refusals.length);
  figures.within('503 after, slowest', Math.max(...refusals), 1_000);
  figures.within('first 201 once PostgreSQL accepts, slowest', Math.max(...recoveries), 2_000);
  const mostLines = Math.max(...linesPerSecond);
  figures.within('log lines a second of outage, most', mostLines, 20, '/s');
  expect(mostLines).toBeLessThanOrEqual(20);
});

it('single connections to PostgreSQL, killed at load, cost a 503 at most', async () => {
  const figures = new Figures('backends killed');
  const connection = await stagedDatabase();
  const service = await Instance.start(connection);
  const { baseUrl } = service;
  const shop = await Shop.open(baseUrl);
  const buyers = new Crowd(BUYERS, (turn) => shop.order(baseUrl, shop.items(turn)));
  const readers = new Crowd(READERS, (turn) => shop.read(baseUrl, turn));
  await buyers.first(201, performance.now());

  const kills = drawn(size(100, 10), fc.integer({ min: 20, max: 150 }));
  for (const afterMs of kills) {
    await sleep(afterMs);
    await execute(
      connection,
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid()
        ORDER BY state = 'idle', random() LIMIT 1`,
    );
  }
  const recovery = await buyers.first(201, performance.now());
  expectOnly(await buyers.leave(), 201, 503);
  expectOnly(await readers.leave(), 200, 503);

  expect(service.process.isRunning).toBe(true);
  figures.keep('kills', kills.length);
  await figures.keepOrders(connection, buyers.answers);
  figures.keep('answers', JSON.stringify(statuses([...buyers.answers, ...readers.answers])));
  figures.keep('log lines', service.lines.length);
  figures.within('first 201 after the last', recovery, 2_000);
});
