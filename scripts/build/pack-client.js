import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const CLIENT = 'clients/typescript';
/** The license of everything in the kit. */
export const LICENSE = 'clients/LICENSE';

/**
 * Builds the TypeScript client as a .tgz, for `import` and for `require`, with separate types for each. CommonJS programs in
 * TypeScript cannot import the types of an ES module (TS1479).
 *
 * @param destination an existing folder
 * @returns the name of the file
 */
export function packClient(destination) {
  // In a separate folder, so that concurrent packs do not mix their files.
  const folder = mkdtempSync(join(tmpdir(), 'wso-client-'));
  try {
    for (const file of ['package.json', 'README.md', 'CHANGELOG.md'])
      cpSync(join(CLIENT, file), join(folder, file));
    cpSync(LICENSE, join(folder, 'LICENSE'));
    removeTestNotes(folder);
    for (const [format, type] of Object.entries({ esm: 'module', cjs: 'commonjs' })) {
      compile(join(folder, 'sources', format), type, join(folder, 'dist', format));
    }
    rmSync(join(folder, 'sources'), { recursive: true });
    return packFolder(folder, destination);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Removes from a folder's README the notes on which test runs a block, which only matter in a checkout. */
export function removeTestNotes(folder) {
  const path = join(folder, 'README.md');
  writeFileSync(path, withoutTestNotes(readFileSync(path, 'utf8')));
}

/** Removes the notes on which test runs a block from Markdown. */
export function withoutTestNotes(markdown) {
  return markdown.replace(/<!-- (not run|run by): .+? -->\n\n/g, '');
}

/** Packs a folder with a package.json and returns the name of the .tgz. */
export function packFolder(folder, destination) {
  const options = ['--pack-destination', resolve(destination), '--silent', '--offline'];
  return execFileSync('npm', ['pack', ...options], {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  }).trim();
}

/** Compiles the client to a module format. The compiler reads the format from the package.json next to the sources. */
function compile(sources, type, outDir) {
  mkdirSync(sources, { recursive: true });
  const marker = JSON.stringify({ type });
  writeFileSync(join(sources, 'package.json'), marker);
  cpSync(join(CLIENT, 'src'), join(sources, 'src'), { recursive: true });
  cpSync(join(CLIENT, 'generated-names.d.ts'), join(sources, 'generated-names.d.ts'));
  const config = {
    extends: resolve(CLIENT, 'tsconfig.json'),
    compilerOptions: { rootDir: 'src', outDir, typeRoots: [resolve('node_modules/@types')] },
    include: ['src', 'generated-names.d.ts'],
  };
  writeFileSync(join(sources, 'tsconfig.json'), JSON.stringify(config));
  const tsc = [resolve('node_modules/typescript/bin/tsc'), '-p', sources];
  execFileSync(process.execPath, tsc, { stdio: 'inherit' });
  writeFileSync(join(outDir, 'package.json'), marker);
}
