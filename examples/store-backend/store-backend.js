// A store's backend, small and whole: the wholesaler's catalogue kept fresh, orders taken from the store's pages,
// sent on and followed. It may be killed at any moment, and so may the service.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createStoreClient } from '@wholesale-store-orders/client';
import { Catalogue } from './catalogue.js';
import { Outbox } from './outbox.js';
import { shopFront } from './shop-front.js';

const {
  STORE_URL = 'http://localhost:3000',
  STORE_TOKEN,
  STORE_DOMAIN,
  DATA_DIR = 'data',
  PORT = '4000',
  CATALOGUE_EVERY_SECONDS = '900',
  ORDERS_EVERY_SECONDS = '300',
  RESEND_EVERY_SECONDS = '5',
} = process.env;

const store = createStoreClient({
  baseUrl: STORE_URL,
  token: STORE_TOKEN ?? '',
  domain: STORE_DOMAIN ?? '',
});

await mkdir(DATA_DIR, { recursive: true });
const catalogue = await Catalogue.open(join(DATA_DIR, 'catalogue.json'));
const outbox = await Outbox.open(join(DATA_DIR, 'outbox.jsonl'));

const sending = repeat('orders are sent', RESEND_EVERY_SECONDS, () => outbox.send(store));
repeat('orders are followed', ORDERS_EVERY_SECONDS, () => outbox.follow(store));
repeat('the catalogue is fetched', CATALOGUE_EVERY_SECONDS, () => catalogue.sync(store));

const server = shopFront({ catalogue, outbox, onAccepted: sending.now });
server.listen(Number(PORT), '127.0.0.1', () => {
  log(`The store listens on http://127.0.0.1:${server.address().port}`);
});
// Nothing to put in order: what counts is on the disk already.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(0));

/** Does the work now, and again that many seconds after it ended, or when now() asks; what fails is done next time. */
function repeat(name, seconds, work) {
  let wake = new AbortController();
  const run = async () => {
    for (;;) {
      wake = new AbortController();
      await work().catch((error) => report(name, error));
      await sleep(Number(seconds) * 1000, undefined, { signal: wake.signal }).catch(
        () => undefined,
      );
    }
  };
  void run();
  return { now: () => wake.abort() };
}

function report(name, error) {
  // A disk that takes no more is nothing to go on with.
  if (error.name !== 'StoreApiError') throw error;
  log(`${name} later: ${error.message}`);
}

function log(line) {
  process.stdout.write(`${new Date().toISOString()} ${line}\n`);
}
