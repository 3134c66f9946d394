import { Scope } from '../shop/scope.js';

/** The goal of a row. @typedef {{ atLeast: number } | { atMost: number }} Goal */
/** The figures of all rounds. @typedef {{ median: number, min: number, max: number, rounds: number[] }} Spread */

/**
 * The result of a row: a ratio of two rates, a single figure, or the reason for its absence. For polls, the ratio compares
 * processor time with that of bare Nest.
 *
 * @typedef {object} Result
 * @property {string} row
 * @property {string} unit of service and limit
 * @property {Goal} goal
 * @property {Spread} [service]
 * @property {Spread} [limit]
 * @property {Spread} [ratio]
 * @property {Time} [serviceTime]
 * @property {Time} [limitTime]
 * @property {Time} [nestTime] of bare Nest
 * @property {string} [note]
 * @property {string} [failed]
 */

/** Processor time in microseconds for each request, medians. @typedef {import('../measure/processor-time.js').ProcessorTime} Time */

const WARM_UP_ROUNDS_MAX = 5;
/** Once a service is warm, the processor time of a round is at least this share of the round before. */
const SETTLED_SHARE = 0.95;

/** An error: the service lacks the feature that a row measures. */
export class NotOffered extends Error {}

/** One round of a side; `time` is missing if it would include other work. @typedef {{ perSecond: number, time?: Time }} SideRound */
/**
 * The sides of a row. Polls are compared with `nest`, which is bare Nest.
 *
 * @typedef {{ service: () => Promise<SideRound>, limit: () => Promise<SideRound>, nest?: () => Promise<SideRound> }} Sides
 */

/**
 * Defines a row that compares two rates, or processor times, measured in turn: limit, service, limit, service …
 *
 * @param {object} row
 * @param {string} row.name
 * @param {string} row.service the request to the service
 * @param {string} row.limit the server to compare it with
 * @param {string} [row.unit]
 * @param {Goal} row.goal
 * @param {(bench: import('./bench.js').Bench, scope: Scope) => Promise<Sides>} row.prepare
 */
export function comparison({ unit = 'answers/s', ...row }) {
  return { ...row, unit, measure: (bench) => compare(bench, { ...row, unit }) };
}

/**
 * Defines a row with a single figure, without a limit to compare it with.
 *
 * @param {object} row
 * @param {string} row.name
 * @param {string} row.service the measured figure
 * @param {string} row.unit
 * @param {Goal} row.goal
 * @param {(bench: import('./bench.js').Bench, scope: Scope) => Promise<number[]>} row.figures
 */
export function figureRow({ figures, ...row }) {
  const measure = (bench) =>
    inScope(async (scope) => singleFigure(row, await figures(bench, scope)));
  return { ...row, limit: '', measure };
}

/** @returns {Result} of a row with figures of its own, one a round */
export function singleFigure({ name, unit, goal }, rounds) {
  return { row: name, unit, goal, service: spread(rounds) };
}

/** @returns {Promise<Result>} */
async function compare(bench, { name, unit, goal, prepare }) {
  return inScope(async (scope) => {
    const sides = await prepare(bench, scope);
    await sides.limit();
    await sides.nest?.();
    await warmUp(sides);
    const service = [];
    const limit = [];
    const nest = [];
    for (let round = 0; round < bench.rounds; round += 1) {
      limit.push(await sides.limit());
      if (sides.nest) nest.push(await sides.nest());
      service.push(await sides.service());
    }
    const ratios = service.map((one, round) =>
      sides.nest ? one.time.node / nest[round].time.node : one.perSecond / limit[round].perSecond,
    );
    return {
      row: name,
      unit,
      goal,
      service: spread(service.map(({ perSecond }) => perSecond)),
      limit: spread(limit.map(({ perSecond }) => perSecond)),
      ratio: spread(ratios),
      serviceTime: medianTime(service),
      limitTime: medianTime(limit),
      ...(sides.nest && { nestTime: medianTime(nest) }),
    };
  });
}

/** Runs rounds of the service until its processor time for a request stops falling, because V8 has compiled the frequent code. */
async function warmUp({ service }) {
  let before = Infinity;
  for (let round = 0; round < WARM_UP_ROUNDS_MAX; round += 1) {
    const { time } = await service();
    if (time === undefined || time.node > SETTLED_SHARE * before) return;
    before = time.node;
  }
}

/** Runs some work in a scope that ends with it. */
export async function inScope(work) {
  const scope = new Scope();
  try {
    return await work(scope);
  } finally {
    await scope.close();
  }
}

/** @returns {Time | undefined} */
function medianTime(rounds) {
  const times = rounds.map(({ time }) => time);
  if (times.includes(undefined)) return undefined;
  const median = (part) => spread(times.map((time) => time[part])).median;
  return { node: median('node'), postgres: median('postgres') };
}

/** @returns {Spread} */
export function spread(rounds) {
  const sorted = [...rounds].sort((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  const median = (sorted[Math.floor(middle)] + sorted[Math.ceil(middle)]) / 2;
  return { median, min: sorted[0], max: sorted.at(-1), rounds };
}
