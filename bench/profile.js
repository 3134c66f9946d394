// `npm run bench:profile -- <row>`: profiles the service under the load of a row.
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Bench } from './rows/bench.js';
import { selfTimes } from './measure/cpu-profile.js';
import { readOptions } from './report/options.js';
import { ROWS } from './rows/rows.js';
import { Scope } from './shop/scope.js';
import { openWorkspace } from './shop/workspace.js';

const SHOWN = 25;

const comparisons = ROWS.filter((row) => 'prepare' in row);
const { only, ...options } = readOptions(comparisons.map(({ name }) => name));
const workspace = await openWorkspace();
try {
  for (const row of comparisons.filter(({ name }) => only.includes(name))) await profile(row);
} finally {
  await workspace.close();
}

async function profile({ name, unit, prepare }) {
  const folder = join(workspace.folder, `profile-${name}`);
  await mkdir(folder);
  const nodeOptions = ['--cpu-prof', `--cpu-prof-dir=${folder}`];
  const bench = new Bench(workspace, { ...options, nodeOptions });
  const load = await underLoad(bench, prepare);
  const files = await readdir(folder);
  const profiles = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')));
  const times = selfTimes(
    profiles.map((text) => JSON.parse(text)),
    load,
  );
  process.stdout.write(`\n${name}: ${Math.round(load.perSecond)} ${unit}\n${table(times)}\n`);
}

/** Runs the row's load after a warm-up and ends its processes, so that they write their profiles. */
async function underLoad(bench, prepare) {
  const scope = new Scope();
  try {
    const { service } = await prepare(bench, scope);
    await service();
    const from = nowUs();
    const { perSecond } = await service();
    return { from, until: nowUs(), perSecond };
  } finally {
    await scope.close();
  }
}

/** Reads the microseconds of the monotonic clock, which V8's profiles use too. */
function nowUs() {
  return Number(process.hrtime.bigint() / 1_000n);
}

/** Writes the functions with the most self time, as a share of the time that the process was busy. */
function table(times) {
  const busy = times.reduce((sum, { us }) => sum + us, 0);
  const lines = times.slice(0, SHOWN).map(({ name, us }) => {
    const ms = (us / 1_000).toFixed(0).padStart(8);
    return `${ms} ms ${((100 * us) / busy).toFixed(1).padStart(5)} %  ${name}`;
  });
  return [`${(busy / 1_000).toFixed(0).padStart(8)} ms 100.0 %  at work`, ...lines].join('\n');
}
