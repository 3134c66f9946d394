// Compiles the service to dist/ and copies the SQL files, the demo's catalog and logo, the common passwords and the thread that hashes passwords, which stand next to its sources,
// and the fonts of documents from their package. It does not check types, which takes thirty times as long: `npm run types` does.
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
const FONTS = 'dist/src/tax/rendering/fonts';
mkdirSync(FONTS);
for (const file of [
  '400Regular/NotoSans_400Regular.ttf',
  '600SemiBold/NotoSans_600SemiBold.ttf',
  'LICENSE_FONT',
]) {
  cpSync(`node_modules/@expo-google-fonts/noto-sans/${file}`, join(FONTS, basename(file)));
}

async function compile(source) {
  const target = join('dist', source.replace(/\.ts$/, '.js'));
  const { code, map } = await transformFile(source, { ...options, swcrc: false });
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, `${code}//# sourceMappingURL=${basename(target)}.map\n`);
  writeFileSync(`${target}.map`, map);
}
