import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { jest } from '@jest/globals';
import { commandLine } from '../../../src/command-line.js';
import { failureLines } from '../../../src/start/cli/command-failure.js';
import { KEEPS_CODE } from './service-process.js';

/** Program of `npm run cli`. */
export const CLI = resolve('dist/service/cli.js');

export interface Ended {
  status: number;
  stdout: string;
  stderr: string;
}

/** Runs a program whose output nothing reads, as `head` does. @returns its status and its errors */
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

/** Ends with the previous command, because each needs the environment, the folder and the output of the process for itself. */
let earlier: Promise<unknown> = Promise.resolve();

/** Runs a command in the process of the tests, which has its code loaded, or else as `runCommand`. */
export function commandHere(
  cwd: string,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<Ended> {
  const ended = earlier.then(() => runHere(cwd, args, { DATA_DIR: 'data', ...env }));
  earlier = ended.catch(() => undefined);
  return ended;
}

async function runHere(
  cwd: string,
  args: readonly string[],
  env: Record<string, string>,
): Promise<Ended> {
  const ended = { status: 0, stdout: '', stderr: '' };
  const before = { cwd: process.cwd(), env: process.env };
  const outputs = (['stdout', 'stderr'] as const).map((name) =>
    jest.spyOn(process[name], 'write').mockImplementation((printed) => {
      ended[name] += String(printed);
      return true;
    }),
  );
  // After a help text, and what is no command.
  const exit = jest.spyOn(process, 'exit').mockImplementation((code) => {
    throw Object.assign(new Error(), { exitCode: Number(code) });
  });
  process.chdir(cwd);
  process.env = { PATH: before.env.PATH, ...env };
  try {
    await commandLine().parseAsync(args, { from: 'user' });
  } catch (error) {
    const { exitCode } = error as { exitCode?: number };
    ended.status = exitCode ?? 1;
    if (exitCode === undefined) ended.stderr += `${failureLines(error).join('\n')}\n`;
  } finally {
    process.env = before.env;
    process.chdir(before.cwd);
    for (const replaced of [...outputs, exit]) replaced.mockRestore();
  }
  return ended;
}
