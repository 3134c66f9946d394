// The versions of Node.js in test/versions, and packages of folders that have their own.
import { execFileSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Installs the packages of a folder, unless npm has done so since the lock file changed. npm writes one file last. */
export function providePackages(folder) {
  const installed = join(folder, 'node_modules/.package-lock.json');
  const wanted = join(folder, 'package-lock.json');
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(wanted).mtimeMs) return;
  execFileSync('npm', ['ci', '--loglevel', 'error'], { cwd: folder, stdio: 'inherit' });
}

/** Finds the path of a program of Node.js by the name of its package. Installs all of them first if they are missing. */
export function otherNode(name) {
  const folder = resolve('test/versions');
  providePackages(folder);
  return join(folder, 'node_modules', name, 'bin/node');
}
