// `npm run bench:scale`: 1, 2 and 4 instances on one PostgreSQL, and one instance with Redis. See bench/README.md.
import { parseArgs } from 'node:util';
import { Bench } from './rows/bench.js';
import { whyBusy } from './measure/busy.js';
import { inScope, spread } from './rows/comparison.js';
import { storeFigures } from './report/figures-file.js';
import { machine } from './measure/machine.js';
import { startRedis } from './shop/redis.js';
import { describeScale, scaleRows } from './report/tables.js';
import { openOrders } from './rows/orders.js';
import { openStock } from './rows/reads.js';
import { say } from './report/say.js';
import { openWorkspace, stopSearchWords } from './shop/workspace.js';

const HELP = `Usage: npm run bench:scale -- [--rounds 3] [--seconds 3] [--env NAME=value ...]

Measures orders and reads of 1, 2 and 4 instances that share a database, with 64 callers for each instance: as many as are
answered, then half of that at a fixed rate. And reads with Redis.
Other rounds, other seconds, environment variables for the instances or a busy machine: the figures are printed only;
else they go into bench/figures.json and the pages. BENCH_NODE and BENCH_DATABASE_URL choose Node and PostgreSQL.
`;
const INSTANCES = [1, 2, 4];
const DEFAULTS = { rounds: '3', seconds: '3' };
/** Maximum growth of PostgreSQL's time for an order with the largest number of instances. */
const ORDER_GOAL = { atMost: 1.3 };
/** Maximum cost of a GET with Redis, in all processes together, compared with one without. */
const REDIS_GOAL = { atMost: 1.1 };

/** Medians of a load's rounds. @typedef {{ perSecond: number, node: number, postgres: number }} Cost */

const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: DEFAULTS.rounds },
    seconds: { type: 'string', default: DEFAULTS.seconds },
    env: { type: 'string', multiple: true, default: [] },
    help: { type: 'boolean', default: false },
  },
});
if (options.help) process.stdout.write(HELP);
else await run();

async function run() {
  const { rounds, seconds } = options;
  const busy = await whyBusy();
  if (busy) say(busy);
  const isUsual =
    rounds === DEFAULTS.rounds && seconds === DEFAULTS.seconds && options.env.length === 0;
  const workspace = await openWorkspace();
  try {
    const postgres = await workspace.postgresVersion();
    const sizes = { rounds: Number(rounds), seconds: Number(seconds) };
    const run = { ...machine(), postgres, callers: '64 callers of each instance', ...sizes };
    say(describeScale(run));
    const bench = new Bench(workspace, sizes);
    const results = [...(await measureInstances(bench)), ...(await measureRedis(bench))];
    say(`\n${scaleRows(results)}`);
    if (isUsual && !busy) storeFigures('scale', run, results);
  } finally {
    await workspace.close();
  }
}

/** Measures a result for each number of instances, of orders and of reads. */
async function measureInstances(bench) {
  const loads = { orders: [], paced: [], reads: [], pacedReads: [] };
  for (const count of INSTANCES) {
    await inScope(async (scope) => {
      const shop = await bench.openInstances(scope, { count, env: environment() });
      await stopSearchWords(scope, shop.database);
      const [orders, paced] = await measureBoth(bench, await openOrders(bench, shop));
      const [reads, pacedReads] = await measureBoth(bench, await openStock(bench, shop));
      const costs = { orders, paced, reads, pacedReads };
      for (const [name, cost] of Object.entries(costs)) loads[name].push(cost);
      say(
        `${count}: ${Math.round(orders.perSecond)} orders/s, ${Math.round(reads.perSecond)} reads/s`,
      );
    });
  }
  return [
    ...linesOf('orders', loads.orders, ORDER_GOAL),
    ...linesOf('orders at half of that', loads.paced),
    ...linesOf('GET …/stock', loads.reads),
    ...linesOf('GET …/stock at half of that', loads.pacedReads),
  ];
}

/** Measures reads with and without Redis in turn. */
async function measureRedis(bench) {
  return inScope(async (scope) => {
    const redis = await startRedis(scope, bench.folder);
    const env = environment();
    const plain = await bench.openInstances(scope, { env });
    const counted = await bench.openInstances(scope, {
      env: { ...env, REDIS_URL: redis.url },
      pids: [redis.pid],
    });
    const loads = [await openStock(bench, plain), await openStock(bench, counted)];
    const [without, withRedis] = await measureInTurns(bench, loads);
    const times = totalOf(withRedis) / totalOf(without);
    return [
      { name: 'GET …/stock, without Redis', ...without, times: 1 },
      {
        name: 'with Redis, whose time counts as the instance’s; all µs compared',
        ...withRedis,
        times,
        goal: REDIS_GOAL,
      },
    ];
  });
}

/** @returns {Promise<[Cost, Cost]>} of as many as are answered, and of half of that at a fixed rate */
async function measureBoth(bench, load) {
  const [closed] = await measureInTurns(bench, [load]);
  const atMostPerSecond = Math.round(closed.perSecond / 2);
  const [open] = await measureInTurns(bench, [{ round: () => load.run({ atMostPerSecond }) }]);
  return [closed, open];
}

/** @returns {Promise<Cost[]>} of each load, after a round to warm up */
async function measureInTurns(bench, loads) {
  const rounds = loads.map(() => []);
  for (let round = 0; round <= bench.rounds; round += 1) {
    for (const [index, load] of loads.entries()) {
      const { perSecond, time } = await load.round();
      if (round > 0) rounds[index].push({ perSecond, ...time });
    }
  }
  const median = (costs, part) => spread(costs.map((cost) => cost[part])).median;
  return rounds.map((costs) => ({
    perSecond: median(costs, 'perSecond'),
    node: median(costs, 'node'),
    postgres: median(costs, 'postgres'),
  }));
}

/** Compares PostgreSQL's time for each request with that of one instance. */
function linesOf(what, costs, goalOfLast) {
  return costs.map((cost, index) => {
    const count = INSTANCES[index];
    const goal = index === costs.length - 1 ? goalOfLast : undefined;
    const name = `${what}, ${count} ${count === 1 ? 'instance' : 'instances'}`;
    return { name, ...cost, times: cost.postgres / costs[0].postgres, goal };
  });
}

function totalOf({ node, postgres }) {
  return node + postgres;
}

/** Reads the environment variables of --env. */
function environment() {
  return Object.fromEntries(
    options.env.map((text) => [
      text.slice(0, text.indexOf('=')),
      text.slice(text.indexOf('=') + 1),
    ]),
  );
}
