import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { chart } from './chart.js';
import { figureText, goalText, isReached, mainFigure, mainFigureText } from './goal.js';
import { ROWS } from './rows.js';

const COLUMNS = ['row', 'service', 'µs', 'limit', 'µs', 'result', 'min … max', 'goal', ''];
const WIDTHS = [18, 18, 10, 18, 10, 10, 17, 7, 0];

/** The head of the table on the console. */
export const TABLE_HEAD = tableRow(COLUMNS);

/** Returns a result's line of the table on the console. */
export function tableLine(result) {
  return tableRow(cells(result));
}

/** Where figures were taken, in words. */
export function describeMachine({ cores, processor, memoryGb, node, postgres }) {
  return `${cores} cores (${processor}, ${memoryGb} GB), Node ${node}, PostgreSQL ${postgres}`;
}

/** Returns one line about where and how the figures of the rows were taken. */
export function describeRun(run) {
  return `${describeMachine(run)}, ${run.wrk}; ${run.rounds} rounds of ${run.seconds} s`;
}

/** Single figures as a table in Markdown: each with what it is of. */
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

/** Puts a table between the two marks of a name in README.md, below what it was measured on. */
export async function writeTable(name, about, table) {
  const readme = await readFile(join(import.meta.dirname, 'README.md'), 'utf8');
  const today = new Date().toISOString().slice(0, 10);
  await write('README.md', between(name, `${today}: ${about}.\n\n${table}`, readme));
}

/** Writes results.json, results.svg, and the tables of README.md. */
export async function writeResults(run, results) {
  const at = new Date().toISOString();
  await write('results.json', JSON.stringify({ at, run, results }));
  await writeFile(join(import.meta.dirname, 'results.svg'), chart(results));
  const readme = await readFile(join(import.meta.dirname, 'README.md'), 'utf8');
  const figures = `${at.slice(0, 10)}: ${describeRun(run)}.\n\n${rowTable(results)}`;
  const compared = ROWS.map(({ name, service, limit }) => [name, service, limit]);
  await write(
    'README.md',
    between(
      'rows',
      markdown(['row', 'service', 'limit'], compared),
      between('figures', figures, readme),
    ),
  );
}

/** Puts the rows that were measured under BENCH_NODE into a table of README.md that is theirs. */
export async function writeOtherNode(run, results) {
  await writeTable('other-node', describeRun(run), rowTable(results));
}

function rowTable(results) {
  return markdown(COLUMNS, results.map(cells));
}

/** Returns a table in Markdown. */
export function markdown(head, rows) {
  const lines = [head, head.map(() => '-'), ...rows];
  return lines.map((cellsOfLine) => `| ${cellsOfLine.join(' | ')} |`).join('\n');
}

/** Returns the page with this text between the two marks of a name. */
function between(name, text, page) {
  const marks = new RegExp(`<!-- ${name} -->[^]*<!-- /${name} -->`);
  return page.replace(marks, () => `<!-- ${name} -->\n\n${text}\n\n<!-- /${name} -->`);
}

async function write(name, text) {
  const filepath = join(import.meta.dirname, name);
  await writeFile(filepath, await format(text, { ...(await resolveConfig(filepath)), filepath }));
}

/** @param {import('./comparison.js').Result} result */
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

/** Node's processor time for each request, and PostgreSQL's. */
function timeText(time) {
  return time ? `${Math.round(time.node)} + ${Math.round(time.postgres)}` : '';
}

function tableRow(texts) {
  return texts
    .map((text, column) => text.padEnd(WIDTHS[column]))
    .join(' ')
    .trimEnd();
}
