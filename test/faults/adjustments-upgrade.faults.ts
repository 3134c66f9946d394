import { DataSource } from 'typeorm';
import { dataSourceOptions, type DatabaseConnection } from '../../ormconfig.js';
import { revertLastMigration } from '../../src/platform/database/migrations.js';
import { withSetupLock } from '../../src/platform/database/setup-lock.js';
import { migrateSchema } from '../../src/schema/migrate-schema.js';
import { openTransaction } from '../support/database/database.js';
import { eventually } from '../support/eventually.js';
import { expectInvariants, query } from './support/books.js';
import type { Answer } from './support/http.js';
import { buildPreviousRelease } from './support/servers/previous-release.js';
import { ask, operate, Shop } from './support/shop.js';
import { Instance, stagedEmptyDatabase, stagedFolder } from './support/stage.js';

/** Brings the database back to before adjustments were approvals, so that no other migration waits for what a test locks. */
async function revertAdjustments(connection: DatabaseConnection): Promise<void> {
  const dataSource = await new DataSource(dataSourceOptions(connection)).initialize();
  while ((await revertLastMigration(dataSource)) !== 'Adjustments1795700000000');
  await dataSource.destroy();
}

it('a correction of a wallet that is proposed during an upgrade is neither lost nor decided twice', async () => {
  const previous = await buildPreviousRelease(await stagedFolder());
  const connection = await stagedEmptyDatabase();
  const old = await Instance.start(connection, {}, previous);
  const upgrade = async () => withSetupLock(dataSourceOptions(connection), migrateSchema);
  await upgrade();
  await revertAdjustments(connection);
  const { buyer } = await Shop.open(old.baseUrl);
  const call = async (at: Instance, path: string, body?: unknown): Promise<Answer> =>
    ask(at.baseUrl, 'POST', path, body);
  const propose = async (at: Instance, amount: number): Promise<Answer> =>
    call(at, `clients/${buyer.id}/wallet/adjustments`, { amount, reason: 'Typo' });
  const idOf = ({ body }: Answer): number => (body.data as { id: number }).id;
  const approve = async (at: Instance, id: number) => call(at, `adjustments/${id}/approve`);

  const approved = idOf(await propose(old, 100));
  const [waiting, rejected] = [idOf(await propose(old, 20)), idOf(await propose(old, 7))];
  expect((await approve(old, approved)).status).toBe(200);
  expect((await call(old, `adjustments/${rejected}/reject`)).status).toBe(200);

  // A proposal and an approval have begun when the upgrade begins, and end after it asked for its lock.
  const holder = await openTransaction(connection);
  await holder.query(`SELECT FROM clients WHERE id = ${buyer.id} FOR UPDATE`);
  const underway = propose(old, 3);
  const lockedBy = async (mode: string, isGranted: boolean): Promise<boolean> => {
    const locks = await query(
      connection,
      `SELECT FROM pg_locks WHERE relation = 'wallet_adjustments'::regclass AND mode = $1 AND granted = $2`,
      [mode, isGranted],
    );
    return locks.length > 0;
  };
  await eventually(() => lockedBy('RowExclusiveLock', true));
  const upgrading = upgrade();
  await eventually(() => lockedBy('ShareRowExclusiveLock', false));
  const late = approve(old, waiting);
  await holder.commit();
  const begun = await underway;
  expect(begun.status).toBe(201);
  await upgrading;
  const current = await Instance.start(connection);
  // It was before the upgrade, or it was refused.
  const lateStatus = (await late).status;
  expect([200, 503]).toContain(lateStatus);

  for (const refused of [
    await propose(old, 11),
    await approve(old, idOf(begun)),
    await call(old, `adjustments/${idOf(begun)}/reject`),
  ]) {
    expect([refused.status, Number(refused.headers.get('Retry-After')) > 0]).toEqual([503, true]);
  }
  const answers = await Promise.all([
    approve(current, waiting),
    approve(old, waiting),
    approve(current, waiting),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, lateStatus, 200]);
  expect((await approve(current, idOf(begun))).status).toBe(200);
  expect((await approve(current, rejected)).body.code).toBe('adjustment_decided');
  expect((await propose(current, 11)).status).toBe(201);
  const listed = (await operate(current.baseUrl, 'GET', 'adjustments')) as unknown as {
    amount: number;
    status: string;
  }[];
  expect(listed.map(({ amount, status }) => [amount, status])).toEqual([
    [11, 'proposed'],
    [3, 'approved'],
    [7, 'rejected'],
    [20, 'approved'],
    [100, 'approved'],
  ]);
  const { wallet_balance } = await operate(current.baseUrl, 'GET', `clients/${buyer.id}`);
  expect(wallet_balance).toBe(123);
  await expectInvariants(connection);
});
