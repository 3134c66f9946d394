// Checks the subject of a commit message, as Git's hook `commit-msg`: Conventional Commits, at most 72 characters.
import { readFileSync } from 'node:fs';

const MAX_LENGTH = 72;
const TYPES = 'feat|fix|perf|refactor|test|docs|bench|build|ci|chore|style|revert';
const CONVENTIONAL = new RegExp(`^(${TYPES})(\\([a-z0-9-]+\\))?!?: \\S`);
/** Subjects that Git writes, and those that a rebase removes. */
const WRITTEN_BY_GIT = /^(Merge |Revert "|(fixup|squash|amend)! )/;

const [subject = ''] = readFileSync(process.argv[2], 'utf8').split('\n');
const problems = WRITTEN_BY_GIT.test(subject)
  ? []
  : [
      ...(CONVENTIONAL.test(subject)
        ? []
        : [
            `expected "<type>: <what changes>" with one of the types ${TYPES.replaceAll('|', ', ')}`,
          ]),
      ...(subject.length <= MAX_LENGTH
        ? []
        : [`has ${subject.length} characters, expected at most ${MAX_LENGTH}`]),
    ];
for (const problem of problems) process.stderr.write(`Invalid subject "${subject}": ${problem}\n`);
process.exitCode = problems.length === 0 ? 0 : 1;
