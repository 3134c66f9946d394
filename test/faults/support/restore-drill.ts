import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { dateInShop } from '../../../src/platform/time-zone.js';
import {
  documentNumber,
  financialYearOf,
} from '../../../src/tax/documents/numbers/document-number.js';
import { eventually } from '../../support/eventually.js';
import { runCommand } from '../../support/processes/command-line.js';
import { expectBooksBalance, query } from './books.js';
import type { Figures } from './figures.js';
import { send, type Answer } from './http.js';
import { size } from './run.js';
import type { PostgresServer } from './servers/postgres-server.js';
import { stagedService } from './servers/staged-service.js';
import { started } from './servers/staged-servers.js';
import { operate, Shop } from './shop.js';
import { Instance, stagedFolder } from './stage.js';

const YEAR = financialYearOf(dateInShop(new Date()));

/** A program that backs up a server and restores it to a moment. */
export interface BackupProgram {
  /** Settings with which the server archives its WAL. */
  readonly settings: Record<string, string>;
  takeBase(): Promise<void>;
  hasArchived(file: string): Promise<boolean>;
  /** Makes a server on a data directory that is restored to a time at its start. */
  restoreTo(time: string): Promise<PostgresServer>;
}

/**
 * Restores to a moment between two orders, so that only the first one exists. Then every rule of the stored data holds.
 * - the store learns of the loss, and places the second order again
 * - an invoice that was printed in the lost time keeps its number: documents are on hold until its number is entered
 */
export async function rehearseRestore(
  postgres: PostgresServer,
  backups: BackupProgram,
  figures: Figures,
): Promise<void> {
  // As instances of a production share it: cursors are stamped with it.
  const env = { SECRETS_KEY: randomBytes(32).toString('base64') };
  const { baseUrl } = await stagedService(postgres.connection, env);
  const shop = await Shop.open(baseUrl);
  await shop.prepareInvoices(baseUrl);
  const orders: Answer[] = [await shop.order(baseUrl, shop.items(0))];
  const backingUpAt = performance.now();
  await backups.takeBase();
  figures.keep('base backup', Math.round(performance.now() - backingUpAt), { unit: 'ms' });
  for (let turn = 0; turn < size(2_000, 100); turn += 1) {
    orders.push(await shop.order(baseUrl, shop.items(turn)));
  }
  await sleep(1_100);
  const [clock] = await query<{ now: string }>(postgres.connection, 'SELECT now()::text AS now');
  expect((await shop.sell(baseUrl, shop.items(0))).status).toBe(201);
  const lost = await shop.order(baseUrl, shop.items(1), { storeOrderId: 'LOST' });
  const list = async (at: string, cursor = ''): Promise<Record<string, unknown>> =>
    (await send(`${at}/api/orders?cursor=${cursor}`, { headers: shop.buyer.headers })).body;
  let cursor = '';
  for (let hasMore = true; hasMore;) {
    const page = await list(baseUrl, cursor);
    [cursor, hasMore] = [page.next_cursor as string, page.has_more as boolean];
  }
  const switched = 'SELECT pg_walfile_name(pg_switch_wal()) AS file';
  const [wal] = await query<{ file: string }>(postgres.connection, switched);
  await eventually(async () => backups.hasArchived(wal!.file));
  await postgres.stopImmediately();

  const restoringAt = performance.now();
  const restored = await started(await backups.restoreTo(clock!.now), backups.settings);
  const ended = 'SELECT WHERE NOT pg_is_in_recovery()';
  await eventually(async () => (await query(restored.connection, ended)).length > 0);
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
  const { url } = restored.connection;
  const command = async (...args: string[]) =>
    runCommand(await stagedFolder(), args, { DATABASE_URL: url });
  const held = await shop.sell(second.baseUrl, shop.items(0));
  expect([held.status, held.body.code]).toEqual([409, 'documents_on_hold']);
  const printed = documentNumber({ series: 'WS', financialYear: YEAR, number: 1 });
  expect(await command('documents:release', printed)).toMatchObject({ status: 0 });
  expect((await shop.sell(second.baseUrl, shop.items(0))).status).toBe(201);
  const kinds = 'SELECT number::int, kind FROM tax_documents ORDER BY number';
  expect(await query(restored.connection, kinds)).toEqual([
    { number: 1, kind: 'canceled' },
    { number: 2, kind: 'invoice' },
  ]);
  expect(await command('verify')).toMatchObject({ status: 0, stderr: '' });
}
