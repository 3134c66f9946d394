// The versions of Node.js in test/versions.
import { execFileSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';

const FOLDER = resolve('test/versions');
const LOCK = join(FOLDER, 'package-lock.json');
/** Written by npm at the end of an installation. */
const INSTALLED = join(FOLDER, 'node_modules/.package-lock.json');

/** Finds the path of a program of Node.js, by the name of its package; installs all of them first if they are missing. */
export function otherNode(name) {
  if (!existsSync(INSTALLED) || statSync(INSTALLED).mtimeMs < statSync(LOCK).mtimeMs) {
    execFileSync('npm', ['ci', '--loglevel', 'error'], { cwd: FOLDER, stdio: 'inherit' });
  }
  return join(FOLDER, 'node_modules', name, 'bin/node');
}
