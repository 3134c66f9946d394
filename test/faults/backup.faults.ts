import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { execute, inDatabase } from '../support/database.js';
import { expectBooksBalance, query } from './support/books.js';
import { Crowd } from './support/crowd.js';
import { Figures } from './support/figures.js';
import { statuses } from './support/http.js';
import { PostgresServer, systemPrograms } from './support/postgres-server.js';
import { size } from './support/run.js';
import { Shop } from './support/shop.js';
import { afterwards, Instance, stagedFolder } from './support/stage.js';

const run = promisify(execFile);
const figures = new Figures('backup');
const programs = await systemPrograms();
const name = 'a backup taken at load is whole: a service on it goes on';

(programs ? it : it.skip)(programs ? name : `${name} (pg_dump is not installed)`, async () => {
  const folder = await stagedFolder();
  const postgres = await PostgresServer.installed(folder, programs ?? '');
  await postgres.start();
  afterwards(() => postgres.end());
  const service = await Instance.start(postgres.connection);
  const { baseUrl } = service;
  const shop = await Shop.open(baseUrl);
  const buyers = new Crowd(12, (turn) => shop.order(baseUrl, shop.items(turn)));
  await sleep(size(20_000, 1_000));

  const dump = join(folder, 'backup.dump');
  const begunAt = performance.now();
  await run(join(programs ?? '', 'pg_dump'), ['-Fc', '-f', dump, '-d', postgres.connection.url]);
  const tookMs = performance.now() - begunAt;
  await sleep(500);
  await buyers.leave();
  expect(Object.keys(statuses(buyers.answers))).toEqual(['201']);
  await expectBooksBalance(postgres.connection, buyers.answers);

  await execute(postgres.connection, 'CREATE DATABASE restored');
  const restored = inDatabase(postgres.connection, 'restored') as { url: string };
  const restoringAt = performance.now();
  await run(join(programs ?? '', 'pg_restore'), ['--exit-on-error', '-d', restored.url, dump]);
  const before = buyers.answers.filter(({ endedAt }) => endedAt < begunAt);
  figures.keep(
    'orders acknowledged before it, all in it',
    await expectBooksBalance(restored, before),
  );
  const [row] = await query<{ count: string }>(restored, 'SELECT count(*) FROM orders');
  figures.keep('orders in it', Number(row?.count));
  figures.keep('pg_dump', Math.round(tookMs), { unit: 'ms' });
  figures.keep('pg_restore', Math.round(performance.now() - restoringAt), { unit: 'ms' });

  const second = await Instance.start(restored);
  const answer = await shop.order(second.baseUrl, shop.items(1));
  expect(answer.status).toBe(201);
  await expectBooksBalance(restored, [...before, answer]);
});
