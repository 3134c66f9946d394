// `npm run bench`: compares the service with the limit of this machine; `npm run bench:profile`: profiles it. See bench/README.md.
import { parseArgs } from 'node:util';
import { machine, whyBusy } from './machine.js';
import { profile } from './profile.js';
import { describeRun, storeFigures, tableOf } from './report.js';
import { MIX_ROW } from './rows/mix.js';
import { ORDER_ROWS } from './rows/orders.js';
import { PROCESS_ROWS } from './rows/process.js';
import { READ_ROWS } from './rows/reads.js';
import { WAITING_ROW } from './rows/waiting.js';
import { Bench } from './shop/bench.js';
import { openWorkspace } from './shop/workspace.js';

const ROWS = [...READ_ROWS, ...ORDER_ROWS, MIX_ROW, ...PROCESS_ROWS, WAITING_ROW];
/** The major version in the image. Only its figures are stored. */
const RECOMMENDED_NODE = 24;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    profile: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '3' },
  },
});
const rows = values.profile ? ROWS.filter(({ prepare }) => prepare) : ROWS;
const only = [...positionals, ...values.only.split(',')].filter((name) => name !== '');
const unknown = only.filter((wanted) => !rows.some(({ name }) => name === wanted));
if (unknown.length > 0) {
  const names = rows.map(({ name }) => name).join(', ');
  refuse(`There is no row ${unknown.join(', ')}; there are: ${names}.`);
}
const chosen = rows.filter(({ name }) => only.length === 0 || only.includes(name));
const options = { rounds: Number(values.rounds), seconds: Number(values.seconds) };
if (!(options.rounds >= 1 && options.seconds >= 1)) {
  refuse('--rounds and --seconds take a whole number from 1.');
}
const here = machine();
const workspace = await openWorkspace();
try {
  if (values.profile) for (const row of chosen) say(await profile(workspace, row, options));
  else await run();
} finally {
  await workspace.close();
}

/** Measures the rows. The exit status is 1 if one failed, which does not end the run. */
async function run() {
  const busy = await whyBusy();
  if (busy) say(busy);
  const about = { ...here, postgres: await workspace.postgresVersion(), ...options };
  say(describeRun(about));
  const bench = new Bench(workspace, options);
  const results = [];
  for (const row of chosen) {
    if (workspace.isClosing) return;
    const measured = await row.measure(bench).catch((error) => {
      // That of fetch() tells why in its cause.
      const [failed] = (error.cause ?? error).message.split('\n');
      return [{ row: row.name, failed }];
    });
    say(`\n${tableOf(measured)}`);
    results.push(...measured);
  }
  say(`\n${tableOf(results)}`);
  const hasFailed = results.some(({ failed }) => failed);
  const isWhole = chosen.length === ROWS.length && !hasFailed;
  const isRecommended = about.node.startsWith(`${RECOMMENDED_NODE}.`);
  if (isWhole && !busy && isRecommended) storeFigures(about, results);
  if (hasFailed) process.exitCode = 1;
}

function refuse(line) {
  process.stderr.write(`${line}\n`);
  process.exit(2);
}

function say(text) {
  process.stdout.write(`${text}\n`);
}
