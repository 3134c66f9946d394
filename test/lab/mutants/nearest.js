import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Slower ones would not leave time for the others. */
const SUITE_MAX_SECONDS = 40;
const ALL_MAX_SECONDS = 50;
const SUITES = 3;

/** Map of which suite runs which line how often, as `--record` left it. */
export class Coverage {
  #suites;

  constructor(folder) {
    const files = existsSync(folder) ? readdirSync(folder) : [];
    const seconds = JSON.parse(readFileSync(join(folder, 'seconds'), 'utf8'));
    this.#suites = files
      .filter((name) => name.endsWith('.json'))
      .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')))
      .filter(({ suite }) => (seconds[suite] ?? Infinity) <= SUITE_MAX_SECONDS && existsSync(suite))
      .map(({ suite, files }) => ({ suite, files, seconds: seconds[suite], all: sum(files) }));
  }

  /** Finds the suites that spend most of what they run on a line; none: no suite runs it. */
  nearest({ file, line }) {
    const at = this.#knownLine(file, line);
    const near = this.#suites
      .map(({ files, all, ...suite }) => ({ ...suite, share: (files[file]?.[at] ?? 0) / all }))
      .filter(({ share }) => share > 0)
      .sort((one, other) => other.share - one.share);
    let left = ALL_MAX_SECONDS;
    return near.flatMap(({ suite, seconds }, index) => {
      left -= index < SUITES ? seconds : Infinity;
      return left >= 0 ? [suite] : [];
    });
  }

  /** Finds the line on which the statement begins that a line is a part of. */
  #knownLine(file, line) {
    const known = this.#suites.flatMap(({ files }) => Object.keys(files[file] ?? {}).map(Number));
    return Math.max(...known.filter((one) => one <= line));
  }
}

function sum(files) {
  return Object.values(files)
    .flatMap((lines) => Object.values(lines))
    .reduce((one, other) => one + other, 1);
}
