import { spawnSync } from 'node:child_process';

/** An error: a program is missing. The message is for the person who starts the run. */
export class MissingToolError extends Error {}

/** Picks the path of the Node that runs the service and the limits: BENCH_NODE, by default this one. */
export function nodeProgram() {
  return process.env.BENCH_NODE ?? process.execPath;
}

/** Reads the version of `wrk`. @throws {MissingToolError} */
export function wrkVersion() {
  // It prints its version and ends with exit status 1.
  const { stdout, error } = spawnSync('wrk', ['-v'], { encoding: 'utf8' });
  if (error)
    throw new MissingToolError('wrk is missing: install it, or put its folder on the PATH.');
  return stdout.split('\n')[0].replace(/ \[.*/, '');
}
