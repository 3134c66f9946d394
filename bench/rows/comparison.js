import { inScope } from '../shop/scope.js';

/**
 * The goal of a row. In a comparison, `atMost` is a multiple of the limit's processor time in Node for each request, and
 * `atLeast` a share of the limit's rate.
 *
 * @typedef {{ atLeast: number } | { atMost: number }} Goal
 */
/** The figures of all rounds. @typedef {{ median: number, min: number, max: number }} Spread */
/** Processor time in microseconds for each request, medians. @typedef {import('../shop/processor-time.js').ProcessorTime} Time */

/**
 * A line of the table: a comparison with a ratio, a single figure of the service, or the reason for its absence.
 *
 * @typedef {object} Result
 * @property {string} row
 * @property {string} [unit] of service and limit
 * @property {Goal | null} [goal]
 * @property {Spread} [service]
 * @property {Spread} [limit]
 * @property {Spread} [ratio]
 * @property {Time} [serviceTime]
 * @property {Time} [limitTime]
 * @property {string} [failed]
 */

/** A load, one round of which can be measured. @typedef {{ round: () => Promise<import('../load/wrk.js').Round> }} Load */

const WARM_UP_ROUNDS_MAX = 5;
/** Once a service is warm, the processor time of a round is at least this share of the round before. */
const SETTLED_SHARE = 0.95;

/**
 * Defines a row that compares the service with a limit, measured in turn: limit, service, limit, service …
 *
 * @param {object} row
 * @param {string} row.name
 * @param {string} [row.unit]
 * @param {Goal} row.goal
 * @param {Goal} [row.nodeGoal] of a second line, with Node's time for each request in microseconds
 * @param {(bench: import('../shop/bench.js').Bench, scope: import('../shop/scope.js').Scope) => Promise<{ service: Load, limit: Load }>} row.prepare
 * @returns {{ name: string, unit: string, prepare: Function, measure: (bench: import('../shop/bench.js').Bench) => Promise<Result[]> }}
 */
export function comparison({ name, unit = 'answers/s', goal, nodeGoal, prepare }) {
  return { name, unit, prepare, measure };

  async function measure(bench) {
    const { service, limit } = await inScope(async (scope) =>
      roundsOf(bench, await prepare(bench, scope)),
    );
    const compared = 'atMost' in goal ? ({ time }) => time.node : ({ perSecond }) => perSecond;
    const rate = (rounds) => spread(rounds.map(({ perSecond }) => perSecond));
    const ratio = spread(service.map((round, index) => compared(round) / compared(limit[index])));
    const times = { serviceTime: medianTime(service), limitTime: medianTime(limit) };
    const line = { row: name, unit, goal, service: rate(service), limit: rate(limit), ratio };
    const node = service.map(({ time }) => time.node);
    return [
      { ...line, ...times },
      ...(nodeGoal ? [figure(`${name}-node`, 'µs', nodeGoal, node)] : []),
    ];
  }
}

async function roundsOf(bench, { service, limit }) {
  await limit.round();
  await warmUp(service);
  const rounds = { service: [], limit: [] };
  for (let round = 0; round < bench.rounds; round += 1) {
    rounds.limit.push(await limit.round());
    rounds.service.push(await service.round());
  }
  return rounds;
}

/** Runs rounds of the service until its processor time for a request stops falling, because V8 has compiled the frequent code. */
async function warmUp(service) {
  let before = Infinity;
  for (let round = 0; round < WARM_UP_ROUNDS_MAX; round += 1) {
    const { time } = await service.round();
    if (time.node > SETTLED_SHARE * before) return;
    before = time.node;
  }
}

/** @returns {Result} a line with figures of its own, one a round */
export function figure(row, unit, goal, rounds) {
  return { row, unit, goal, service: spread(rounds) };
}

/** @returns {Time} */
function medianTime(rounds) {
  const median = (part) => spread(rounds.map(({ time }) => time[part])).median;
  return { node: median('node'), postgres: median('postgres') };
}

/** @returns {Spread} */
function spread(rounds) {
  const sorted = [...rounds].sort((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  const median = (sorted[Math.floor(middle)] + sorted[Math.ceil(middle)]) / 2;
  return { median, min: sorted[0], max: sorted.at(-1) };
}
