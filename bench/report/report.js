import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { figureText, goalText, isReached, mainFigure, mainFigureText } from './goal.js';
import { ROWS } from '../rows/rows.js';

const README = join(import.meta.dirname, '../README.md');
const FORMATTER = join(import.meta.dirname, '../../node_modules/.bin/oxfmt');
/** The major version that the image runs, whose table is the first one. */
const RECOMMENDED_NODE = 24;
const COLUMNS = ['row', 'service', 'µs', 'limit', 'µs', 'result', 'min … max', 'goal', ''];
const WIDTHS = [18, 18, 10, 18, 10, 10, 17, 7, 0];

/** The head of the table on the console. */
export const TABLE_HEAD = tableRow(COLUMNS);

/** Returns a result's line of the table on the console. */
export function tableLine(result) {
  return tableRow(cells(result));
}

/** Describes the machine that figures were taken on. */
export function describeMachine({ cores, processor, memoryGb, node, postgres }) {
  return `${cores} cores (${processor}, ${memoryGb} GB), Node ${node}, PostgreSQL ${postgres}`;
}

/** Describes in one line the machine and the options of a run. */
export function describeRun(run) {
  return `${describeMachine(run)}, ${run.wrk}; ${run.rounds} rounds of ${run.seconds} s`;
}

/** Formats single figures as a table in Markdown. */
export function figureTable(figures) {
  return markdown(
    ['figure', 'what', 'result', 'goal', ''],
    figures.map((figure) => {
      const { row, what, goal, service } = figure;
      const missed = isReached(goal, service.median) ? '' : 'missed';
      return [row, what, mainFigureText(figure), goalText(goal), missed];
    }),
  );
}

/** Puts a table between the two marks of a name in README.md, below the machine that it was measured on. */
export async function writeTable(name, about, table) {
  const today = new Date().toISOString().slice(0, 10);
  await writeBetween(name, `${today}: ${about}.\n\n${table}`);
}

/** Writes the tables of README.md: the figures of the rows under this Node, and the description of each row. */
export async function writeResults(run, results) {
  const isRecommended = run.node.startsWith(`${RECOMMENDED_NODE}.`);
  const table = markdown(COLUMNS, results.map(cells));
  await writeTable(isRecommended ? 'figures' : 'other-node', describeRun(run), table);
  const compared = ROWS.map(({ name, service, limit }) => [name, service, limit]);
  await writeBetween('rows', markdown(['row', 'service', 'limit'], compared));
}

/** Returns a table in Markdown. */
export function markdown(head, rows) {
  const lines = [head, head.map(() => '-'), ...rows];
  return lines.map((cellsOfLine) => `| ${cellsOfLine.join(' | ')} |`).join('\n');
}

async function writeBetween(name, text) {
  const readme = await readFile(README, 'utf8');
  const marks = new RegExp(`<!-- ${name} -->[^]*<!-- /${name} -->`);
  const page = readme.replace(marks, () => `<!-- ${name} -->\n\n${text}\n\n<!-- /${name} -->`);
  await writeFile(README, page);
  execFileSync(FORMATTER, [README]);
}

/** @param {import('../rows/comparison.js').Result} result */
function cells(result) {
  const { row, unit, goal, service, limit, ratio, note, failed } = result;
  const main = mainFigure(result);
  const missing = failed ? `FAILED: ${failed}` : note;
  if (!main) return [row, '', '', '', '', '', '', goalText(goal), missing];
  return [
    row,
    ratio ? `${figureText(service.median)} ${unit}` : '',
    timeText(result.serviceTime),
    ratio ? `${figureText(limit.median)} ${unit}` : '',
    timeText(result.limitTime),
    mainFigureText(result),
    `${figureText(main.min)} … ${figureText(main.max)}`,
    goalText(goal),
    isReached(goal, main.median) ? '' : 'missed',
  ];
}

/** Formats the processor time of Node and PostgreSQL for a request. */
function timeText(time) {
  return time ? `${Math.round(time.node)} + ${Math.round(time.postgres)}` : '';
}

function tableRow(texts) {
  return texts
    .map((text, column) => text.padEnd(WIDTHS[column]))
    .join(' ')
    .trimEnd();
}
