/** @param {import('../rows/comparison.js').Goal} goal */
function isReached(goal, value) {
  return 'atLeast' in goal ? value >= goal.atLeast : value <= goal.atMost;
}

/** @param {import('../rows/comparison.js').Goal} goal @returns {string} such as `≥ 0.6` */
export function goalText(goal) {
  return 'atLeast' in goal ? `≥ ${goal.atLeast}` : `≤ ${goal.atMost}`;
}

/** Formats large figures as whole numbers, small ones with two significant digits. */
export function figureText(value) {
  return value >= 100
    ? Math.round(value).toLocaleString('en')
    : String(Number(value.toPrecision(2)));
}

/** Picks the figure to compare with the goal: the ratio, or the service's figure; undefined without one. */
export function mainFigure({ ratio, service }) {
  return ratio ?? service;
}

/**
 * Writes `missed` if a result misses its goal, else nothing. Stored figures are rounded, so results have a mark if they missed
 * it.
 *
 * @param {{ goal?: import('../rows/comparison.js').Goal, times?: number, missed?: true }} result
 */
export function missedText(result) {
  if (result.missed) return 'missed';
  const value = result.times ?? mainFigure(result)?.median;
  return result.goal === undefined || value === undefined || isReached(result.goal, value)
    ? ''
    : 'missed';
}

/** Writes the main figure with its unit; a ratio has no unit. */
export function mainFigureText(result) {
  const { median } = mainFigure(result);
  return result.ratio ? figureText(median) : `${figureText(median)} ${result.unit}`;
}
