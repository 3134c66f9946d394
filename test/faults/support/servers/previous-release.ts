import { mkdir, readFile, symlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { run } from '../../../support/processes/run.js';

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
 * Builds the service of a release in a folder: of a version, or of the release before this one. What both only serve, pages and documents, is that of this one.
 *
 * @returns the path of its program
 */
export async function buildRelease(folder: string, version?: string): Promise<string> {
  const archive = join(folder, 'release.tar');
  const release = await commitOf(version);
  await run('git', ['archive', '-o', archive, release]).catch((error: unknown) => {
    throw new Error(`this clone lacks ${release}, the release to upgrade from`, { cause: error });
  });
  const checkout = join(folder, 'release');
  await mkdir(checkout);
  await run('tar', ['-xf', archive, '-C', checkout]);
  await symlink(resolve('node_modules'), join(checkout, 'node_modules'));
  // Next to the checkout, where Node.js looks after its own packages: to install all of them takes half a minute of a processor.
  const missing = await packagesOnlyOf(checkout);
  const install = ['install', '--no-save', '--prefer-offline', '--no-audit', '--no-fund'];
  if (missing.length > 0) await run('npm', [...install, '--prefix', folder, ...missing]);
  await run('node', ['scripts/build-if-needed.js', 'compiled'], { cwd: checkout });
  for (const served of ['kit', 'openapi', 'site', 'web']) {
    await symlink(resolve('dist', served), join(checkout, 'dist', served));
  }
  return join(checkout, 'dist/src/main.js');
}

/** Lists the packages that an earlier release runs with and this one does not have in the same version, as `name@version`. */
async function packagesOnlyOf(checkout: string): Promise<string[]> {
  const [earlier, present] = await Promise.all(
    [checkout, '.'].map(async (folder) => {
      const text = await readFile(join(folder, 'package.json'), 'utf8');
      return (JSON.parse(text) as { dependencies: Record<string, string> }).dependencies;
    }),
  );
  return Object.entries(earlier ?? {})
    .filter(([name, version]) => present?.[name] !== version)
    .map(([name, version]) => `${name}@${version}`);
}
