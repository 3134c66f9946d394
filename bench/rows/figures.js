import { figureRow } from './comparison.js';
import { openOrders } from './orders.js';
import { openList, openStock } from './reads.js';
import { peakMemoryMb } from '../shop/service.js';
import { stockDuringSignIns, stockWithListeners } from './people.js';
import { warmStarts } from './start-time.js';
import { storeMix } from './store-mix.js';
import { survey } from '../load/requests.js';

/** A shop with long lists. */
const BIG_SHOP = { products: 10_000, plans: 10, clients: 10 };
/** Minimum seconds of a round that fills the memory with long lists. */
const MEMORY_SECONDS = 10;
/** Goals of the mix of 500 stores. */
const MIX_GOALS_MS = { stock: 30, changes: 30, order: 30 };
/** Times of the service itself, which these contain, and their goals. */
const MIX_PARTS = {
  turn: ['longest turn of the event loop', 20],
  collector: ['longest stop for the garbage collector', 5],
  refresh: ['mean time of the query that brings the copies up to date', 2],
};
const MIX_PATHS = {
  stock: 'GET /api/products/{sku}/stock',
  changes: 'GET /api/changes',
  order: 'POST /api/orders',
};
const LATENCY_OF = 'p99 at half of the throughput that was reached just before';

/** Rows with a single figure and its maximum. */
export const FIGURE_ROWS = [
  figureRow({
    name: 'memory',
    service: 'most memory at once: lists and stock under load, 10,000 products, 10 plans',
    unit: 'MB',
    goal: { atMost: 300 },
    figures: measureMemory,
  }),
  figureRow({
    name: 'start',
    service: 'second start on the embedded database with the demo, until it is ready',
    unit: 's',
    goal: { atMost: 1.5 },
    figures: (bench) => warmStarts(bench.folder, bench.rounds),
  }),
  figureRow({
    name: 'p99-stock',
    service: `GET /api/products/{sku}/stock: ${LATENCY_OF}`,
    unit: 'ms',
    goal: { atMost: 10 },
    figures: async (bench, scope) => latencies(bench, scope, openStock),
  }),
  figureRow({
    name: 'sign-ins',
    service: 'p99 of stock while 20 sign-ins are in flight, as a multiple of the one without',
    unit: '×',
    goal: { atMost: 2 },
    figures: stockDuringSignIns,
  }),
  figureRow({
    name: 'live',
    service:
      "Node's time for GET /api/products/{sku}/stock while pages of 500 people listen, as a multiple of that without them",
    unit: '×',
    goal: { atMost: 1.1 },
    figures: stockWithListeners,
  }),
  figureRow({
    name: 'p99-order',
    service: `POST /api/orders: ${LATENCY_OF}`,
    unit: 'ms',
    goal: { atMost: 50 },
    figures: async (bench, scope) => latencies(bench, scope, openOrders),
  }),
  figureRow({
    name: 'order-node',
    service: "POST /api/orders, 2 lines of random SKUs: Node's processor time for an order",
    unit: 'µs',
    goal: { atMost: 420 },
    figures: measureOrderTime,
  }),
  ...Object.entries(MIX_GOALS_MS).map(([kind, atMost]) =>
    figureRow({
      name: `mix-${kind}`,
      service: `500 stores at half of the rate that they reach: p99 of ${MIX_PATHS[kind]}`,
      unit: 'ms',
      goal: { atMost },
      figures: async (bench) => (await storeMix(bench)).map(({ p99Ms }) => p99Ms[kind]),
    }),
  ),
  ...Object.entries(MIX_PARTS).map(([kind, [what, atMost]]) =>
    figureRow({
      name: `mix-${kind}`,
      service: `500 stores at half of the rate that they reach: ${what}`,
      unit: 'ms',
      goal: { atMost },
      figures: async (bench) => (await storeMix(bench)).map((round) => round[`${kind}Ms`]),
    }),
  ),
];

async function measureOrderTime(bench, scope) {
  const load = await openOrders(bench, await bench.openShop(scope));
  await load.round();
  const times = [];
  for (let round = 0; round < bench.rounds; round += 1) times.push((await load.round()).time.node);
  return times;
}

async function measureMemory(bench, scope) {
  const shop = await bench.openShop(scope, BIG_SHOP);
  const { folder } = bench;
  const seconds = Math.max(bench.seconds, MEMORY_SECONDS);
  const list = await openList({ folder, seconds }, shop);
  const stock = await openStock({ folder, seconds }, shop);
  for (let round = 0; round < bench.rounds; round += 1) {
    for (const { headers } of shop.clients) {
      const path = '/api/products';
      const gzipped = { ...headers, 'Accept-Encoding': 'gzip' };
      await survey(shop.baseUrl, [
        { path, headers },
        { path, headers: gzipped },
      ]);
    }
    await Promise.all([list.round(), stock.round()]);
  }
  return [await peakMemoryMb(shop.pid)];
}

/** Measures one p99 in milliseconds for each round, after a warm-up. */
async function latencies(bench, scope, open) {
  const load = await open(bench, await bench.openShop(scope));
  await load.round();
  const p99s = [];
  for (let round = 0; round < bench.rounds; round += 1) {
    p99s.push(await load.p99Ms((await load.round()).perSecond / 2));
  }
  return p99s;
}
