// A small, complete store backend. It keeps a copy of the catalog, accepts orders from the store's pages, sends them
// to the service and follows their status. Both may be killed at any moment without losing or duplicating an order.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createStoreClient } from '@wholesale-store-orders/client';
import { Catalog } from './catalog.js';
import { Outbox } from './outbox.js';
import { shopFront } from './shop-front.js';

const {
  STORE_URL,
  STORE_TOKEN,
  STORE_DOMAIN,
  DATA_DIR = 'data',
  PORT = '4000',
  CATALOG_EVERY_SECONDS,
  ORDERS_EVERY_SECONDS,
  RESEND_EVERY_SECONDS = '5',
} = process.env;

const store = createStoreClient({
  baseUrl: STORE_URL ?? '',
  token: STORE_TOKEN ?? '',
  domain: STORE_DOMAIN ?? '',
});

await mkdir(DATA_DIR, { recursive: true });
const catalog = await Catalog.open(join(DATA_DIR, 'catalog.json'));
const outbox = await Outbox.open(join(DATA_DIR, 'outbox.jsonl'));

/** Seconds from the environment, or those that the service asked for. */
const every = (seconds, operation) => () => seconds ?? store.pollSeconds(operation) ?? 60;
const sending = repeat(
  'sending orders',
  () => RESEND_EVERY_SECONDS,
  () => outbox.send(store),
);
repeat('following orders', every(ORDERS_EVERY_SECONDS, 'listOrders'), () => outbox.follow(store));
repeat('updating the catalog', every(CATALOG_EVERY_SECONDS, 'listChanges'), () =>
  catalog.sync(store),
);

const server = shopFront({ catalog, outbox, onAccepted: sending.now });
server.listen(Number(PORT), '127.0.0.1', () => {
  log(`The store listens on http://127.0.0.1:${server.address().port}`);
});
// No cleanup is needed: accepted orders are already on disk.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(0));

/** Runs `work` now, then `seconds()` after each run, or when now() is called. A failed run is logged and repeated. */
function repeat(name, seconds, work) {
  let wake = new AbortController();
  const run = async () => {
    for (;;) {
      wake = new AbortController();
      await work().catch((error) => report(name, error));
      await sleep(Number(seconds()) * 1000, undefined, { signal: wake.signal }).catch(
        () => undefined,
      );
    }
  };
  void run();
  return { now: () => wake.abort() };
}

function report(name, error) {
  // Anything but a failed call, such as a full disk, ends the process.
  if (error.name !== 'StoreApiError') throw error;
  log(`${name} failed, will retry: ${error.message}`);
}

function log(line) {
  process.stdout.write(`${new Date().toISOString()} ${line}\n`);
}
