import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** Copies the files of this checkout that git would see, and some generated folders, and links its packages. Returns the folder. */
export function copyOfCheckout(prefix, generated) {
  const copy = mkdtempSync(join(tmpdir(), prefix));
  const listed = execFileSync('git', ['ls-files', '-z', '-co', '--exclude-standard'], {
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  const files = [...listed.split('\0'), ...generated].filter(
    (path) => path !== '' && existsSync(path),
  );
  for (const path of files) {
    cpSync(path, join(copy, path), { recursive: true, preserveTimestamps: true });
  }
  symlinkSync(resolve('node_modules'), join(copy, 'node_modules'));
  return copy;
}
