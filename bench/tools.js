import { execFileSync } from 'node:child_process';
import { accessSync, constants, existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const POSTGRES_FOLDERS = '/usr/lib/postgresql';

/** A program that a run needs is not there; the message is the one line a person needs. */
export class MissingToolError extends Error {}

/**
 * Where a program is: on the PATH, or where Debian keeps PostgreSQL's (the newest version).
 *
 * @param {string} name
 * @returns {string} its path
 * @throws {MissingToolError}
 */
export function tool(name) {
  const folders = [...(process.env.PATH ?? '').split(delimiter), ...postgresFolders()];
  const found = folders.map((folder) => join(folder, name)).find(isExecutable);
  if (found === undefined) {
    throw new MissingToolError(`${name} is missing: install it, or put its folder on the PATH.`);
  }
  return found;
}

/** The Node that runs the service and the servers that it is compared with: that of BENCH_NODE, else this one. */
export function nodeProgram() {
  return process.env.BENCH_NODE ?? process.execPath;
}

/** What `wrk` and `pgbench` call themselves, such as `pgbench (PostgreSQL) 15.13`. */
export function toolVersions() {
  return { wrk: wrkVersion(), pgbench: firstLine(execFileSync(tool('pgbench'), ['--version'])) };
}

function wrkVersion() {
  // It answers its version with exit status 1.
  try {
    return firstLine(execFileSync(tool('wrk'), ['-v'], { stdio: 'pipe' }));
  } catch (error) {
    return firstLine(error.stdout).replace(/ \[.*/, '');
  }
}

function firstLine(output) {
  return output.toString().split('\n')[0].trim();
}

function postgresFolders() {
  if (!existsSync(POSTGRES_FOLDERS)) return [];
  return readdirSync(POSTGRES_FOLDERS)
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => join(POSTGRES_FOLDERS, version, 'bin'));
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
