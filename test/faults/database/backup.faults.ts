import { setTimeout as sleep } from 'node:timers/promises';
import { CLI } from '../../support/processes/command-line.js';
import { execute, inDatabase } from '../../support/database/database.js';
import { eventually } from '../../support/eventually.js';
import { codeBlocksOf } from '../../support/documents/markdown.js';
import { expectBooksBalance, query } from '../support/books.js';
import { Crowd } from '../support/crowd.js';
import { Figures } from '../support/figures.js';
import { statuses } from '../support/http.js';
import { Backups } from '../support/servers/backups.js';
import {
  itWithPrograms,
  PROGRAMS,
  serverWithSchema,
  stagedServer,
  started,
} from '../support/servers/staged-servers.js';
import { calledService, stagedService } from '../support/servers/staged-service.js';
import { size } from '../support/run.js';
import { rehearseRestore } from '../support/restore-drill.js';
import { Shop } from '../support/shop.js';
import { stagedFolder } from '../support/stage.js';
import { run } from '../../support/processes/run.js';

const figures = new Figures('backup');

/** Reads the lines of the page about backup, restore and verification. */
async function documentedCommands(): Promise<string[]> {
  const blocks = await codeBlocksOf('docs/operations/backups.md');
  const [block, ...others] = blocks.filter(({ text }) => text.includes('pg_restore'));
  if (block === undefined || others.length > 0) throw new Error('not one block about backups');
  return block.text.replace('npm run cli --', `"${process.execPath}" "${CLI}"`).trim().split('\n');
}

itWithPrograms('a backup taken at load is whole: a service on it goes on', async () => {
  const folder = await stagedFolder();
  const postgres = await stagedServer({}, 'system');
  const { baseUrl } = await calledService(postgres.connection);
  const shop = await Shop.open(baseUrl);
  const buyers = new Crowd(12, (turn) => shop.order(baseUrl, shop.items(turn)));
  await sleep(size(20_000, 1_000));

  await execute(postgres.connection, 'CREATE DATABASE restored');
  const restored = inDatabase(postgres.connection, 'restored') as { url: string };
  const env = {
    PATH: `${PROGRAMS}:${process.env.PATH}`,
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
  await figures.keepOrders(restored, before);
  const [row] = await query<{ count: string }>(restored, 'SELECT count(*) FROM orders');
  figures.keep('orders in it', Number(row?.count));
  figures.keep('pg_dump', Math.round(tookMs), { unit: 'ms' });
  figures.keep('pg_restore and verify', performance.now() - restoringAt, { unit: 'ms' });

  const second = await stagedService(restored);
  const answer = await shop.order(second.baseUrl, shop.items(1));
  expect(answer.status).toBe(201);
  await expectBooksBalance(restored, [...before, answer]);
});

const drill = 'a restore to a moment between two orders loses the second, which its store repeats';
itWithPrograms(drill, async () => {
  const folder = await stagedFolder();
  const postgres = await serverWithSchema('system');
  const backups = await Backups.of(postgres, folder);
  await started(postgres, backups.settings);
  // A second one, of which the first is removed. The name of a backup has seconds.
  await backups.takeBase();
  await sleep(1_100);
  await backups.takeBase();
  expect(await backups.list('base')).toHaveLength(1);
  await expect(backups.restoreTo('2020-01-01 00:00:00+00')).rejects.toThrow(
    'no base backup ended before 2020-01-01',
  );
  await sleep(1_100);
  await rehearseRestore(postgres, backups, figures);
  const { connection } = await started(await backups.restoreTo('latest'));
  const settings = `SELECT (SELECT count(*)::int FROM pg_file_settings WHERE name ~ '^(recovery|restore)_') AS left
    FROM orders WHERE store_order_id = 'LOST' AND NOT pg_is_in_recovery()`;
  await eventually(async () => (await query(connection, settings)).length > 0);
  expect(await query(connection, settings)).toEqual([{ left: 0 }]);
});
