import { Agent } from 'node:http';
import { singleFigure } from '../rows/comparison.js';
import { CUSTOMER } from '../shop/order-sql.js';
import { CHANGES as CHANGE_POLLS, currentPolls } from './polls.js';
import { say } from '../report/say.js';
import { ask, drain } from './requests.js';
import { query } from '../shop/workspace.js';

/** Requests of each page; the fastest counts, which leaves out garbage collections and other programs. */
const REPEATS = 3;
const SALES = 10;
/** Clients that poll after each sale. */
const POLLING = 5;
const GZIPPED = { 'Accept-Encoding': 'gzip' };
const GOALS = { turnMs: 20, pageMs: 2 };

/** Ways to read everything in pages; `next` returns the path of the next page, undefined after the last. */
const CHANGES = {
  name: 'changes',
  path: '/api/changes',
  next({ body }) {
    const { has_more: hasMore, next_cursor: cursor } = JSON.parse(body);
    return hasMore ? `/api/changes?since=${cursor}` : undefined;
  },
};
const STOCK = {
  name: 'stock',
  path: '/api/stock',
  next({ body }) {
    const { next_cursor: cursor } = JSON.parse(body);
    return cursor === null ? undefined : `/api/stock?cursor=${cursor}`;
  },
};
const PRODUCTS = {
  name: 'products',
  path: '/api/products?limit=500',
  next: ({ headers }) => /<([^>]*)>; rel="next"/.exec(headers.link)?.[1],
};

/** A service with a large catalog, measured one request at a time. */
export class LargeCatalog {
  #service;
  #shop;
  #agent;

  /**
   * @param {import('../shop/scope.js').Scope} scope its connection ends with it
   * @param {import('../shop/service.js').Service} service
   * @param {{ url: string, clients: import('../shop/clients.js').StoreClient[] }} shop
   */
  constructor(scope, service, shop) {
    this.#service = service;
    this.#shop = shop;
    this.#agent = new Agent({ keepAlive: true, maxSockets: 1 });
    scope.defer(() => this.#agent.destroy());
  }

  /** Measures the longest turn of the event loop during each of some tasks. */
  async turns() {
    const { clients } = this.#shop;
    const [{ headers }] = clients;
    const half = Math.ceil(clients.length / 2);
    return [
      await this.#turn('turn-lists', 'first lists of half of the plans, one after the other', () =>
        this.#lists(clients.slice(0, half)),
      ),
      await this.#turn('turn-lists-at-once', 'first lists of the other plans, all at once', () =>
        Promise.all(clients.slice(half).map((client) => this.#lists([client]))),
      ),
      await this.#turn('turn-gzip', 'the first compressed list of each plan', () =>
        this.#lists(clients, GZIPPED),
      ),
      await this.#turn('turn-changes', 'pages of GET /api/changes, from the beginning', () =>
        this.#walk(CHANGES, headers),
      ),
      await this.#turn('turn-stock', 'pages of GET /api/stock', () => this.#walk(STOCK, headers)),
      await this.#turn('turn-products', 'pages of GET /api/products', () =>
        this.#walk(PRODUCTS, headers),
      ),
      ...(await this.#turnsOfSales()),
    ];
  }

  async #turnsOfSales() {
    const polling = this.#shop.clients.slice(0, POLLING);
    const { baseUrl } = this.#service;
    const polls = await currentPolls({ baseUrl, clients: polling }, CHANGE_POLLS);
    return [
      await this.#turn('turn-sale', `a sale, then GET /api/changes of ${POLLING} clients`, () =>
        this.#sell(async () => {
          for (const { path, headers } of polls) await this.#get(path, headers);
        }),
      ),
      await this.#turn('turn-sale-list', 'a sale, then the compressed list of a client', () =>
        this.#sell(() => this.#lists(polling.slice(0, 1), GZIPPED)),
      ),
    ];
  }

  /** Measures the slowest page of each way to read everything, as the client measures it. */
  async pages() {
    const [{ headers }] = this.#shop.clients;
    const figures = [];
    for (const way of [CHANGES, STOCK, PRODUCTS]) {
      const times = [];
      for (let left = REPEATS; left > 0; left -= 1) times.push(await this.#walk(way, headers));
      const slowest = Math.max(
        ...times[0].map((_, page) => Math.min(...times.map((walk) => walk[page]))),
      );
      say(`${way.name}: ${times[0].length} pages`);
      figures.push(
        figure(
          `page-${way.name}`,
          'ms',
          GOALS.pageMs,
          slowest,
          `the slowest page of GET ${way.path}`,
        ),
      );
    }
    return figures;
  }

  async #turn(name, what, work) {
    await this.#service.longestTurnMs();
    const begunAt = performance.now();
    await work();
    const ms = await this.#service.longestTurnMs();
    say(
      `${name}: ${ms.toFixed(1)} ms, after ${((performance.now() - begunAt) / 1_000).toFixed(1)} s`,
    );
    return figure(name, 'ms', GOALS.turnMs, ms, `longest turn of the loop: ${what}`);
  }

  /** Requests the list of each client on a connection of its own. */
  async #lists(clients, more = {}) {
    for (const { headers } of clients) {
      await drain(`${this.#service.baseUrl}/api/products`, { ...headers, ...more });
    }
  }

  /** Requests all pages and returns the time of each in milliseconds. */
  async #walk(way, headers) {
    const times = [];
    for (let path = way.path; path !== undefined;) {
      const begunAt = performance.now();
      const answer = await this.#get(path, headers);
      times.push(performance.now() - begunAt);
      path = way.next(answer);
    }
    return times;
  }

  /** Sells one product after the other, and polls after each sale. */
  async #sell(poll) {
    const [{ headers }] = this.#shop.clients;
    const lines = await query(
      this.#shop.url,
      `SELECT sku FROM bench.lines WHERE variation IS NULL ORDER BY md5(sku) LIMIT ${SALES}`,
    );
    for (const { sku } of lines) {
      const response = await fetch(`${this.#service.baseUrl}/api/orders`, {
        method: 'POST',
        headers: { ...headers, 'Content-Type': 'application/json' },
        body: JSON.stringify({ ...CUSTOMER, items: [{ sku, quantity: 1 }] }),
      });
      const text = await response.text();
      if (response.status !== 201) throw new Error(`an order: ${response.status} ${text}`);
      await poll();
    }
  }

  async #get(path, headers) {
    const answer = await ask(`${this.#service.baseUrl}${path}`, headers, this.#agent);
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.body}`);
    return answer;
  }
}

/** Describes a result in the table. */
export function figure(name, unit, atMost, value, what) {
  return { what, ...singleFigure({ name, unit, goal: { atMost } }, [value]) };
}
