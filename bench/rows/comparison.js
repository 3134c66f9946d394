import { Scope } from '../shop/scope.js';

/** What a row has to reach. @typedef {{ atLeast: number } | { atMost: number }} Goal */
/** One of `rounds` is one figure a round. @typedef {{ median: number, min: number, max: number, rounds: number[] }} Spread */

/**
 * The result of a row: either a ratio of two rates, or a single figure, or the reason why there is no figure.
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
 * @property {string} [note]
 * @property {string} [failed]
 */

/** Processor time in microseconds for each request, medians. @typedef {import('../measure/processor-time.js').ProcessorTime} Time */

/** The service does not have what a row measures. */
export class NotOffered extends Error {}

/** One round of a side: `time` is missing where it would count something else too. @typedef {{ perSecond: number, time?: Time }} SideRound */
/** The two sides of a row. @typedef {{ service: () => Promise<SideRound>, limit: () => Promise<SideRound> }} Sides */

/**
 * A row that compares rates, taken in turn: limit, service, limit, service …
 *
 * @param {object} row
 * @param {string} row.name
 * @param {string} row.service what is asked of the service
 * @param {string} row.limit what it is compared with
 * @param {string} [row.unit]
 * @param {Goal} row.goal
 * @param {(service: number, limit: number) => number} [row.ratio] of two rates
 * @param {(bench: import('./bench.js').Bench, scope: Scope) => Promise<Sides>} row.prepare
 */
export function comparison({ unit = 'answers/s', ratio = quotient, ...row }) {
  return { ...row, unit, measure: (bench) => compare(bench, { ...row, unit, ratio }) };
}

/**
 * A row with a figure of its own, which has no limit to be compared with.
 *
 * @param {object} row
 * @param {string} row.name
 * @param {string} row.service what is measured
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

function quotient(service, limit) {
  return service / limit;
}

/** @returns {Promise<Result>} */
async function compare(bench, { name, unit, goal, ratio, prepare }) {
  return inScope(async (scope) => {
    const sides = await prepare(bench, scope);
    // What is compiled and cached by the first round would favor the second.
    await sides.limit();
    await sides.service();
    const service = [];
    const limit = [];
    for (let round = 0; round < bench.rounds; round += 1) {
      limit.push(await sides.limit());
      service.push(await sides.service());
    }
    const ratios = service.map((one, round) => ratio(one.perSecond, limit[round].perSecond));
    return {
      row: name,
      unit,
      goal,
      service: spread(service.map(({ perSecond }) => perSecond)),
      limit: spread(limit.map(({ perSecond }) => perSecond)),
      ratio: spread(ratios),
      serviceTime: medianTime(service),
      limitTime: medianTime(limit),
    };
  });
}

/** Does some work with a scope of its own. */
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
