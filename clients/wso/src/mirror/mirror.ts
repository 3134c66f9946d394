import type { StoreClient } from '../../../typescript/src/index.js';
import type { Database } from '../database/database.js';
import { createTables } from '../database/tables.js';
import { log } from '../output.js';
import { repeat, runOnce, WAIT_SECONDS, type Task } from '../work-loop.js';
import { mirrorOrders } from './orders.js';
import { sendOutbox } from './outbox.js';
import { mirrorProducts } from './products.js';
import type { Selection } from './selection.js';
import { accountOf, prepareStates, readState, stampRead, type Feed } from './sync-state.js';

/** Seconds between two looks into the outbox. */
const OUTBOX_SECONDS = 2;
/** Seconds before the first answer of the service says otherwise. */
const DEFAULT_SECONDS = 60;

export interface MirrorOptions {
  selection: Selection;
  /** Ends once everything is up to date. */
  isOnce: boolean;
  /** Seconds between two requests of a feed; null: as long as the service asks for. */
  everySeconds: number | null;
}

/** Keeps the tables equal to the Store API, and places the orders of the outbox. */
export async function mirror(
  store: StoreClient,
  database: Database,
  { selection, isOnce, everySeconds }: MirrorOptions,
): Promise<void> {
  const account = accountOf(await store.getMe());
  await createTables(database);
  await prepareStates(database, account, selection);
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
  log(`mirroring ${account}`);
  await (isOnce ? runOnce(tasks) : repeat(tasks));
}
