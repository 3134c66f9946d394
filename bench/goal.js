/** @param {import('./comparison.js').Goal} goal */
export function isReached(goal, value) {
  return 'atLeast' in goal ? value >= goal.atLeast : value <= goal.atMost;
}

/** @param {import('./comparison.js').Goal} goal @returns {string} such as `≥ 0.6` */
export function goalText(goal) {
  return 'atLeast' in goal ? `≥ ${goal.atLeast}` : `≤ ${goal.atMost}`;
}

/** Large figures in whole numbers, small ones with two digits that count. */
export function figureText(value) {
  return value >= 100
    ? Math.round(value).toLocaleString('en')
    : String(Number(value.toPrecision(2)));
}

/** What a result is judged by: its ratio, or its own figure; undefined where there is none. */
export function judged({ ratio, service }) {
  return ratio ?? service;
}

/** The judged figure with its unit; a ratio has none. */
export function judgedText(result) {
  const { median } = judged(result);
  return result.ratio ? figureText(median) : `${figureText(median)} ${result.unit}`;
}
