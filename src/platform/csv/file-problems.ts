import { LIMITS } from '../config/limits.js';

/** A problem of a line of a file; 1 is the header. */
interface LineProblem {
  line: number;
  problem: string;
}

const TEXT_LENGTH = 300;

/** The problems of a file, in the order of its lines, up to a limit. */
export class FileProblems<Problem extends LineProblem> {
  private readonly found: Problem[] = [];
  /** True if there are more problems than are listed. */
  hasMore = false;

  /** @param unknown the other facts of a problem that concerns a whole line */
  constructor(private readonly unknown: Omit<Problem, keyof LineProblem>) {}

  get list(): Problem[] {
    return this.found.toSorted((one, other) => one.line - other.line);
  }

  add(problem: LineProblem & Partial<Problem>): void {
    if (this.found.length === LIMITS.importProblems) this.hasMore = true;
    else this.found.push(cut({ ...this.unknown, ...problem } as Problem));
  }
}

/** Shortens the texts of a problem, because a cell can hold megabytes. Replaces what jsonb cannot hold. */
function cut<Problem extends LineProblem>(problem: Problem): Problem {
  const texts = Object.entries(problem).map(([name, value]): [string, unknown] => {
    if (typeof value !== 'string') return [name, value];
    const start = value.slice(0, TEXT_LENGTH).replaceAll('\0', '\ufffd').toWellFormed();
    return [name, value.length <= TEXT_LENGTH ? start : `${start}…`];
  });
  return Object.fromEntries(texts) as unknown as Problem;
}
