import { figureRow } from './comparison.js';
import { ORDER_CONNECTIONS, orderLines } from './order-load.js';
import { steadyOrders } from './rows-of-lists.js';
import { openOrders } from './rows-of-orders.js';
import { openList, openStock } from './rows-of-reads.js';
import { peakMemoryMb } from './service.js';
import { warmStarts } from './start-time.js';
import { survey } from './survey.js';

const BIG_SHOP = { products: 10_000, plans: 10 };
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
    figures: async (bench, scope) => {
      const load = await openStock(bench, await bench.openShop(scope));
      return latencies(bench, load, (perSecond) => load.steady(perSecond));
    },
  }),
  figureRow({
    name: 'p99-list',
    service: `GET /api/products: ${LATENCY_OF}`,
    unit: 'ms',
    goal: { atMost: 10 },
    figures: async (bench, scope) => {
      const load = await openList(bench, await bench.openShop(scope));
      return latencies(bench, load, (perSecond) => load.steady(perSecond));
    },
  }),
  figureRow({
    name: 'p99-order',
    service: `POST /api/orders: ${LATENCY_OF}`,
    unit: 'ms',
    goal: { atMost: 50 },
    figures: measureOrderLatency,
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
      await survey(shop.baseUrl, ['/api/products'], headers);
      await survey(shop.baseUrl, ['/api/products'], { ...headers, 'Accept-Encoding': 'gzip' });
    }
    await Promise.all([list.round(), stock.round()]);
  }
  return [await peakMemoryMb(shop.pid)];
}

async function measureOrderLatency(bench, scope) {
  const shop = await bench.openShop(scope);
  const lines = await orderLines(shop.database);
  const { seconds } = bench;
  const connections = ORDER_CONNECTIONS;
  return latencies(bench, await openOrders(bench, shop), (perSecond) =>
    steadyOrders(shop, { lines, perSecond, connections, seconds }),
  );
}

/** One p99 in milliseconds for each round, after a warm-up. */
async function latencies(bench, load, steady) {
  await load.round();
  const p99s = [];
  for (let round = 0; round < bench.rounds; round += 1) {
    const reached = await load.round();
    p99s.push((await steady(reached / 2)).p99Ms);
  }
  return p99s;
}
