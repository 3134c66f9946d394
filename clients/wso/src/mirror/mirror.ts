import { setTimeout as sleep } from 'node:timers/promises';
import { StoreApiError, type StoreClient } from '../../../typescript/src/index.js';
import type { Database } from '../database/database.js';
import { sqlStateOf } from '../database/refusals.js';
import { createTables } from '../database/tables.js';
import { UsageError } from '../errors.js';
import { log } from '../output.js';
import { repeat, retried, runOnce, WAIT_SECONDS, type Task } from '../work-loop.js';
import { mirrorOrders } from './orders.js';
import { sendOutbox } from './outbox.js';
import { mirrorProducts } from './products.js';
import { sendReturns } from './returns.js';
import type { Selection } from './selection.js';
import { accountOf, prepareStates, readState, stampRead, type Feed } from './sync-state.js';

/** Seconds between two looks into the tables that the merchant writes. */
const OUTBOX_SECONDS = 2;
/** Seconds between two looks at the lock of another mirror. */
const LOCK_SECONDS = 0.5;
/** Looks of `--once`: the connection of a killed mirror ends a moment after it. */
const LOCK_TRIES = 5;
/** Seconds before the first answer of the service says otherwise. */
const DEFAULT_SECONDS = 60;

export interface MirrorOptions {
  selection: Selection;
  /** Ends once everything is up to date. */
  isOnce: boolean;
  /** Seconds between two requests of a feed; null: as long as the service asks for. */
  everySeconds: number | null;
}

/** Keeps the tables equal to the Store API, and sends what the merchant wrote into them. */
export async function mirror(
  store: StoreClient,
  database: Database,
  { selection, isOnce, everySeconds }: MirrorOptions,
): Promise<void> {
  const start = async (): Promise<string> => {
    const account = accountOf(await store.getMe());
    await takeTables(database, isOnce);
    await createTables(database);
    await prepareStates(database, account, selection);
    return account;
  };
  const account = await (isOnce ? start() : retried('start', start, canPass));
  const pause = (operation: 'listChanges' | 'listOrders') => () =>
    everySeconds ?? store.pollSeconds(operation) ?? DEFAULT_SECONDS;
  const reading = (feed: Feed, step: typeof mirrorOrders) => async () => {
    const hasMore = await step(store, database);
    await stampRead(database, feed);
    return hasMore;
  };
  const waiting = (
    name: 'orders' | 'products',
    wait: (cursor: string) => Promise<unknown>,
  ): Pick<Task, 'wait'> => {
    if (everySeconds !== null) return {};
    return {
      wait: async () => {
        const cursor = (await readState(database, name))?.cursor;
        if (cursor) await wait(cursor);
      },
    };
  };
  const tasks: Task[] = [
    { name: 'outbox', step: () => sendOutbox(store, database), pauseSeconds: () => OUTBOX_SECONDS },
    {
      name: 'returns',
      step: () => sendReturns(store, database),
      pauseSeconds: () => OUTBOX_SECONDS,
    },
    {
      name: 'orders',
      step: reading('orders', mirrorOrders),
      ...waiting('orders', (cursor) => store.listOrders({ cursor, limit: 1, wait: WAIT_SECONDS })),
      pauseSeconds: pause('listOrders'),
    },
    {
      name: 'products',
      step: reading('products', mirrorProducts),
      ...waiting('products', (since) => store.listChanges({ since, limit: 1, wait: WAIT_SECONDS })),
      pauseSeconds: pause('listChanges'),
    },
  ];
  const locked = tasks.map((task) => ({
    ...task,
    step: async () => {
      // A connection that broke has lost the lock.
      await takeTables(database, isOnce);
      return task.step();
    },
  }));
  log(`mirroring ${account}`);
  await (isOnce ? runOnce(locked) : repeat(locked));
}

/**
 * Takes the lock on the tables, and waits while another mirror holds it.
 *
 * @throws UsageError where `--once` does not get it
 */
async function takeTables(database: Database, isOnce: boolean): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    const [row] = await database.query(`SELECT ${database.dialect.lock} AS held`);
    if (row?.held === '1') return;
    if (isOnce && tries === LOCK_TRIES) {
      throw new UsageError('another wso mirror works on these tables: end it, or let it go on');
    }
    if (tries === 1) log('another wso mirror works on these tables: waiting until it ends');
    await sleep(LOCK_SECONDS * 1000);
  }
}

/** Faults of service and database that a running mirror outlasts. Others end the start: a wrong token, or a missing permission. */
function canPass(error: unknown): boolean {
  if (!(error instanceof StoreApiError)) return !sqlStateOf(error).startsWith('42');
  const { code, status } = error;
  if (code === 'subscription_inactive' || code === 'unreachable') return true;
  return status === 429 || (status ?? 0) >= 500;
}
