import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Bench } from './shop/bench.js';
import { inScope } from './shop/scope.js';

const SHOWN = 25;

/** Profiles the service under the load of a comparison. Returns a table of the functions with the most self time. */
export async function profile(workspace, { name, unit, prepare }, options) {
  const folder = join(workspace.folder, `profile-${name}`);
  await mkdir(folder);
  const nodeOptions = ['--cpu-prof', `--cpu-prof-dir=${folder}`];
  const bench = new Bench(workspace, { ...options, nodeOptions });
  // The end of the scope ends the service, which writes its profile then.
  const load = await inScope(async (scope) => {
    const { service } = await prepare(bench, scope);
    await service.round();
    const from = nowUs();
    const { perSecond } = await service.round();
    return { from, until: nowUs(), perSecond };
  });
  const files = await readdir(folder);
  const profiles = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')));
  const times = selfTimes(
    profiles.map((text) => JSON.parse(text)),
    load,
  );
  return `\n${name}: ${Math.round(load.perSecond)} ${unit}\n${table(times)}`;
}

/** Reads the microseconds of the monotonic clock, which V8's profiles use too. */
function nowUs() {
  return Number(process.hrtime.bigint() / 1_000n);
}

/** Computes the self time of each function in a span of time, the longest first, without idle time. */
function selfTimes(profiles, span) {
  const times = new Map();
  for (const one of profiles) {
    for (const [name, us] of samplesIn(one, span)) times.set(name, (times.get(name) ?? 0) + us);
  }
  times.delete('(idle)');
  return [...times].map(([name, us]) => ({ name, us })).sort((a, b) => b.us - a.us);
}

/** Yields each sample's function, and the time until the next one. */
function* samplesIn({ nodes, samples, timeDeltas, startTime }, { from, until }) {
  const names = new Map(nodes.map(({ id, callFrame }) => [id, functionName(callFrame)]));
  let at = startTime;
  for (const [index, node] of samples.entries()) {
    at += timeDeltas[index];
    const us = timeDeltas[index + 1] ?? 0;
    if (at >= from && at <= until) yield [names.get(node), us];
  }
}

/** Writes the name of a function with its line and its file, from the innermost package or from `dist` on. */
function functionName({ functionName: name, url, lineNumber }) {
  if (url === '') return name;
  const file = url.replace(/^.*\/node_modules\//, '').replace(/^.*\/(?=dist\/src\/)/, '');
  return `${name || '(anonymous)'} ${file}:${lineNumber + 1}`;
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
