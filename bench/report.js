// The table of a run, and the stored figures, which bench/README.md quotes. `node bench/report.js` writes them into it again.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** @typedef {import('./rows/comparison.js').Result} Result */

const FIGURES = join(import.meta.dirname, 'figures.json');
const PAGE = join(import.meta.dirname, 'README.md');
/** What the page has between the marks is written by this file. */
const BLOCK = /(?<=<!-- figures -->\n)[^]*(?=\n<!-- \/figures -->)/;
const COLUMNS = ['row', 'service', 'µs', 'limit', 'µs', 'result', 'min … max', 'goal', ''];

/** Describes in one line the machine and the options of a run. */
export function describeRun({ cores, processor, memoryGb, node, postgres, wrk, rounds, seconds }) {
  return (
    `${cores} cores (${processor}, ${memoryGb} GB), Node ${node}, PostgreSQL ${postgres}, ` +
    `${wrk}; ${rounds} rounds of ${seconds} s`
  );
}

/** Writes the table of some results in Markdown. @param {Result[]} results */
export function tableOf(results) {
  return markdown(COLUMNS, results.map(cellsOf));
}

/** Stores the figures of today's run, and writes them into the page. @param {Result[]} results */
export function storeFigures(run, results) {
  const { others } = readFigures();
  const date = new Date().toISOString().slice(0, 10);
  const list = (things) =>
    `[\n${things.map((thing) => JSON.stringify(thing, rounded)).join(',\n')}\n]`;
  writeFileSync(
    FIGURES,
    `{\n"date": "${date}",\n"run": ${JSON.stringify(run)},\n"results": ${list(results)},\n"others": ${list(others)}\n}\n`,
  );
  writePage();
}

/** Makes the text of the page with the stored figures. */
export function withFigures(page) {
  const { date, run, results, others } = readFigures();
  const rateOf = (name) => results.find(({ row }) => row === name).service.median;
  const shops = [
    { name: 'this service', date, stock: rateOf('stock'), order: rateOf('order') },
    ...others,
  ];
  const compared = markdown(
    ['', 'stock of a product', 'orders', 'measured'],
    shops.map(({ name, stock, order, date: measured }) => [
      name,
      `${figureText(stock)} a second`,
      `${figureText(order)} a second`,
      measured,
    ]),
  );
  const about = `${date}: ${describeRun(run)}.`;
  return page.replace(BLOCK, `\n${about}\n\n${tableOf(results)}\n\n${compared}\n`);
}

function writePage() {
  writeFileSync(PAGE, withFigures(readFileSync(PAGE, 'utf8')));
}

function readFigures() {
  return JSON.parse(readFileSync(FIGURES, 'utf8'));
}

/** @param {Result} result */
function cellsOf({ row, unit, goal, failed, ...result }) {
  if (failed) return [row, '', '', '', '', `FAILED: ${failed}`, '', '', ''];
  const { service, limit, ratio, serviceTime, limitTime } = result;
  const { median, min, max } = ratio ?? service;
  return [
    row,
    ratio ? `${figureText(service.median)} ${unit}` : '',
    timeText(serviceTime),
    limit ? `${figureText(limit.median)} ${unit}` : '',
    timeText(limitTime),
    ratio ? figureText(median) : `${figureText(median)} ${unit}`,
    `${figureText(min)} … ${figureText(max)}`,
    ...goalCells(goal, median),
  ];
}

function goalCells(goal, value) {
  if (goal === null) return ['', ''];
  if ('atLeast' in goal) return [`≥ ${goal.atLeast}`, value >= goal.atLeast ? '' : 'missed'];
  return [`≤ ${goal.atMost}`, value <= goal.atMost ? '' : 'missed'];
}

/** Formats large figures as whole numbers, small ones with two significant digits. */
function figureText(value) {
  return value >= 100
    ? Math.round(value).toLocaleString('en')
    : String(Number(value.toPrecision(2)));
}

/** Formats the processor time of Node and PostgreSQL for a request. */
function timeText(time) {
  return time ? `${Math.round(time.node)} + ${Math.round(time.postgres)}` : '';
}

/** Rounds figures as JSON.stringify() writes them. */
function rounded(_, value) {
  if (typeof value !== 'number') return value;
  return value >= 100 ? Math.round(value) : Number(value.toPrecision(3));
}

/** Writes a table in Markdown with columns as wide as oxfmt makes them. */
function markdown(head, rows) {
  const widths = head.map((_, column) =>
    Math.max(3, ...[head, ...rows].map((cells) => cells[column].length)),
  );
  const line = (cells) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column])).join(' | ')} |`;
  const rule = widths.map((width) => '-'.repeat(width));
  return [head, rule, ...rows].map(line).join('\n');
}

if (process.argv[1] === import.meta.filename) writePage();
