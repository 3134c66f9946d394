import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { Crowd } from './support/crowd.js';
import { Figures } from './support/figures.js';
import { expectOnly, statuses } from './support/http.js';
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
    waits.push(await service.killAndRespawn(buyers));
  }
  const answers = await buyers.leave();

  expectOnly(answers, 0, 201, 503);
  await figures.keepOrders(connection, answers);
  figures.keep('kills', kills.length);
  figures.keep('answers', JSON.stringify(statuses(answers)));
  figures.within('first 201 after the start, slowest', Math.max(...waits), 3_000);
});
