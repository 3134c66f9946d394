import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Slower suites would leave no time for the others. */
const SUITE_MAX_SECONDS = 60;
const ALL_MAX_SECONDS = 90;
const SUITES = 3;

/** Map of how often each suite runs each line, as `--record` stored it. */
export class Coverage {
  #suites;

  constructor(folder) {
    const files = existsSync(folder) ? readdirSync(folder) : [];
    this.#suites = files
      .filter((name) => name.endsWith('.json'))
      .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')))
      .filter(({ suite, seconds }) => seconds <= SUITE_MAX_SECONDS && existsSync(suite))
      .map((recorded) => ({ ...recorded, all: sum(recorded.files) }));
  }

  /**
   * Finds the suites for a line: two whose names are most like its file, and the one that spends most of its work there.
   * Returns an empty list if no suite runs the line.
   */
  nearest({ file, line }) {
    const at = this.#knownLine(file, line);
    const near = this.#suites
      .map(({ files, all, ...suite }) => ({
        ...suite,
        share: runsOf(files[file] ?? {}, at) / all,
        names: commonWords(file, suite.suite),
      }))
      .filter(({ share }) => share > 0)
      .sort((one, other) => other.share - one.share);
    const byName = near.toSorted((one, other) => other.names - one.names).slice(0, SUITES - 1);
    const others = near.filter((suite) => !byName.includes(suite));
    let left = ALL_MAX_SECONDS;
    return [...byName, ...others].slice(0, SUITES).flatMap(({ suite, seconds }) => {
      left -= seconds;
      return left >= 0 ? [suite] : [];
    });
  }

  /** Finds the first line of the statement that contains a line. Returns -Infinity above all functions. */
  #knownLine(file, line) {
    const known = this.#suites.flatMap(({ files }) => Object.keys(files[file] ?? {}).map(Number));
    return Math.max(...known.filter((one) => one <= line));
  }
}

/** Counts the runs of a line, or of the whole file if none is known for the line. This is the case for SQL above a class. */
function runsOf(lines, at) {
  return at === -Infinity ? sum([lines]) : (lines[at] ?? 0);
}

function commonWords(file, suite) {
  const words = new Set(wordsOf(file));
  return new Set(wordsOf(suite).filter((word) => words.has(word))).size;
}

/** Lists the words of a path, in the singular. */
function wordsOf(path) {
  return path.split(/[^a-z]+/).map((word) => word.replace(/s$/, ''));
}

function sum(files) {
  return Object.values(files)
    .flatMap((lines) => Object.values(lines))
    .reduce((one, other) => one + other, 0);
}
