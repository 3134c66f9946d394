// Packs the built service for those who only run it: dist/release is its folder, dist/wholesale-store-orders-<version>.tgz its archive. The
// bundle has most packages in it, so that an installation needs a handful.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packFolder } from './pack-client.js';

const FOLDER = 'dist/release';
/** The packages that the bundle leaves out: native add-ons. */
const PACKAGES = ['@node-rs/argon2', 'sharp'];
const FILES = ['.env.example', 'CHANGELOG.md', 'README.md', 'SECURITY.md'];
const BUILT = ['service', 'web', 'site', 'openapi', 'kit'];

rmSync(FOLDER, { recursive: true, force: true });
mkdirSync(FOLDER, { recursive: true });
for (const file of FILES) cpSync(file, join(FOLDER, file));
for (const name of BUILT)
  cpSync(join('dist', name), join(FOLDER, 'dist', name), { recursive: true });
cpSync('scripts/check-node.cjs', join(FOLDER, 'scripts/check-node.cjs'));
// The bundle reads SQL files, the demo's catalog and logo, the common passwords, the thread that hashes passwords and the fonts of documents from where they were compiled to.
for (const name of ['schema', 'start/demo', 'identity/passwords', 'tax/rendering/fonts']) {
  cpSync(join('dist/src', name), join(FOLDER, 'dist/src', name), {
    recursive: true,
    filter: (path) =>
      statSync(path).isDirectory() ||
      /\.(sql|csv|png|bin|ttf)$|[\\/](hash-worker\.js|LICENSE_FONT)$/.test(path),
  });
}

const root = JSON.parse(readFileSync('package.json', 'utf8'));
const manifest = {
  ...root,
  devDependencies: undefined,
  overrides: undefined,
  scripts: {
    start: 'exec node -r ./scripts/check-node.cjs dist/service/main.js',
    cli: 'node dist/service/cli.js',
  },
  dependencies: Object.fromEntries(PACKAGES.map((name) => [name, root.dependencies[name]])),
};
writeFileSync(join(FOLDER, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
// npm removes from the lock file what these packages do not need, and packs a lock file under this name only.
cpSync('package-lock.json', join(FOLDER, 'npm-shrinkwrap.json'));
const prune = [
  'install',
  '--package-lock-only',
  '--offline',
  '--no-audit',
  '--no-fund',
  '--silent',
];
execFileSync('npm', prune, { cwd: FOLDER, stdio: 'inherit' });
process.stdout.write(`${join('dist', packFolder(FOLDER, 'dist'))}\n`);
