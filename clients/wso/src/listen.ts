import { createHash } from 'node:crypto';
import type { StoreClient } from '../../typescript/src/index.js';
import { send, type EventTarget } from './event-target.js';
import { accountOf } from './mirror/sync-state.js';
import { log, print } from './output.js';
import { readJson, writeJson } from './position-file.js';
import { UsageError } from './errors.js';
import { repeat, WAIT_SECONDS, type Task } from './work-loop.js';

const FIELDS = 'variations,delivery,details,changed';
const DEFAULT_SECONDS = 60;

export interface ListenOptions {
  /** Receives each event; null: they are only printed. */
  target: EventTarget | null;
  positionFile: string;
  everySeconds: number | null;
}

/** Cursors of both feeds, and whose they are. */
export interface Position {
  account: string;
  products: string;
  orders: string;
  /** Times at which all events of a feed were accepted. */
  readAt?: Partial<Record<'products' | 'orders', string>>;
}

/** Change as it is forwarded. */
interface Event {
  type: string;
  data: unknown;
}

/**
 * Forwards every change of products and orders as a POST, in the order of the feeds.
 * - the position is stored after each page, once all of its events were accepted with a 2xx
 * - so a killed process repeats a page, and never omits one
 */
export async function listen(
  store: StoreClient,
  { target, positionFile, everySeconds }: ListenOptions,
): Promise<void> {
  const account = accountOf(await store.getMe());
  const position = (await readJson<Position>(positionFile)) ?? (await present(store, account));
  if (position.account !== account) {
    throw new UsageError(
      `${positionFile} is the position of ${position.account}, but the token belongs to ${account}: use another --position`,
    );
  }
  await writeJson(positionFile, position);
  const follow = (feed: Feed): Task => ({
    name: feed.name,
    ...(everySeconds === null && { wait: () => feed.wait(store, position[feed.name]) }),
    pauseSeconds: () => everySeconds ?? store.pollSeconds(feed.operation) ?? DEFAULT_SECONDS,
    step: async () => {
      const from = position[feed.name];
      const { events, next, hasMore } = await feed.read(store, from);
      const isNew = next !== from;
      for (const event of isNew ? events : []) await forward(event, from, target);
      position[feed.name] = next;
      position.readAt = { ...position.readAt, [feed.name]: new Date().toISOString() };
      await writeJson(positionFile, position);
      return isNew && hasMore;
    },
  });
  log(`listening to the changes of ${account}`);
  await repeat(FEEDS.map(follow));
}

/** Feed of the Store API, and how its pages become events. */
interface Feed {
  name: 'products' | 'orders';
  operation: 'listChanges' | 'listOrders';
  read: (store: StoreClient, from: string) => Promise<Page>;
  /** Waits for a change. */
  wait: (store: StoreClient, from: string) => Promise<unknown>;
}

interface Page {
  events: Event[];
  next: string;
  hasMore: boolean;
}

const FEEDS: readonly Feed[] = [
  {
    name: 'orders',
    operation: 'listOrders',
    wait: (store, cursor) => store.listOrders({ cursor, limit: 1, wait: WAIT_SECONDS }),
    read: async (store, cursor) => {
      const page = await store.listOrders({ cursor });
      const { lost_after } = page;
      const events: Event[] = page.reset ? [{ type: 'orders.reset', data: { lost_after } }] : [];
      for (const data of page.data) events.push({ type: `order.${data.status}`, data });
      return { events, next: page.next_cursor, hasMore: page.has_more };
    },
  },
  {
    name: 'products',
    operation: 'listChanges',
    wait: (store, since) => store.listChanges({ since, limit: 1, wait: WAIT_SECONDS }),
    read: async (store, since) => {
      const page = await store.listChanges({ since, include: FIELDS });
      const events: Event[] = page.reset ? [{ type: 'products.reset', data: {} }] : [];
      for (const sku of page.removed) events.push({ type: 'product.removed', data: { sku } });
      for (const { changed, ...data } of page.data) {
        const type = changed === 'stock' ? 'product.stock_changed' : 'product.changed';
        events.push({ type, data });
      }
      return { events, next: page.next_cursor, hasMore: page.has_more };
    },
  },
];

/** Finds the position after everything that there is now. */
async function present(store: StoreClient, account: string): Promise<Position> {
  const position = { account, products: '', orders: '' };
  for await (const page of store.changePages({ limit: 1_000 }))
    position.products = page.next_cursor;
  for await (const page of store.orderPages()) position.orders = page.next_cursor;
  return position;
}

/**
 * Sends an event, and prints it. Its id depends on its content and on the cursor before it, so that a receiver recognizes an event that
 * is repeated after a kill.
 */
async function forward(
  { type, data }: Event,
  from: string,
  target: EventTarget | null,
): Promise<void> {
  const content = JSON.stringify({ type, data });
  const id = createHash('sha256').update(`${from} ${content}`).digest('hex').slice(0, 32);
  if (target !== null) await send(target, type, `{"id":"${id}",${content.slice(1)}`);
  const { sku, order_number: number } = data as { sku?: string; order_number?: string };
  print([type, sku ?? number].filter(Boolean).join(' '));
}
