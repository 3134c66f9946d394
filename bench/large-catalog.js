// `npm run bench:catalog`: start, memory, turns of the event loop and pages with 100,000 products. See bench/README.md.
import { parseArgs } from 'node:util';
import { whyBusy } from './measure/busy.js';
import { figure, LargeCatalog } from './load/catalog-load.js';
import { machine } from './measure/machine.js';
import { storeFigures } from './report/figures-file.js';
import { catalogRows, describeCatalog } from './report/tables.js';
import { say } from './report/say.js';
import { Scope } from './shop/scope.js';
import { peakMemoryMb, startService } from './shop/service.js';
import { openWorkspace } from './shop/workspace.js';

const HELP = `Usage: npm run bench:catalog -- [--products 100000] [--plans 20]

Measures the service with a large catalog: seconds of a start, the most memory, the longest turns of its event loop
(to the millisecond), and the slowest page. Takes about three minutes; --products 10000 --plans 5 takes one.
With other sizes than the default, or on a busy machine, the figures are printed only; else they go into bench/figures.json and the pages.
BENCH_NODE and BENCH_DATABASE_URL choose Node and PostgreSQL.

  --products  how many products
  --plans     how many plans, each with a client
`;
const SIZE = { products: 100_000, plans: 20 };

const GOALS = { startSeconds: 10, memoryMb: 600 };

const { values: options } = parseArgs({
  options: {
    products: { type: 'string', default: String(SIZE.products) },
    plans: { type: 'string', default: String(SIZE.plans) },
    help: { type: 'boolean', default: false },
  },
});
if (options.help) process.stdout.write(HELP);
else await run({ products: Number(options.products), plans: Number(options.plans) });

async function run(size) {
  const busy = await whyBusy();
  if (busy) say(busy);
  const isWhole = size.products === SIZE.products && size.plans === SIZE.plans;
  const workspace = await openWorkspace();
  const scope = new Scope();
  try {
    const figures = await measure(workspace, scope, size);
    const run = { ...machine(), postgres: await workspace.postgresVersion(), ...size };
    say(`\n${describeCatalog(run)}\n\n${catalogRows(figures)}`);
    if (isWhole && !busy) storeFigures('catalog', run, figures);
  } finally {
    await scope.close();
    await workspace.close();
  }
}

async function measure(workspace, scope, size) {
  say(`making ${size.products} products …`);
  const shop = await workspace.shop(scope, { ...size, clients: size.plans });
  const begunAt = performance.now();
  const service = await startService(scope, workspace.folder, { url: shop.url });
  const start = (performance.now() - begunAt) / 1_000;
  const catalog = new LargeCatalog(scope, service, shop);
  return [
    figure(
      'start',
      's',
      GOALS.startSeconds,
      start,
      'start until it is ready, on a database that is up to date',
    ),
    ...(await catalog.turns()),
    ...(await catalog.pages()),
    figure(
      'memory',
      'MB',
      GOALS.memoryMb,
      await peakMemoryMb(service.pid),
      'most memory at once during all of this',
    ),
  ];
}
