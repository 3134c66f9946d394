import { stat } from 'node:fs/promises';
import type { OrderListDto, OrderStatusDto, StoreClient } from '../../typescript/src/index.js';
import { send, type EventTarget } from './event-target.js';
import { ALL_PARTS, factsOf, idOf, restOf, showsOrder, updateOf, type Event } from './events.js';
import { accountOf } from './mirror/sync-state.js';
import { log, print } from './output.js';
import { readJson, writeJson } from './position-file.js';
import { SentEvents } from './sent-events.js';
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

/**
 * Forwards what changes of products and orders as POSTs, in the order of the feeds.
 * - the position is stored after each page, once all of its events were accepted with a 2xx
 * - so a killed process never omits an event; of orders it repeats one at most, of products a page
 */
export async function listen(
  store: StoreClient,
  { target, positionFile, everySeconds }: ListenOptions,
): Promise<void> {
  const me = await store.getMe();
  const account = accountOf(me);
  const ahead = Date.parse(me.data.server_time) - Date.now();
  const stored = await readJson<Position>(positionFile);
  // An earlier release kept no events: what was before its last page was forwarded.
  const since = stored === null ? Date.now() : (await stat(positionFile)).mtimeMs;
  const position = stored ?? (await present(store, account));
  if (position.account !== account) {
    throw new UsageError(
      `${positionFile} is the position of ${position.account}, but the token belongs to ${account}: use another --position`,
    );
  }
  const sent = await SentEvents.open(`${positionFile}.sent`, since + ahead, stored === null);
  await writeJson(positionFile, position);
  const follow = (feed: Feed): Task => ({
    name: feed.name,
    ...(everySeconds === null && { wait: () => feed.wait(store, position[feed.name]) }),
    pauseSeconds: () => everySeconds ?? store.pollSeconds(feed.operation) ?? DEFAULT_SECONDS,
    step: async () => {
      const from = position[feed.name];
      const { events, next, hasMore } = await feed.read(store, from);
      const isNew = next !== from;
      for await (const event of isNew ? events(sent) : []) await forward(event, target);
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
  /** Yields the events. One that is followed by another, or by the end, was accepted. */
  events: (sent: SentEvents) => AsyncIterable<Event> | Iterable<Event>;
  next: string;
  hasMore: boolean;
}

const FEEDS: readonly Feed[] = [
  {
    name: 'orders',
    operation: 'listOrders',
    wait: (store, cursor) => store.listOrders({ cursor, limit: 1, wait: WAIT_SECONDS }),
    read: async (store, cursor) => {
      const page = await store.listOrders({ cursor, include: ALL_PARTS });
      return {
        events: (sent) => eventsOfOrders(page, cursor, sent),
        next: page.next_cursor,
        hasMore: page.has_more,
      };
    },
  },
  {
    name: 'products',
    operation: 'listChanges',
    wait: (store, since) => store.listChanges({ since, limit: 1, wait: WAIT_SECONDS }),
    read: async (store, since) => {
      const page = await store.listChanges({ since, include: FIELDS });
      const events: Omit<Event, 'id'>[] = page.reset ? [{ type: 'products.reset', data: {} }] : [];
      for (const sku of page.removed) events.push({ type: 'product.removed', data: { sku } });
      for (const { changed, ...data } of page.data) {
        const type = changed === 'stock' ? 'product.stock_changed' : 'product.changed';
        events.push({ type, data });
      }
      const identified = events.map((event) => ({
        id: idOf([since, JSON.stringify(event)]),
        ...event,
      }));
      return { events: () => identified, next: page.next_cursor, hasMore: page.has_more };
    },
  },
];

/** Yields what happened to the orders of a page and was not forwarded. */
async function* eventsOfOrders(
  { data, reset, lost_after }: OrderListDto,
  cursor: string,
  sent: SentEvents,
): AsyncGenerator<Event, void> {
  const id = idOf(['orders.reset', cursor]);
  if (reset && !sent.hasBegun(id)) {
    yield { id, type: 'orders.reset', data: { lost_after } };
    await sent.begin(id);
  }
  for (const order of data) yield* eventsOf(order, sent);
}

async function* eventsOf(order: OrderStatusDto, sent: SentEvents): AsyncGenerator<Event, void> {
  const number = order.order_number;
  const facts = factsOf(order);
  const rest = restOf(order);
  const before = sent.of(number, facts);
  let told = before.rest;
  const news = facts.filter(({ id }) => !before.ids.includes(id));
  for (const fact of news) {
    yield fact;
    // An event with the whole order also tells the rest; so does the last one where the rest is not known.
    if (showsOrder(fact) || (told === null && fact === news.at(-1))) told = rest;
    await sent.add(number, before, { ids: [fact.id], rest: told, at: fact.at });
  }
  if (told === rest) return;
  yield updateOf(order, facts);
  await sent.add(number, before, { ids: [], rest, at: facts.at(-1)?.at ?? 0 });
}

/** Finds the position after everything that there is now. */
async function present(store: StoreClient, account: string): Promise<Position> {
  const position = { account, products: '', orders: '' };
  for await (const page of store.changePages({ limit: 1_000 }))
    position.products = page.next_cursor;
  for await (const page of store.orderPages()) position.orders = page.next_cursor;
  return position;
}

/** Sends an event, and prints it. A receiver recognizes by its id one that is repeated after a kill. */
async function forward({ id, type, data }: Event, target: EventTarget | null): Promise<void> {
  if (target !== null) await send(target, type, JSON.stringify({ id, type, data }));
  const { sku, order_number: number } = data as { sku?: string; order_number?: string };
  print([type, sku ?? number].filter(Boolean).join(' '));
}
