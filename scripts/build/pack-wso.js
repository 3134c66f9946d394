import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { rolldown } from 'rolldown';
import { LICENSE, packFolder, removeTestNotes } from './pack-client.js';

const SOURCES = 'clients/wso';
/** Optional add-ons of `pg` that the command line does without. */
const EXTERNAL = ['pg-native', 'pg-cloudflare'];

/**
 * Builds the command line `wso` as a .tgz with everything that it needs. `npx` starts it without packages from a registry.
 *
 * @param destination an existing folder
 * @returns the name of the file
 */
export async function packWso(destination) {
  const folder = mkdtempSync(join(tmpdir(), 'wso-command-line-'));
  try {
    for (const file of ['package.json', 'README.md', 'CHANGELOG.md']) {
      cpSync(join(SOURCES, file), join(folder, file));
    }
    cpSync(LICENSE, join(folder, 'LICENSE'));
    removeTestNotes(folder);
    const modules = await bundleWso(join(folder, 'dist'));
    writeFileSync(join(folder, 'dist/LICENSES.txt'), licensesOf(modules));
    return packFolder(folder, destination);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Bundles the command line into a folder, and returns the paths of the modules in it. */
async function bundleWso(dir) {
  const bundle = await rolldown({
    input: { wso: join(SOURCES, 'src/main.ts') },
    platform: 'node',
    external: EXTERNAL,
  });
  const { output } = await bundle.write({ dir, minify: false, chunkFileNames: '[name].js' });
  await bundle.close();
  return output.flatMap(({ moduleIds = [] }) => moduleIds);
}

/** Collects the licenses of the bundled packages, which must be included. */
function licensesOf(modules) {
  const folders = modules.flatMap(
    (path) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? [],
  );
  return [...new Set(folders)].sort().map(licenseOf).join('\n\n');
}

function licenseOf(folder) {
  const { name, version, license } = JSON.parse(
    readFileSync(resolve(folder, 'package.json'), 'utf8'),
  );
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
  const text = file === undefined ? '' : readFileSync(join(folder, file), 'utf8').trim();
  return `${name} ${version} (${license})\n\n${text}`;
}
