/**
 * Computes the self time of each function in a span of time, the longest first, without idle time.
 *
 * @param {object[]} profiles as `node --cpu-prof` writes them
 * @param {{ from: number, until: number }} span in microseconds of the profiles' clock
 * @returns {{ name: string, us: number }[]}
 */
export function selfTimes(profiles, span) {
  const times = new Map();
  for (const profile of profiles) {
    for (const [name, us] of samplesIn(profile, span)) {
      times.set(name, (times.get(name) ?? 0) + us);
    }
  }
  times.delete('(idle)');
  return [...times].map(([name, us]) => ({ name, us })).sort((a, b) => b.us - a.us);
}

/** Writes each sample's function, and the time until the next one. */
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
