// Sends the requests of many stores, each on a connection of its own, and prints the p99 of each kind as one line of JSON. Its
// one argument is a JSON file: see rows/mix.js.
import { readFileSync } from 'node:fs';
import { Connection, headerLines } from './connection.js';

const TICK_MS = 1;
/** Number of requests of each kind among 100. */
const SHARES = { stock: 60, changes: 20, status: 14, selection: 4, list: 2 };
const KINDS = Object.entries(SHARES).flatMap(([kind, share]) => Array(share).fill(kind));
/** Step through the 100 requests: coprime to 100, so that each comes once and the kinds are mixed. */
const STEP = 37;
/** Warm-up: opens the connections, and lets the previous round end. */
const SETTLE_MS = 2_000;

const settings = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const { host, port } = new URL(settings.baseUrl);
const times = new Map();

/** A store's connection, and its requests with the cursors and ETags of earlier responses: one at a time. */
class Store {
  isBusy = false;
  #connection = new Connection(Number(port), (answer) => this.#receive(answer));
  #headers;
  #changesPath;
  #orderNumbers;
  #selection;
  #condition = '';
  #current = null;

  constructor({ headers, changesPath, orderNumbers }, number) {
    this.#headers = headerLines({ Host: host, ...headers });
    this.#changesPath = changesPath;
    this.#orderNumbers = orderNumbers;
    this.#selection = Array.from({ length: 50 }, (_, index) => skuAt(number * 7 + index)).join();
  }

  send(kind) {
    this.isBusy = true;
    this.#current = { kind, sentAt: performance.now() };
    this.#connection.send(kind === 'order' ? this.#order() : this.#get(kind));
  }

  #get(kind) {
    const more = kind === 'list' ? `Accept-Encoding: gzip\r\n${this.#condition}` : '';
    return `GET ${this.#path(kind)} HTTP/1.1\r\n${this.#headers}${more}\r\n`;
  }

  #path(kind) {
    if (kind === 'stock') return `/api/products/${skuAt(randomBelow(settings.skus.length))}/stock`;
    if (kind === 'status') return `/api/orders/${pick(this.#orderNumbers)}/status`;
    if (kind === 'selection') return `/api/stock?skus=${this.#selection}`;
    if (kind === 'list') return '/api/products';
    return this.#changesPath;
  }

  #order() {
    const items = `${pick(settings.lines)},${pick(settings.lines)}`;
    const body = `${settings.orderHead},"items":[${items}]}`;
    return (
      `POST /api/orders HTTP/1.1\r\n${this.#headers}Content-Type: application/json\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
    );
  }

  #receive({ status, head, body }) {
    const { kind, sentAt } = this.#current;
    // Without a rate the stores send more than the service can answer.
    if (status !== 503 || isPaced) {
      if (status === (kind === 'order' ? 201 : 200)) this.#remember(kind, head, body);
      else if (status !== 304) throw new Error(`${kind}: ${status} ${body}`);
      if (sentAt >= countedFrom) {
        if (!times.has(kind)) times.set(kind, []);
        times.get(kind).push(performance.now() - sentAt);
      }
    }
    this.isBusy = false;
    onFree(this);
  }

  #remember(kind, head, body) {
    if (kind === 'changes') {
      const end = body.subarray(-300).toString('latin1');
      this.#changesPath = `/api/changes?since=${/"next_cursor":"([^"]*)"/.exec(end)[1]}`;
    }
    if (kind === 'list') {
      this.#condition = `If-None-Match: ${/\r\netag: ([^\r]*)/i.exec(head)[1]}\r\n`;
    }
  }
}

function skuAt(index) {
  return settings.skus[index % settings.skus.length];
}

function pick(things) {
  return things[randomBelow(things.length)];
}

function randomBelow(end) {
  return Math.floor(Math.random() * end);
}

let sent = 0;
let orders = 0;
let next = 0;
const beganAt = performance.now();
const isPaced = settings.perSecond > 0;
const countedFrom = isPaced ? beganAt + SETTLE_MS : beganAt;
const stores = settings.stores.map((store, number) => new Store(store, number));
if (!isPaced) stores.forEach(sendNext);
setInterval(tick, TICK_MS);
setTimeout(end, settings.seconds * 1_000);

function tick() {
  const seconds = (performance.now() - beganAt) / 1_000;
  if (isPaced) {
    while (sent < seconds * settings.perSecond && sendToIdle(nextKind())) sent += 1;
  }
  while (orders < seconds * settings.ordersPerSecond && sendToIdle('order')) orders += 1;
}

/** Sends the next request of a store. Without a rate, stores send at once; a due order goes first. */
function onFree(store) {
  if (isPaced) return;
  const seconds = (performance.now() - beganAt) / 1_000;
  if (orders < seconds * settings.ordersPerSecond) {
    orders += 1;
    store.send('order');
  } else sendNext(store);
}

function sendNext(store) {
  sent += 1;
  store.send(nextKind());
}

function sendToIdle(kind) {
  const firstTried = next;
  do {
    next = (next + 1) % stores.length;
    if (!stores[next].isBusy) {
      stores[next].send(kind);
      return true;
    }
  } while (next !== firstTried);
  return false;
}

function nextKind() {
  return KINDS[(sent * STEP) % KINDS.length];
}

function end() {
  const seconds = (performance.now() - beganAt) / 1_000;
  const all = [...times.values()].reduce((sum, { length }) => sum + length, 0);
  const p99Ms = Object.fromEntries([...times].map(([kind, values]) => [kind, p99(values)]));
  process.stdout.write(`${JSON.stringify({ perSecond: all / seconds, p99Ms })}\n`, () =>
    process.exit(),
  );
}

function p99(values) {
  values.sort((a, b) => a - b);
  return values[Math.ceil(values.length * 0.99) - 1];
}
