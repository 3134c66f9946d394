import { figureText, goalText, mainFigure, mainFigureText, missedText } from './goal.js';
import { ROWS } from '../rows/rows.js';

/** Columns of the table of all rows. */
export const COLUMNS = [
  ...['row', 'service', 'µs', 'limit', 'µs', 'bare Nest µs'],
  ...['result', 'min … max', 'goal', ''],
];
const SCALE_COLUMNS = ['', 'each second', 'instances µs', 'PostgreSQL µs', 'times', 'goal', ''];

/** Describes the machine that figures were taken on. */
export function describeMachine({ cores, processor, memoryGb, node, postgres }) {
  return `${cores} cores (${processor}, ${memoryGb} GB), Node ${node}, PostgreSQL ${postgres}`;
}

/** Describes in one line the machine and the options of a run of all rows. */
export function describeRun(run) {
  return `${describeMachine(run)}, ${run.wrk}; ${run.rounds} rounds of ${run.seconds} s`;
}

/** Describes in one line the machine and the size of a large catalog. */
export function describeCatalog(run) {
  const products = run.products.toLocaleString('en');
  return `${describeMachine(run)}; ${products} products, ${run.plans} plans`;
}

/** Describes in one line the machine and the load of several instances. */
export function describeScale(run) {
  return `${describeMachine(run)}; ${run.callers}, ${run.rounds} rounds of ${run.seconds} s`;
}

/** Writes the figures of all rows. */
export function serviceTable({ service }) {
  return dated(service, describeRun, markdown(COLUMNS, service.results.map(resultCells)));
}

/** Writes the figures of a large catalog. */
export function catalogTable({ catalog }) {
  return dated(catalog, describeCatalog, catalogRows(catalog.results));
}

/** Formats the figures of a large catalog in Markdown. */
export function catalogRows(results) {
  return markdown(
    ['figure', 'what', 'result', 'goal', ''],
    results.map((result) => {
      const { row, what, goal } = result;
      return [row, what, mainFigureText(result), goalText(goal), missedText(result)];
    }),
  );
}

/** Writes the figures of several instances. */
export function scaleTable({ scale }) {
  return dated(scale, describeScale, scaleRows(scale.results));
}

/** Formats the figures of several instances in Markdown. */
export function scaleRows(results) {
  return markdown(
    SCALE_COLUMNS,
    results.map((result) => {
      const { name, perSecond, node, postgres, times, goal } = result;
      const costs = [String(Math.round(node)), figureText(postgres)];
      const compared = [times.toFixed(2), goal ? goalText(goal) : '', missedText(result)];
      return [name, figureText(perSecond), ...costs, ...compared];
    }),
  );
}

/** Writes the request and the limit of each row. */
export function rowsTable() {
  const rows = ROWS.map(({ name, service, limit }) => [name, service, limit]);
  return markdown(['row', 'service', 'limit'], rows);
}

/** Writes the cells of a result in the table of all rows. @param {import('../rows/comparison.js').Result} result */
export function resultCells(result) {
  const { row, unit, goal, service, limit, ratio, note, failed } = result;
  const main = mainFigure(result);
  const missing = failed ? `FAILED: ${failed}` : note;
  if (!main) return [row, '', '', '', '', '', '', '', goalText(goal), missing];
  return [
    row,
    ratio ? `${figureText(service.median)} ${unit}` : '',
    timeText(result.serviceTime),
    ratio ? `${figureText(limit.median)} ${unit}` : '',
    timeText(result.limitTime),
    result.nestTime ? figureText(result.nestTime.node) : '',
    mainFigureText(result),
    `${figureText(main.min)} … ${figureText(main.max)}`,
    goalText(goal),
    missedText(result),
  ];
}

/** Writes a table in Markdown with columns as wide as oxfmt makes them. */
export function markdown(head, rows) {
  const widths = head.map((_, column) =>
    Math.max(3, ...[head, ...rows].map((cells) => cells[column].length)),
  );
  const line = (cells) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column])).join(' | ')} |`;
  const rule = widths.map((width) => '-'.repeat(width));
  return [head, rule, ...rows].map(line).join('\n');
}

function dated({ date, run }, describe, table) {
  return `${date}: ${describe(run)}.\n\n${table}`;
}

/** Formats the processor time of Node and PostgreSQL for a request. */
function timeText(time) {
  return time ? `${Math.round(time.node)} + ${Math.round(time.postgres)}` : '';
}
