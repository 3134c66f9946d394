import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { missedText } from './goal.js';
import { writePages } from './pages.js';

const FILE = join(import.meta.dirname, '../figures.json');

/** The latest figures of a benchmark. @typedef {{ date: string, run: object, results: object[] }} Measured */
/** @typedef {Record<'service' | 'catalog' | 'scale', Measured>} Figures */

/** @returns {Figures} the latest ones */
export function readFigures() {
  return JSON.parse(readFileSync(FILE, 'utf8'));
}

/** Stores the figures that a benchmark has taken today, and writes them into the pages that quote them. */
export function storeFigures(name, run, results) {
  const date = new Date().toISOString().slice(0, 10);
  const marked = results.map((result) =>
    missedText(result) ? { ...result, missed: true } : result,
  );
  const figures = { ...readFigures(), [name]: { date, run, results: marked } };
  writeFileSync(FILE, jsonText(figures));
  // With the figures as they were rounded.
  writePages(readFigures());
}

/** Writes JSON with a line for each result. */
function jsonText(figures) {
  const parts = Object.entries(figures).map(([name, { date, run, results }]) => {
    const lines = results.map((result) => JSON.stringify(result, rounded));
    const about = `"date": "${date}",\n"run": ${JSON.stringify(run)}`;
    return `"${name}": {\n${about},\n"results": [\n${lines.join(',\n')}\n]}`;
  });
  return `{\n${parts.join(',\n')}\n}\n`;
}

/** Rounds figures as JSON.stringify() writes them. Those of single rounds are left out. */
function rounded(key, value) {
  if (key === 'rounds') return undefined;
  if (typeof value !== 'number') return value;
  return value >= 100 ? Math.round(value) : Number(value.toPrecision(3));
}
