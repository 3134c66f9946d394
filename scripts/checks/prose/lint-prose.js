// Reports words and phrases rejected by docs/glossary.md: in documentation, comments, strings and names, in OpenAPI
// texts, and in file names; then unknown words, those that words.txt lists for nothing, and decisions that are too long.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findingsIn, longRecords } from './prose.js';
import { superfluousWords, unknownWords } from './spelling.js';

const FOLDERS = [
  '.ci',
  'bench',
  'clients',
  'deploy',
  'docs',
  'examples',
  'scripts',
  'src',
  'test',
  'web',
];
const EXTENSIONS =
  /\.(md|ts|tsx|js|sql|json|css|html|yaml|yml)$|^Dockerfile$|^\.env\.example$|^\.ci\/run$/;
const GENERATED =
  /(^|\/)(node_modules|dist|data|generated|generators\/out)\/|(^|\/)package-lock\.json$/;
/** Released SQL, and files that contain the rejected words on purpose. */
const EXCUSED = [
  /^src\/schema\/migrations\/.*\.sql$/,
  /^docs\/glossary\.md$/,
  /^src\/platform\/gst\/unit-codes\.ts$/,
  /^test\/prose\.e2e-spec\.ts$/,
];

const found = files().flatMap((path) => [
  ...findingsIn(readFileSync(path, 'utf8'), path).map((text) => ({ path, text })),
  ...findingsIn(path, `${path} (its name)`).map((text) => ({ path, text })),
]);
const findings = [
  ...found.flatMap(({ path, text }) => (EXCUSED.some((files) => files.test(path)) ? [] : [text])),
  ...EXCUSED.filter((files) => !found.some(({ path }) => files.test(path))).map(
    (files) => `${files} needs no exception in scripts/checks/prose/lint-prose.js`,
  ),
];
const unknown = files().flatMap((path) => unknownWords(readFileSync(path, 'utf8'), path));
const long = files().flatMap((path) => longRecords(readFileSync(path, 'utf8'), path));
const problems = [...findings, ...unknown, ...superfluousWords(), ...long];
for (const problem of problems) process.stderr.write(`${problem}\n`);
if (problems.length > 0) process.exitCode = 1;

function files() {
  const roots = readdirSync('.', { withFileTypes: true });
  const below = roots
    .filter((entry) => entry.isDirectory() && FOLDERS.includes(entry.name))
    .flatMap(({ name }) => readdirSync(name, { recursive: true }).map((path) => join(name, path)));
  return [...roots.filter((entry) => entry.isFile()).map(({ name }) => name), ...below]
    .filter((path) => EXTENSIONS.test(path) && !GENERATED.test(path))
    .sort();
}
