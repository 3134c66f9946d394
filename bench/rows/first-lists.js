import { Scope } from '../shop/scope.js';
import { drain } from '../load/requests.js';

/** A shop with long lists. */
export const BIG_SHOP = { products: 10_000, plans: 10, clients: 10 };

/** @type {WeakMap<import('./bench.js').Bench, Promise<{ ms: number[], longestTurnMs: number }>>} */
const measured = new WeakMap();

/** Measures the first list of each plan after a start, once in a run: the time of each, and the longest turn of the event loop. */
export function firstLists(bench) {
  if (!measured.has(bench)) measured.set(bench, measureFirstLists(bench));
  return measured.get(bench);
}

async function measureFirstLists(bench) {
  const scope = new Scope();
  try {
    const shop = await bench.openShop(scope, BIG_SHOP);
    await shop.longestTurnMs();
    const ms = [];
    for (const { headers } of shop.clients) {
      const begunAt = performance.now();
      await drain(`${shop.baseUrl}/api/products`, headers);
      ms.push(performance.now() - begunAt);
    }
    return { ms, longestTurnMs: await shop.longestTurnMs() };
  } finally {
    await scope.close();
  }
}
