import { setTimeout as sleep } from 'node:timers/promises';
import { DataSource } from 'typeorm';
import { dataSourceOptions, type DatabaseConnection } from '../../ormconfig.js';
import { revertLastMigration } from '../../src/platform/database/migrations.js';
import { withSetupLock } from '../../src/platform/database/setup-lock.js';
import { migrateSchema } from '../../src/schema/migrate-schema.js';
import { openTransaction } from '../support/database/database.js';
import { eventually } from '../support/eventually.js';
import { expectInvariants, query, sqlOn } from './support/books.js';
import { Crowd } from './support/crowd.js';
import { Figures } from './support/figures.js';
import { duration, statuses, type Answer } from './support/http.js';
import { HAS_NGINX, stagedNginx } from './support/servers/nginx.js';
import { buildPreviousRelease } from './support/servers/previous-release.js';
import { IS_SHORT, size } from './support/run.js';
import { ask, operate, Shop } from './support/shop.js';
import { stagedService } from './support/servers/staged-service.js';
import { Instance, stagedEmptyDatabase, stagedFolder } from './support/stage.js';
import { StoreFeeds } from './support/store-feeds.js';

/** Share in the short run, where other tests keep all processors busy. */
const BUSY_SHARE = 0.01;

/** Between two orders of a buyer in a long run: the database's rules are checked on all of them in the end. */
const PAUSE_MS = size(40, 0);

const figures = new Figures('rolling upgrade');
let previous: string;

beforeAll(async () => {
  const buildAt = performance.now();
  previous = await buildPreviousRelease(await stagedFolder());
  figures.keep('release before built', performance.now() - buildAt, { unit: 'ms' });
});

(HAS_NGINX ? it : it.skip)(
  'two instances of the release before become this one and the release before again, and no request fails',
  async () => {
    const connection = await stagedEmptyDatabase();
    const instances = [
      await Instance.start(connection, {}, previous),
      await Instance.start(connection, {}, previous),
    ];
    const baseUrl = await stagedNginx(
      instances.map(({ port }) => port),
      '',
    );
    const shop = await Shop.open(baseUrl);
    const store = new StoreFeeds(baseUrl, shop.buyer.headers);
    const buyers = new Crowd(4, async (turn) => {
      await sleep(PAUSE_MS);
      return shop.order(baseUrl, shop.items(turn));
    });
    const operators = new Crowd(2, (turn) => shop.sell(baseUrl, shop.items(turn)));
    const readers = new Crowd(3, (turn) => shop.read(baseUrl, turn));
    const exits: (number | null)[] = [];
    await buyers.first(201, performance.now());

    for (let round = 0; round < size(5, 1); round += 1) {
      // Back again, too, unless time is short.
      for (const main of IS_SHORT ? [undefined] : [undefined, previous]) {
        for (const instance of instances) {
          exits.push(await instance.process.end('SIGTERM'));
          await instance.restart({ main });
          // Each alone, with the cursors that the other release returned.
          for (const { baseUrl: one } of instances) {
            expect((await shop.order(one, shop.items(round))).status).toBe(201);
            store.baseUrl = one;
            await Promise.all([store.pollChanges(), store.pollOrders()]);
          }
        }
      }
    }
    await Promise.all([buyers.leave(), operators.leave(), readers.leave()]);

    await Promise.all([store.pollChanges(), store.pollOrders()]);
    expect([...store.products.keys()].sort()).toEqual([...shop.skus].sort());
    const all = 'SELECT order_number AS number FROM orders';
    const numbers = await query<{ number: string }>(connection, all);
    expect([...store.orders.keys()].sort()).toEqual(numbers.map(({ number }) => number).sort());

    const answers = [...buyers.answers, ...operators.answers, ...readers.answers];
    const failed = answers.filter(({ status }) => status !== 200 && status !== 201);
    figures.keep('answers', JSON.stringify(statuses(answers)));
    figures.keep('requests failed', failed.length, { promise: '0', kept: failed.length === 0 });
    figures.keep('slowest request', Math.max(...answers.map(duration)), { unit: 'ms' });
    await query(connection, 'ANALYZE');
    await figures.keepOrders(connection, buyers.answers);
    const lost = failed.filter(({ status }) => status !== 502);
    expect(lost.slice(0, 3)).toEqual([]);
    expect(failed.length).toBeLessThanOrEqual(size(0, answers.length * BUSY_SHARE));
    expect(new Set(exits)).toEqual(new Set([0]));
  },
);

/** Reverts the database to the state before adjustments were approvals, so that no other migration waits for a test's locks. */
async function revertAdjustments(connection: DatabaseConnection): Promise<void> {
  const dataSource = await new DataSource(dataSourceOptions(connection)).initialize();
  while ((await revertLastMigration(dataSource)) !== 'Adjustments1795700000000');
  await dataSource.destroy();
}

it('a correction of a wallet that is proposed during an upgrade is neither lost nor decided twice', async () => {
  const connection = await stagedEmptyDatabase();
  const old = await Instance.start(connection, {}, previous);
  const upgrade = async () => withSetupLock(dataSourceOptions(connection), migrateSchema);
  await upgrade();
  await revertAdjustments(connection);
  const { buyer } = await Shop.open(old.baseUrl);
  const call = async (at: { baseUrl: string }, path: string, body?: unknown): Promise<Answer> =>
    ask(at.baseUrl, 'POST', path, body);
  const propose = async (at: { baseUrl: string }, amount: number): Promise<Answer> =>
    call(at, `clients/${buyer.id}/wallet/adjustments`, { amount, reason: 'Typo' });
  const idOf = ({ body }: Answer): number => (body.data as { id: number }).id;
  const approve = async (at: { baseUrl: string }, id: number) =>
    call(at, `adjustments/${id}/approve`);

  const approved = idOf(await propose(old, 100));
  const [waiting, rejected] = [idOf(await propose(old, 20)), idOf(await propose(old, 7))];
  expect((await approve(old, approved)).status).toBe(200);
  expect((await call(old, `adjustments/${rejected}/reject`)).status).toBe(200);

  // A proposal and an approval have begun when the upgrade begins, and end after it asked for its lock.
  const holder = await openTransaction(connection);
  await holder.query(`SELECT FROM clients WHERE id = ${buyer.id} FOR UPDATE`);
  const underway = propose(old, 3);
  const lockedBy = async (mode: string, isGranted: boolean): Promise<boolean> => {
    const locks = await sqlOn(connection)`SELECT FROM pg_locks
      WHERE relation = 'wallet_adjustments'::regclass AND mode = ${mode} AND granted = ${isGranted}`;
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
  const current = await stagedService(connection);
  // It was before the upgrade, or it was refused.
  const lateStatus = (await late).status;
  expect([200, 503]).toContain(lateStatus);

  for (const refused of [
    await propose(old, 11),
    await approve(old, idOf(begun)),
    await call(old, `adjustments/${idOf(begun)}/reject`),
  ]) {
    expect([refused.status, Number(refused.headers['retry-after']) > 0]).toEqual([503, true]);
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
