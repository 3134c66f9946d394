import { execFile } from 'node:child_process';
import { resolve } from 'node:path';

/** Program of `npm run cli`. */
export const CLI = resolve('dist/service/cli.js');

/** Result of a command. */
export interface Ended {
  status: number;
  stdout: string;
  stderr: string;
}

/** Runs a command of the built command line, as `npm run cli` does; `cwd` as for the service. */
export async function runCommand(
  cwd: string,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<Ended> {
  const options = { cwd, env: { PATH: process.env.PATH, DATA_DIR: 'data', ...env } };
  return new Promise((done) => {
    execFile(process.execPath, [CLI, ...args], options, (error, stdout, stderr) => {
      const status = error === null ? 0 : Number(error.code ?? NaN);
      done({ status, stdout, stderr });
    });
  });
}
