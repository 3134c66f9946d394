import { figureRow } from './comparison.js';
import { openOrders } from './rows-of-orders.js';
import { openList, openStock } from './rows-of-reads.js';
import { peakMemoryMb } from './service.js';
import { warmStarts } from './start-time.js';
import { survey } from './survey.js';

const BIG_SHOP = { products: 10_000, plans: 10, clients: 10 };
/** The least that a round of long lists takes to fill the memory. */
const MEMORY_SECONDS = 10;
const LATENCY_OF = 'p99 at half of the throughput that was reached just before';

/** Rows with a figure of their own: the most that it may be. */
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
    name: 'p99-list',
    service: `GET /api/products: ${LATENCY_OF}`,
    unit: 'ms',
    goal: { atMost: 10 },
    figures: async (bench, scope) => latencies(bench, scope, openList),
  }),
  figureRow({
    name: 'p99-order',
    service: `POST /api/orders: ${LATENCY_OF}`,
    unit: 'ms',
    goal: { atMost: 50 },
    figures: async (bench, scope) => latencies(bench, scope, openOrders),
  }),
];

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

/** One p99 in milliseconds for each round, after a warm-up. */
async function latencies(bench, scope, open) {
  const load = await open(bench, await bench.openShop(scope));
  await load.round();
  const p99s = [];
  for (let round = 0; round < bench.rounds; round += 1) {
    p99s.push(await load.p99Ms((await load.round()).perSecond / 2));
  }
  return p99s;
}
