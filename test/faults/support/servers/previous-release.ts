import { mkdir, readFile, symlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { run } from '../../../support/processes/run.js';

/**
 * Finds the Git name of 1.1.0, the oldest upgradable release, so that an upgrade runs every migration since then.
 * - its tag, or the commit in CHANGELOG.md if the clone has no tags
 */
async function oldestRelease(): Promise<string> {
  const { stdout } = await run('git', ['tag', '--list', 'v1.1.0']);
  if (stdout.trim() !== '') return stdout.trim();
  const changelog = await readFile('CHANGELOG.md', 'utf8');
  const [, commit] = /## \[1\.1\.0\][^#]*commit `([0-9a-f]{40})`/.exec(changelog) ?? [];
  if (commit === undefined) {
    throw new Error('CHANGELOG.md names no commit of 1.1.0: expected "commit `<40 hex digits>`"');
  }
  return commit;
}

/**
 * Builds the service of the oldest upgradable release in a folder. Pages and documents are those of this release.
 *
 * @returns the path of its program
 */
export async function buildPreviousRelease(folder: string): Promise<string> {
  const archive = join(folder, 'release.tar');
  const release = await oldestRelease();
  await run('git', ['archive', '-o', archive, release]).catch((error: unknown) => {
    throw new Error(`this clone lacks ${release}, the release to upgrade from`, { cause: error });
  });
  const checkout = join(folder, 'release');
  await mkdir(checkout);
  await run('tar', ['-xf', archive, '-C', checkout]);
  if (await usesPackagesOfThisOne(checkout)) {
    await symlink(resolve('node_modules'), join(checkout, 'node_modules'));
  } else {
    await run('npm', ['ci', '--prefer-offline', '--no-audit', '--no-fund'], { cwd: checkout });
  }
  await run('node', ['scripts/build-if-needed.js', 'compiled'], { cwd: checkout });
  for (const served of ['kit', 'openapi', 'site', 'web']) {
    await symlink(resolve('dist', served), join(checkout, 'dist', served));
  }
  return join(checkout, 'dist/src/main.js');
}

/** Returns true if this release has every package that the earlier one runs with, in the same version. */
async function usesPackagesOfThisOne(checkout: string): Promise<boolean> {
  const [earlier, present] = await Promise.all(
    [checkout, '.'].map(async (folder) => {
      const text = await readFile(join(folder, 'package.json'), 'utf8');
      return (JSON.parse(text) as { dependencies: Record<string, string> }).dependencies;
    }),
  );
  return Object.entries(earlier ?? {}).every(([name, version]) => present?.[name] === version);
}
