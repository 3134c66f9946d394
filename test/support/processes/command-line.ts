import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { KEEPS_CODE } from './service-process.js';

/** Program of `npm run cli`. */
export const CLI = resolve('dist/service/cli.js');

export interface Ended {
  status: number;
  stdout: string;
  stderr: string;
}

/** Runs a program whose output nothing reads, as `head` leaves it. @returns its status, and its errors */
export async function runUnread(
  args: readonly string[],
  options: { cwd: string; env: NodeJS.ProcessEnv },
): Promise<Omit<Ended, 'stdout'>> {
  const child = spawn(process.execPath, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  child.stdout.destroy();
  const [stderr, [status]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  return { status: Number(status ?? NaN), stderr };
}

/** Runs a command of the built command line, as `npm run cli` does; `cwd` as for the service. */
export async function runCommand(
  cwd: string,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<Ended> {
  const options = { cwd, env: { ...KEEPS_CODE, PATH: process.env.PATH, DATA_DIR: 'data', ...env } };
  return new Promise((done) => {
    execFile(process.execPath, [CLI, ...args], options, (error, stdout, stderr) => {
      const status = error === null ? 0 : Number(error.code ?? NaN);
      done({ status, stdout, stderr });
    });
  });
}
