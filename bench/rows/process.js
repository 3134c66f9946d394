import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ReadLoad } from '../load/read-load.js';
import { survey } from '../load/requests.js';
import { inScope } from '../shop/scope.js';
import { memoryKb, startService } from '../shop/service.js';
import { figure } from './comparison.js';
import { listRequests, stockRequests, zippedListRequests } from './reads.js';

/** A shop with long lists. */
const BIG_SHOP = { products: 10_000, plans: 10, clients: 10 };
/** Minimum seconds of a round that fills the memory with long lists. */
const MEMORY_SECONDS = 10;
const POLL_MS = 10;

export const PROCESS_ROWS = [
  { name: 'memory', measure: (bench) => inScope((scope) => measureMemory(bench, scope)) },
  { name: 'start', measure: measureStarts },
];

/** Measures the most memory at once: lists and stock under load. */
async function measureMemory(bench, scope) {
  const shop = await bench.openShop(scope, { size: BIG_SHOP });
  const { folder } = bench;
  const seconds = Math.max(bench.seconds, MEMORY_SECONDS);
  const open = (requests) => ReadLoad.open({ folder, seconds }, { ...shop, requests });
  const loads = [await open(listRequests(shop)), await open(await stockRequests(shop))];
  for (let round = 0; round < bench.rounds; round += 1) {
    for (const client of shop.clients) {
      await survey(shop.baseUrl, [...listRequests(client), ...zippedListRequests(client)]);
    }
    await Promise.all(loads.map((load) => load.round()));
  }
  const [{ child }] = shop.instances;
  const megabytes = (await memoryKb(child.pid, 'VmHWM')) / 1_024;
  return [figure('memory', 'MB', { atMost: 450 }, [megabytes])];
}

/** Measures starts on the embedded database with the demo, until the service is ready. A cold start before does not count. */
async function measureStarts({ folder, rounds }) {
  const seconds = [];
  for (let start = 0; start <= rounds; start += 1) {
    seconds.push(await inScope((scope) => startSeconds(scope, folder)));
  }
  return [figure('start', 's', { atMost: 3 }, seconds.slice(1))];
}

async function startSeconds(scope, folder) {
  const env = {
    DEMO_DATA: 'true',
    ALLOW_IN_PRODUCTION: 'demo,http,mail,two_factor',
    DATA_DIR: join(folder, 'demo'),
    // The folder has those of the first start.
    ADMIN_API_TOKEN: undefined,
    SECRETS_KEY: undefined,
  };
  const startedAt = performance.now();
  const { baseUrl } = await startService(scope, folder, { env });
  while (!(await fetch(`${baseUrl}/health/ready`)).ok) await sleep(POLL_MS);
  return (performance.now() - startedAt) / 1_000;
}
