import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { chart } from './chart.js';

const COLUMNS = ['row', 'service', 'limit', 'result', 'min … max', 'goal', ''];
const WIDTHS = [18, 14, 14, 9, 17, 9, 0];

/** The head of the table on the console. */
export const TABLE_HEAD = tableRow(COLUMNS);

/** A result's line of the table on the console. */
export function tableLine(result) {
  return tableRow(cells(result));
}

/** One line about where and how the figures were taken. */
export function describeMachine(run) {
  return (
    `${run.cores} cores (${run.processor}, ${run.memoryGb} GB), Node ${run.node}, PostgreSQL ${run.postgres}, ` +
    `${run.wrk}, ${run.pgbench}; ${run.rounds} rounds of ${run.seconds} s`
  );
}

/** Writes results.json, results.svg, and the table of README.md. */
export async function writeResults(run, results) {
  const at = new Date().toISOString();
  await write('results.json', JSON.stringify({ at, run, results }));
  await writeFile(join(import.meta.dirname, 'results.svg'), chart(results));
  const table = [COLUMNS, COLUMNS.map(() => '-'), ...results.map(cells)];
  const lines = table.map((row) => `| ${row.join(' | ')} |`).join('\n');
  const readme = await readFile(join(import.meta.dirname, 'README.md'), 'utf8');
  const written = `<!-- results -->\n\n${at.slice(0, 10)}: ${describeMachine(run)}.\n\n${lines}\n\n<!-- /results -->`;
  await write(
    'README.md',
    readme.replace(/<!-- results -->[^]*<!-- \/results -->/, () => written),
  );
}

async function write(name, text) {
  const filepath = join(import.meta.dirname, name);
  await writeFile(filepath, await format(text, { ...(await resolveConfig(filepath)), filepath }));
}

/** @param {import('./comparison.js').Result} result */
function cells({ row, unit, goal, service, limit, ratio, note, failed }) {
  const remark = failed ? `FAILED: ${failed}` : (note ?? '');
  const main = ratio ?? service;
  if (!main) return [row, '', '', '', '', goalText(goal), remark];
  const range = `${figure(main.min)} … ${figure(main.max)}`;
  return [
    row,
    ratio ? `${figure(service.median)} ${unit}` : '',
    limit ? `${figure(limit.median)} ${unit}` : '',
    ratio ? figure(main.median) : `${figure(main.median)} ${unit}`,
    range,
    goalText(goal),
    remark || (isReached(goal, main.median) ? '' : 'below'),
  ];
}

/** Whether a figure reaches its goal. */
export function isReached(goal, value) {
  return 'atLeast' in goal ? value >= goal.atLeast : value <= goal.atMost;
}

function goalText(goal) {
  return 'atLeast' in goal ? `≥ ${goal.atLeast}` : `≤ ${goal.atMost}`;
}

/** Large figures in whole numbers, small ones with two digits that count. */
function figure(value) {
  return value >= 100 ? Math.round(value).toLocaleString('en') : String(+value.toPrecision(2));
}

function tableRow(texts) {
  return texts
    .map((text, column) => text.padEnd(WIDTHS[column]))
    .join(' ')
    .trimEnd();
}
