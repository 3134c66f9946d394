// Reports words and phrases rejected by docs/glossary.md: in documentation, comments, strings and names, in OpenAPI
// texts, and in file names.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findingsIn } from './prose.js';

const FOLDERS = ['bench', 'clients', 'docs', 'examples', 'scripts', 'src', 'test', 'web'];
const EXTENSIONS = /\.(md|ts|tsx|js|sql|json|css|html|yaml|yml)$/;
/** Generated files, released SQL, and files that hold the rejected words on purpose. */
const SKIPPED = new RegExp(
  [
    String.raw`(^|/)(node_modules|dist|data|generated)/`,
    String.raw`^src/schema/migrations/.*\.sql$`,
    String.raw`^docs/glossary\.md$`,
    String.raw`^scripts/checks/prose/prose\.js$`,
    String.raw`^src/platform/gst/unit-codes\.ts$`,
    String.raw`^test/prose\.e2e-spec\.ts$`,
  ].join('|'),
);

const findings = files().flatMap((path) => [
  ...findingsIn(readFileSync(path, 'utf8'), path),
  ...findingsIn(path, `${path} (its name)`),
]);
for (const finding of findings) process.stderr.write(`${finding}\n`);
if (findings.length > 0) {
  process.stderr.write(`${findings.length} phrases rejected by docs/glossary.md\n`);
  process.exitCode = 1;
}

function files() {
  const roots = readdirSync('.', { withFileTypes: true });
  const below = roots
    .filter((entry) => entry.isDirectory() && FOLDERS.includes(entry.name))
    .flatMap(({ name }) => readdirSync(name, { recursive: true }).map((path) => join(name, path)));
  return [...roots.filter((entry) => entry.isFile()).map(({ name }) => name), ...below]
    .filter((path) => EXTENSIONS.test(path) && !SKIPPED.test(path) && path !== 'package-lock.json')
    .sort();
}
