import { setTimeout as sleep } from 'node:timers/promises';
import { openTransaction } from '../support/database/database.js';
import { Crowd } from './support/crowd.js';
import { Figures, percentile } from './support/figures.js';
import { duration, slowest, statuses } from './support/http.js';
import { size } from './support/run.js';
import { Shop } from './support/shop.js';
import { Instance, stagedDatabase } from './support/stage.js';

const LOCKED_MS = size(30_000, 5_000);
/** Waiting begins when the lock is taken, so the first second is not representative. */
const SETTLING_MS = 1_000;
const figures = new Figures('locked stock level');

it('a stock level that another transaction has locked delays its own buyers only, and those briefly', async () => {
  const connection = await stagedDatabase();
  const service = await Instance.start(connection);
  const { baseUrl } = service;
  const shop = await Shop.open(baseUrl);
  const [hot = '', ...others] = shop.skus;
  const cold = (turn: number): string => others[turn % others.length] ?? '';
  const readers = new Crowd(4, (turn) => shop.read(baseUrl, turn));
  const bystanders = new Crowd(4, (turn) =>
    shop.order(baseUrl, [{ sku: cold(turn), quantity: 1 }]),
  );
  await bystanders.first(201, performance.now());
  await sleep(2_000);
  const lockedAt = performance.now();

  const holder = await openTransaction(connection);
  await holder.query(
    'SELECT FROM stock_levels WHERE product_id = (SELECT id FROM products WHERE sku = $1) FOR UPDATE',
    [hot],
  );
  const writers = new Crowd(64, () => shop.order(baseUrl, [{ sku: hot, quantity: 1 }]));
  await Promise.all([sleep(LOCKED_MS), writers.first(503, lockedAt)]);
  const releasedAt = performance.now();
  await holder.rollback();
  const recovery = await writers.first(201, releasedAt);
  await sleep(1_000);
  const all = [readers, bystanders, writers];
  await Promise.all(all.map((crowd) => crowd.leave()));

  const span = [lockedAt + SETTLING_MS, releasedAt - SETTLING_MS] as const;
  const [reads = [], sales = []] = [readers, bystanders].map((crowd) => crowd.sentWithin(...span));
  const before = bystanders.sentWithin(lockedAt - 2_000, lockedAt - 100).length / 1.9;
  const during = sales.length / ((span[1] - span[0]) / 1_000);
  const held = writers.answers.filter(({ endedAt }) => endedAt < releasedAt);
  figures.keep('answers of the locked level', JSON.stringify(statuses(held)));
  figures.keep('answers of other levels', JSON.stringify(statuses(sales)));
  figures.keep('reads', JSON.stringify(statuses(reads)));
  figures.keep('orders of other levels, before', before, { unit: '/s' });
  figures.keep('orders of other levels, meanwhile', during, { unit: '/s' });
  figures.keep('orders of other levels, slowest', slowest(sales), { unit: 'ms' });
  await figures.keepOrders(connection, [...bystanders.answers, ...writers.answers]);
  figures.within('503 after, slowest', slowest(held), 2_500);
  figures.within('reads, p99', percentile(reads.map(duration), 0.99), 100);
  figures.within('back to normal after', recovery, 1_000);
  expect(Object.keys(statuses(held))).toEqual(['503']);
  expect(Object.keys(statuses(sales))).toEqual(['201']);
  expect(Object.keys(statuses(readers.answers))).toEqual(['200']);
});
