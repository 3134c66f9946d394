// Compiles the service to dist/ and copies the SQL files, the demo's catalog and logo, the common passwords and the thread that hashes passwords, which stand next to its sources,
// and the fonts of documents from their packages. It does not check types, which takes thirty times as long: `npm run types` does.
import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { transformFile } from '@swc/core';

const options = JSON.parse(readFileSync('.swcrc', 'utf8'));
const sources = readdirSync('src', { recursive: true })
  .filter((path) => path.endsWith('.ts') && !/\.(spec|d)\.ts$/.test(path))
  .map((path) => join('src', path));

// Files whose source was deleted must not stay: SQL functions are applied from this folder.
rmSync('dist/src', { recursive: true, force: true });
await Promise.all(['ormconfig.ts', ...sources].map(compile));
cpSync('src/schema', 'dist/src/schema', {
  recursive: true,
  filter: (path) => statSync(path).isDirectory() || path.endsWith('.sql'),
});
const FILES = [
  'start/demo/demo-catalog.csv',
  'start/demo/demo-logo.png',
  'identity/passwords/common-passwords.bin',
  'identity/passwords/hash-worker.js',
];
for (const file of FILES) {
  cpSync(`src/${file}`, `dist/src/${file}`);
}
cpSync('node_modules/@expo-google-fonts', 'dist/src/tax/rendering/fonts', {
  recursive: true,
  filter: (path) =>
    /(expo-google-fonts|noto-sans[-a-z]*|(400Regular|600SemiBold)(\.ttf)?|LICENSE_FONT)$/.test(
      path,
    ),
});

async function compile(source) {
  const target = join('dist', source.replace(/\.ts$/, '.js'));
  const { code, map } = await transformFile(source, { ...options, swcrc: false });
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, `${code}//# sourceMappingURL=${basename(target)}.map\n`);
  writeFileSync(`${target}.map`, map);
}
