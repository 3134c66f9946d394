import { mkdir, readFile, symlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { run } from './run.js';

/** Finds the commit of a release in CHANGELOG.md. Without a version, it is the newest release that has one. */
async function commitOf(version: string | undefined): Promise<string> {
  const changelog = await readFile('CHANGELOG.md', 'utf8');
  const releases = changelog.matchAll(/^## \[([\d.]+)\].*\n\nRelease commit `([0-9a-f]{40})`/gm);
  for (const [, named, commit] of releases) {
    if (version === undefined || named === version) return commit!;
  }
  throw new Error(`CHANGELOG.md names no commit of ${version ?? 'a release'}`);
}

/**
 * Writes the files of a release into a folder, next to the installed packages: of a version, or of the release before this one.
 *
 * @param paths files and folders of it; empty: all
 * @returns the path of the checkout
 */
export async function checkOutRelease(
  folder: string,
  version?: string,
  paths: readonly string[] = [],
): Promise<string> {
  const archive = join(folder, 'release.tar');
  const release = await commitOf(version);
  await run('git', ['archive', '-o', archive, release, ...paths]).catch((error: unknown) => {
    throw new Error(`this clone lacks ${release}, an earlier release`, { cause: error });
  });
  const checkout = join(folder, 'release');
  await mkdir(checkout);
  await run('tar', ['-xf', archive, '-C', checkout]);
  await symlink(resolve('node_modules'), join(checkout, 'node_modules'));
  return checkout;
}
