import { readFile, symlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { checkOutRelease } from '../../../support/processes/release-commit.js';
import { run } from '../../../support/processes/run.js';

/**
 * Builds the service of the release before this one in a folder. What both only serve, pages and documents, is that of this one.
 *
 * @returns the path of its program
 */
export async function buildRelease(folder: string): Promise<string> {
  const checkout = await checkOutRelease(folder);
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
