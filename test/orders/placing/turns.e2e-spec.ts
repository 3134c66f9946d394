import { OrdersService } from '../../../src/orders/orders.service.js';
import { givenTwoApps, type TestApp } from '../../support/app.js';
import { openTransaction } from '../../support/database/database.js';
import { waitingSessions } from '../../support/database/locks.js';
import { eventually } from '../../support/eventually.js';
import { givenClient, givenProduct } from '../../support/shop/given.js';
import { callerOf, requestOf } from './order-request.js';
import { patiently } from './patiently.js';

/** As in take_placing_turn.sql and place_orders.sql. */
const TURN = 7_746_003;
const SEVERAL = 8;
/** A lock that a call that places orders waits for, after it has locked their stock levels. */
const INSIDE_A_CALL = 'LOCK TABLE order_items IN SHARE MODE';

const { one, two, connection } = await givenTwoApps();
const client = await givenClient(one);
const { sku } = await givenProduct(one, { stock: 100_000 });
const callers = new Map([
  [one, await callerOf(one, client)],
  [two, await callerOf(two, client)],
]);

/** Places orders of the same product that share a call, because they are submitted in one turn of the event loop. */
async function placeTogether(app: TestApp, count: number): Promise<string[]> {
  const place = () => app.service(OrdersService).placeOrder(callers.get(app)!, requestOf(sku));
  const placed = await Promise.all(Array.from({ length: count }, place));
  return placed.map(({ orderNumber }) => orderNumber);
}

const transactionsOf = async (orders: readonly string[]): Promise<number> =>
  (await one.sql`SELECT DISTINCT xmin::text FROM orders WHERE order_number = ANY (${orders})`)
    .length;

describe('batches of several orders', () => {
  afterAll(() => one.expectInvariants());

  it('batches of two instances are placed in turn: none meets a stock level that the other has locked', async () => {
    const placed = await patiently(one, async () => {
      const holder = await openTransaction(connection);
      await holder.query(INSIDE_A_CALL);
      const first = placeTogether(one, SEVERAL);
      await eventually(async () => (await waitingSessions(holder)) === 1);
      const second = placeTogether(two, SEVERAL);
      await eventually(async () => (await waitingSessions(holder)) > 1);
      await holder.commit();
      return [await first, await second];
    });
    expect(await Promise.all(placed.map(transactionsOf))).toEqual([1, 1]);
  });

  it('gather what comes while they wait for their turn', async () => {
    const [placed, gathered] = await patiently(one, () =>
      whileTurnIsTaken(async (holder) => {
        const first = placeTogether(one, SEVERAL);
        await eventually(async () => (await turns(holder, 'waiting')) === 1);
        const later = Array.from({ length: 5 }, () => placeTogether(one, 1));
        await holder.commit();
        return [await first, (await Promise.all(later)).flat()];
      }),
    );
    expect(await transactionsOf(placed)).toBe(1);
    expect(await transactionsOf(gathered)).toBe(1);
  });

  it('are placed without a turn that does not come', async () => {
    const placed = await whileTurnIsTaken(async (holder) => {
      const orders = await placeTogether(one, SEVERAL);
      await holder.rollback();
      return orders;
    });
    expect(await transactionsOf(placed)).toBe(1);
  });

  it.each([
    [SEVERAL - 1, 0],
    [SEVERAL, 1],
  ])('a batch of %i orders takes %i turns', async (count, taken) => {
    const holder = await openTransaction(connection);
    await holder.query(INSIDE_A_CALL);
    const placing = placeTogether(two, count);
    const waits = `SELECT FROM pg_locks WHERE relation = 'order_items'::regclass AND NOT granted`;
    await eventually(async () => (await holder.query(waits)).rowCount === 1);
    expect(await turns(holder, 'granted')).toBe(taken);
    await holder.commit();
    expect(await placing).toHaveLength(count);
  });
});

type Transaction = Awaited<ReturnType<typeof openTransaction>>;

/** Runs `work` while another transaction has the turn, until `work` ends that transaction. */
async function whileTurnIsTaken<T>(work: (holder: Transaction) => Promise<T>): Promise<T> {
  const holder = await openTransaction(connection);
  await holder.query('SELECT pg_advisory_xact_lock($1)', [TURN]);
  return work(holder);
}

/** Counts the sessions of this database that have the turn, or wait for it. */
async function turns({ query }: Transaction, state: 'granted' | 'waiting'): Promise<number> {
  const { rows } = await query<{ count: number }>(
    `SELECT count(*)::integer AS count FROM pg_locks JOIN pg_database d ON d.oid = database
      WHERE locktype = 'advisory' AND objid = $1 AND objsubid = 1 AND granted = $2 AND datname = current_database()`,
    [TURN, state === 'granted'],
  );
  return rows[0]!.count;
}
