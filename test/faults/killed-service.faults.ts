import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { expectBooksBalance } from './support/books.js';
import { Crowd } from './support/crowd.js';
import { Figures } from './support/figures.js';
import { statuses } from './support/http.js';
import { drawn, size } from './support/run.js';
import { Shop } from './support/shop.js';
import { Instance, stagedDatabase } from './support/stage.js';

const BUYERS = 24;
const figures = new Figures('kill -9');

it('the service, killed at full load again and again, has every order that it confirmed to a caller', async () => {
  const connection = await stagedDatabase();
  const service = await Instance.start(connection);
  const { baseUrl } = service;
  const shop = await Shop.open(baseUrl);
  const buyers = new Crowd(BUYERS, (turn) => shop.order(baseUrl, shop.items(turn)));
  await buyers.first(201, performance.now());

  const kills = drawn(size(50, 2), fc.integer({ min: 100, max: 900 }));
  const waits: number[] = [];
  for (const afterMs of kills) {
    await sleep(afterMs);
    await service.process.end('SIGKILL');
    const startedAt = performance.now();
    service.respawn();
    const wait = buyers.first(201, startedAt);
    waits.push(
      await wait.catch((error: Error) => {
        throw new Error(`${error.message}; the service ${service.state}`);
      }),
    );
  }
  const answers = await buyers.leave();

  expect(answers.filter(({ status }) => ![0, 201, 503].includes(status)).slice(0, 3)).toEqual([]);
  const acknowledged = await expectBooksBalance(connection, answers);
  figures.keep('kills', kills.length);
  figures.keep('orders acknowledged, all stored', acknowledged);
  figures.keep('answers', JSON.stringify(statuses(answers)));
  figures.within('first 201 after the start, slowest', Math.max(...waits), 3_000);
});
