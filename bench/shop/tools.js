import { spawnSync } from 'node:child_process';

/** A program that a run needs is not there; the message is the one line a person needs. */
export class MissingToolError extends Error {}

/** Returns the Node that runs the service and the servers that it is compared with: that of BENCH_NODE, else this one. */
export function nodeProgram() {
  return process.env.BENCH_NODE ?? process.execPath;
}

/** What `wrk` calls itself. @throws {MissingToolError} */
export function wrkVersion() {
  // It prints its version and ends with exit status 1.
  const { stdout, error } = spawnSync('wrk', ['-v'], { encoding: 'utf8' });
  if (error)
    throw new MissingToolError('wrk is missing: install it, or put its folder on the PATH.');
  return stdout.split('\n')[0].replace(/ \[.*/, '');
}
