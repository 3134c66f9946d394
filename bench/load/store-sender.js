// Sends the requests of many stores, each on a connection of its own, and prints the p99 of each kind as one line of JSON. Its
// one argument is a JSON file: see StoreMix. It reads and writes sockets directly: with node:http the sender would take
// as much processor time as the service and distort the figures.
import { readFileSync } from 'node:fs';
import { createConnection } from 'node:net';

const TICK_MS = 1;
/** Number of requests of each kind among 100. */
const SHARES = { stock: 60, changes: 20, status: 14, selection: 4, list: 2 };
const KINDS = Object.entries(SHARES).flatMap(([kind, share]) => Array(share).fill(kind));
/** Step through the 100 requests: coprime to 100, so that each comes once and the kinds are mixed. */
const STEP = 37;
const HEAD_END = '\r\n\r\n';

const settings = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const { hostname, port } = new URL(settings.baseUrl);
const times = new Map();
let unchanged = 0;

/** The requests of a store, with the cursors and ETags of earlier responses. */
class Store {
  #headers;
  #changesPath;
  #orderNumbers;
  #selection;
  #etag = null;

  constructor({ headers, changesPath, orderNumbers }, number) {
    this.#headers = Object.entries({ Host: `${hostname}:${port}`, ...headers })
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join('');
    this.#changesPath = changesPath;
    this.#orderNumbers = orderNumbers;
    this.#selection = Array.from({ length: 50 }, (_, index) => skuAt(number * 7 + index)).join();
  }

  request(kind) {
    if (kind === 'order') return this.#order();
    const more = kind === 'list' ? `Accept-Encoding: gzip\r\n${this.#condition()}` : '';
    return `GET ${this.#path(kind)} HTTP/1.1\r\n${this.#headers}${more}\r\n`;
  }

  #path(kind) {
    if (kind === 'stock') return `/api/products/${skuAt(randomBelow(settings.skus.length))}/stock`;
    if (kind === 'status') return `/api/orders/${pick(this.#orderNumbers)}/status`;
    if (kind === 'selection') return `/api/stock?skus=${this.#selection}`;
    if (kind === 'list') return '/api/products';
    return this.#changesPath;
  }

  #condition() {
    return this.#etag === null ? '' : `If-None-Match: ${this.#etag}\r\n`;
  }

  #order() {
    const items = `${pick(settings.lines)},${pick(settings.lines)}`;
    const body = `${settings.orderHead},"items":[${items}]}`;
    return (
      `POST /api/orders HTTP/1.1\r\n${this.#headers}Content-Type: application/json\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
    );
  }

  remember(kind, head, body) {
    if (kind === 'changes') {
      const end = body.subarray(-300).toString('latin1');
      this.#changesPath = `/api/changes?since=${/"next_cursor":"([^"]*)"/.exec(end)[1]}`;
    }
    if (kind === 'list') this.#etag = /\r\netag: ([^\r]*)/i.exec(head)[1];
  }
}

/** A store's connection: one request at a time. */
class Line {
  isBusy = false;
  #store;
  #socket;
  #chunks = [];
  #expected = null;
  #current = null;

  constructor(store, onFree) {
    this.#store = store;
    this.onFree = onFree;
    this.#socket = createConnection({ host: hostname, port: Number(port), noDelay: true });
    this.#socket.on('data', (chunk) => this.#receive(chunk));
    this.#socket.on('close', () => fail('a connection was closed'));
  }

  send(kind) {
    this.isBusy = true;
    this.#current = { kind, sentAt: performance.now() };
    this.#socket.write(this.#store.request(kind));
  }

  #receive(chunk) {
    this.#chunks.push(chunk);
    const received = this.#chunks.reduce((sum, { length }) => sum + length, 0);
    if (this.#expected === null) {
      const head = Buffer.concat(this.#chunks).toString('latin1');
      const end = head.indexOf(HEAD_END);
      if (end === -1) return;
      this.#expected = end + HEAD_END.length + bodyLength(head.slice(0, end));
    }
    if (received >= this.#expected) this.#finish(Buffer.concat(this.#chunks));
  }

  #finish(answer) {
    const { kind, sentAt } = this.#current;
    const end = answer.indexOf(HEAD_END);
    const head = answer.subarray(0, end).toString('latin1');
    const body = answer.subarray(end + HEAD_END.length);
    const status = Number(head.slice(9, 12));
    // Without a rate the stores send more than the service can answer.
    if (status !== 503 || isPaced) {
      if (status === 304) unchanged += 1;
      else if (status !== (kind === 'order' ? 201 : 200)) fail(`${kind}: ${status} ${body}`);
      else this.#store.remember(kind, head, body);
      if (sentAt >= countedFrom) {
        if (!times.has(kind)) times.set(kind, []);
        times.get(kind).push(performance.now() - sentAt);
      }
    }
    this.#chunks = [];
    this.#expected = null;
    this.isBusy = false;
    this.onFree(this);
  }
}

function bodyLength(head) {
  if (head.startsWith('HTTP/1.1 304')) return 0;
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
  if (length === undefined) fail(`an answer of unknown length: ${head}`);
  return Number(length);
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

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

let sent = 0;
let orders = 0;
let next = 0;
const beganAt = performance.now();
const isPaced = settings.perSecond > 0;
/** Warm-up: opens the connections, and lets the previous round end. */
const SETTLE_MS = 2_000;
const countedFrom = isPaced ? beganAt + SETTLE_MS : beganAt;
const lines = settings.stores.map((store, number) => new Line(new Store(store, number), onFree));
if (!isPaced) lines.forEach(sendNext);
const ticking = setInterval(tick, TICK_MS);
setTimeout(end, settings.seconds * 1_000);

function tick() {
  const seconds = (performance.now() - beganAt) / 1_000;
  if (isPaced) {
    while (sent < seconds * settings.perSecond && sendToIdle(nextKind())) sent += 1;
  }
  while (orders < seconds * settings.ordersPerSecond && sendToIdle('order')) orders += 1;
}

/** Sends the next request of a store. Without a rate, stores send at once; a due order goes first. */
function onFree(line) {
  if (isPaced) return;
  const seconds = (performance.now() - beganAt) / 1_000;
  if (orders < seconds * settings.ordersPerSecond) {
    orders += 1;
    line.send('order');
  } else sendNext(line);
}

function sendNext(line) {
  sent += 1;
  line.send(nextKind());
}

function sendToIdle(kind) {
  const firstTried = next;
  do {
    next = (next + 1) % lines.length;
    if (!lines[next].isBusy) {
      lines[next].send(kind);
      return true;
    }
  } while (next !== firstTried);
  return false;
}

function nextKind() {
  return KINDS[(sent * STEP) % KINDS.length];
}

function end() {
  clearInterval(ticking);
  const seconds = (performance.now() - beganAt) / 1_000;
  const all = [...times.values()].reduce((sum, { length }) => sum + length, 0);
  const p99Ms = Object.fromEntries([...times].map(([kind, values]) => [kind, p99(values)]));
  const { user, system } = process.cpuUsage();
  const result = {
    senderUs: (user + system) / (sent + orders),
    perSecond: all / seconds,
    p99Ms,
    unchangedShare: unchanged / times.get('list').length,
  };
  process.stdout.write(`${JSON.stringify(result)}\n`, () => process.exit());
}

function p99(values) {
  values.sort((a, b) => a - b);
  return values[Math.ceil(values.length * 0.99) - 1];
}
