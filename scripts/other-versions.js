// Runs a part of the tests with other versions of Node.js and PostgreSQL: see test/versions/README.md. Names of packages of that folder as
// arguments, such as node-20, run these only. The gate (GATE_TURN) runs the contract and the schema with the oldest version.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { randomInt } from 'node:crypto';
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { databaseAccount, privateFolder } from '../dist/src/platform/database/embedded/os-user.js';
import { supervise } from '../dist/src/platform/database/embedded/supervised-process.js';
import { otherNode } from './other-node.js';

const SYSTEM = '/usr/lib/postgresql';
const IS_GATE = process.env.GATE_TURN !== undefined;
/** One for each of orders, stock, feeds and money. */
const MORE_SUITES = [
  'test/orders/placing/placing',
  'test/admin-api/catalog/stock.e2e-spec',
  'test/store-api/changes.e2e-spec',
  'test/money/receipts',
];
const SUITES = [
  'test/contract',
  'test/operation/database/schema.e2e-spec',
  ...(IS_GATE ? [] : MORE_SUITES),
];
/** Options of Node.js for tests, as in the scripts of package.json. */
const OPTIONS = [
  '--experimental-vm-modules',
  ...['--min-semi-space-size=64', '--max-semi-space-size=64', '--single-threaded-gc'],
];
/** Packages of the folder, the PostgreSQL of their tests (the system's or the embedded one), and how many of the suites they run. */
const RUNS = {
  'node-20': { postgres: 'system', suites: SUITES },
  // Between the oldest version and the one that runs everything: that it starts, and takes orders.
  ...(!IS_GATE && { 'node-22': { postgres: 'embedded', suites: ['test/contract'] } }),
};

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in RUNS));
if (unknown.length > 0) {
  throw new Error(`Invalid run ${unknown.join(', ')}: expected ${Object.keys(RUNS).join(' or ')}`);
}
for (const name of wanted.length > 0 ? wanted : Object.keys(RUNS)) {
  if (RUNS[name].postgres === 'system') await onSystemPostgres((env) => runTests(name, env));
  else await runTests(name, {});
}

async function runTests(name, env) {
  const node = otherNode(name);
  const version = execFileSync(node, ['--version'], { encoding: 'utf8' }).trim();
  process.stdout.write(`\nNode.js ${version}, PostgreSQL: ${env.VERSION ?? 'embedded'}\n`);
  // In one process, which loads the service once: two fifths less processor time, with other checks next to it.
  const jest = [...OPTIONS, 'node_modules/jest/bin/jest.js', '--runInBand', ...RUNS[name].suites];
  const child = spawn(node, jest, {
    // CI: a skipped test fails the run.
    env: { ...process.env, CI: 'true', DATABASE_URL: env.DATABASE_URL ?? '' },
    stdio: 'inherit',
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`The tests failed with ${name}`);
}

/** Runs `work` on a new cluster of the oldest installed PostgreSQL from version 15 on. Stops and deletes the cluster afterwards. */
async function onSystemPostgres(work) {
  const versions = existsSync(SYSTEM) ? readdirSync(SYSTEM).map(Number) : [];
  const oldest = Math.min(...versions.filter((version) => version >= 15));
  if (!Number.isFinite(oldest))
    throw new Error('PostgreSQL 15 or later not found: install it with apt-get install postgresql');
  const programs = join(SYSTEM, String(oldest), 'bin');
  // In /dev/shm if it exists: each suite creates a database of a thousand small files, which memory makes faster.
  const folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'wso-core-'));
  chmodSync(folder, 0o755);
  const account = await databaseAccount(folder);
  const cluster = await privateFolder(join(folder, 'cluster-'), account);
  const initdb = await supervise(
    join(programs, 'initdb'),
    ['--encoding=UTF8', '--locale=C', '--username=postgres', '--auth=trust', cluster],
    { account },
  );
  const { code, lastLine } = await initdb.ended;
  if (code !== 0) throw new Error(`initdb: ${lastLine}`);
  // Below the range that systems use for outgoing connections.
  const port = String(randomInt(10_000, 30_000));
  const settings = [
    'listen_addresses=127.0.0.1',
    `port=${port}`,
    'unix_socket_directories=',
    'max_connections=200',
  ];
  const server = await supervise(
    join(programs, 'postgres'),
    ['-D', cluster, ...settings.flatMap((setting) => ['-c', setting])],
    { account },
  );
  try {
    const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
    for (let tries = 0; !isReady(programs, port); tries += 1) {
      if (tries === 300) throw new Error('PostgreSQL did not start');
      await sleep(100);
    }
    await work({ DATABASE_URL: url, VERSION: String(oldest) });
  } finally {
    server.end();
    await server.ended;
    rmSync(folder, { recursive: true, force: true });
  }
}

function isReady(programs, port) {
  const args = ['-h', '127.0.0.1', '-p', port];
  return spawnSync(join(programs, 'pg_isready'), args).status === 0;
}
