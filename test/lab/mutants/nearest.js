import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Slower ones would not leave time for the others. */
const SUITE_MAX_SECONDS = 60;
const ALL_MAX_SECONDS = 90;
const SUITES = 3;

/** Map of which suite runs which line how often, as `--record` left it. */
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
   * Finds the suites that run a line: the two whose names have most in common with that of its file, and the one that spends most
   * of what it runs on the line. None: no suite runs it.
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

  /** Finds the line on which the statement begins that a line is a part of. Above all functions: -Infinity. */
  #knownLine(file, line) {
    const known = this.#suites.flatMap(({ files }) => Object.keys(files[file] ?? {}).map(Number));
    return Math.max(...known.filter((one) => one <= line));
  }
}

/** Counts the runs of a line; where none is known, as of SQL above a class, those of the whole file. */
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
