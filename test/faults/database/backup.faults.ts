import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { CLI } from '../../support/processes/command-line.js';
import { execute, inDatabase } from '../../support/database/database.js';
import { eventually } from '../../support/eventually.js';
import { codeBlocksOf } from '../../support/documents/markdown.js';
import { expectBooksBalance, query } from '../support/books.js';
import { Crowd } from '../support/crowd.js';
import { Figures } from '../support/figures.js';
import { send, statuses, type Answer } from '../support/http.js';
import { Backups } from '../support/servers/backups.js';
import { PostgresServer, systemPrograms } from '../support/servers/postgres-server.js';
import { size } from '../support/run.js';
import { operate, Shop } from '../support/shop.js';
import { afterwards, Instance, stagedFolder } from '../support/stage.js';

const run = promisify(execFile);
const figures = new Figures('backup');
const programs = await systemPrograms();
const name = 'a backup taken at load is whole: a service on it goes on';

/** Returns the lines of the page that say how to back up, restore and verify. */
async function documentedCommands(): Promise<string[]> {
  const blocks = await codeBlocksOf('docs/operations.md');
  const [block, ...others] = blocks.filter(({ text }) => text.includes('pg_restore'));
  if (block === undefined || others.length > 0) throw new Error('not one block about backups');
  return block.text.replace('npm run cli --', `"${process.execPath}" "${CLI}"`).trim().split('\n');
}

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

  await execute(postgres.connection, 'CREATE DATABASE restored');
  const restored = inDatabase(postgres.connection, 'restored') as { url: string };
  const env = {
    PATH: `${programs}:${process.env.PATH}`,
    DATABASE_URL: postgres.connection.url,
    RESTORED_DATABASE_URL: restored.url,
  };
  const [dump, ...restore] = await documentedCommands();
  const begunAt = performance.now();
  await run('sh', ['-ec', dump ?? ''], { cwd: folder, env });
  const tookMs = performance.now() - begunAt;
  await sleep(500);
  await buyers.leave();
  expect(Object.keys(statuses(buyers.answers))).toEqual(['201']);
  await expectBooksBalance(postgres.connection, buyers.answers);

  const restoringAt = performance.now();
  await run('sh', ['-ec', restore.join('\n')], { cwd: folder, env });
  const before = buyers.answers.filter(({ endedAt }) => endedAt < begunAt);
  figures.keep(
    'orders acknowledged before it, all in it',
    await expectBooksBalance(restored, before),
  );
  const [row] = await query<{ count: string }>(restored, 'SELECT count(*) FROM orders');
  figures.keep('orders in it', Number(row?.count));
  figures.keep('pg_dump', Math.round(tookMs), { unit: 'ms' });
  figures.keep('pg_restore and verify', Math.round(performance.now() - restoringAt), {
    unit: 'ms',
  });

  const second = await Instance.start(restored);
  const answer = await shop.order(second.baseUrl, shop.items(1));
  expect(answer.status).toBe(201);
  await expectBooksBalance(restored, [...before, answer]);
});

const drill = 'a restore to a moment between two orders loses the second, which its store repeats';
(programs ? it : it.skip)(programs ? drill : `${drill} (PostgreSQL is not installed)`, async () => {
  const folder = await stagedFolder();
  const postgres = await PostgresServer.installed(folder, programs ?? '');
  const backups = await Backups.of(postgres, folder);
  await postgres.start(backups.settings);
  afterwards(() => postgres.end());
  // As instances of a production share it: cursors are stamped with it.
  const env = { SECRETS_KEY: randomBytes(32).toString('base64') };
  const { baseUrl } = await Instance.start(postgres.connection, env);
  const shop = await Shop.open(baseUrl);
  const orders: Answer[] = [await shop.order(baseUrl, shop.items(0))];
  const backingUpAt = performance.now();
  await backups.takeBase(1);
  figures.keep('base backup', Math.round(performance.now() - backingUpAt), { unit: 'ms' });
  // The name of a backup has seconds.
  await sleep(1_100);
  await backups.takeBase(1);
  expect(await backups.list('base')).toHaveLength(1);
  for (let turn = 0; turn < size(2_000, 100); turn += 1) {
    orders.push(await shop.order(baseUrl, shop.items(turn)));
  }
  await sleep(1_100);
  const [clock] = await query<{ now: string }>(postgres.connection, 'SELECT now()::text AS now');
  const lost = await shop.order(baseUrl, shop.items(1), { storeOrderId: 'LOST' });
  const list = async (at: string, cursor = ''): Promise<Record<string, unknown>> =>
    (await send(`${at}/api/orders?cursor=${cursor}`, { headers: shop.buyer.headers })).body;
  let cursor = '';
  for (let hasMore = true; hasMore;) {
    const page = await list(baseUrl, cursor);
    [cursor, hasMore] = [page.next_cursor as string, page.has_more as boolean];
  }
  const [{ file }] = (await query<{ file: string }>(
    postgres.connection,
    'SELECT pg_walfile_name(pg_switch_wal()) AS file',
  )) as [{ file: string }];
  await eventually(async () => (await backups.list('wal')).includes(file));
  await postgres.stopImmediately();

  const restoringAt = performance.now();
  await expect(backups.restoreTo('2020-01-01 00:00:00+00')).rejects.toThrow(
    'no base backup ended before 2020-01-01',
  );
  const restored = await backups.restoreTo(clock!.now);
  await restored.start(backups.settings);
  afterwards(() => restored.end());
  await eventually(async () => {
    const [state] = await query<{ ended: boolean }>(
      restored.connection,
      'SELECT NOT pg_is_in_recovery() AS ended',
    );
    return state!.ended;
  });
  const second = await Instance.start(restored.connection, env);
  figures.keep('restored until ready', Math.round(performance.now() - restoringAt), { unit: 'ms' });
  await expectBooksBalance(restored.connection, orders);

  const told = await list(second.baseUrl, cursor);
  expect(told).toMatchObject({ reset: true });
  expect(Date.parse(told.lost_after as string)).toBeLessThan(Date.parse(clock!.now));
  const reconciled = await send(`${second.baseUrl}/api/orders/reconcile`, {
    method: 'POST',
    headers: shop.buyer.headers,
    body: { store_order_ids: ['LOST'] },
  });
  expect(reconciled.body.data).toMatchObject([{ state: 'missing' }]);
  const again = await shop.order(second.baseUrl, shop.items(1), { storeOrderId: 'LOST' });
  expect([lost.status, again.status]).toEqual([201, 201]);
  const losses = await operate(second.baseUrl, 'GET', 'order-losses');
  expect(losses).toMatchObject([{ client_id: shop.buyer.id, missing: 1, placed_again: 1 }]);
  await expectBooksBalance(restored.connection, [...orders, again]);
});
