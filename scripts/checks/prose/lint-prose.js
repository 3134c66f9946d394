// Reports words and phrases rejected by docs/glossary.md: in documentation, comments, strings and names, in OpenAPI
// texts, and in file names; then words that neither cspell nor words.txt knows, and those that words.txt lists for nothing.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findingsIn } from './prose.js';

const WORDS = 'scripts/checks/prose/words.txt';
const FOLDERS = ['bench', 'clients', 'docs', 'examples', 'scripts', 'src', 'test', 'web'];
const EXTENSIONS = /\.(md|ts|tsx|js|sql|json|css|html|yaml|yml)$/;
const GENERATED = /(^|\/)(node_modules|dist|data|generated)\//;
/** Released SQL, and files that hold the rejected words on purpose. */
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
const problems = [...findings, ...spellingProblems()];
for (const problem of problems) process.stderr.write(`${problem}\n`);
if (problems.length > 0) process.exitCode = 1;

function spellingProblems() {
  const cspell = 'cspell lint --no-progress --no-summary --no-color --disable-dictionary=words';
  const options = { encoding: 'utf8', maxBuffer: 1e9 };
  const { stdout, stderr } = spawnSync('npx', cspell.split(' '), options);
  const listed = readFileSync(WORDS, 'utf8').match(/^[^#\n].*/gm);
  const words = new Set(listed.map(folded));
  const unknown = [...stdout.matchAll(/^(.+?) - Unknown word \((.+?)\)/gm)];
  const used = new Set(unknown.flatMap(([, , word]) => formsOf(word)));
  const twice = listed.filter((word, at) => listed.map(folded).indexOf(folded(word)) < at);
  return [
    ...(stderr === '' ? [] : [stderr]),
    ...unknown
      .filter(([, , word]) => !formsOf(word).some((form) => words.has(form)))
      .map(([, place, word]) => `${place} "${word}": unknown word`),
    ...listed
      .filter((word) => !used.has(folded(word)))
      .map((word) => `${WORDS} "${word}": no text needs it`),
    ...twice.map((word) => `${WORDS} "${word}": is listed twice`),
  ];
}

/** Lists a word as it is, and without the end of a plural or a genitive: `GSTINs`, `Patroni's`. */
function formsOf(word) {
  return [folded(word), folded(word).replace(/'?s$/, '')];
}

function folded(word) {
  return word.normalize('NFC').toLowerCase();
}

function files() {
  const roots = readdirSync('.', { withFileTypes: true });
  const below = roots
    .filter((entry) => entry.isDirectory() && FOLDERS.includes(entry.name))
    .flatMap(({ name }) => readdirSync(name, { recursive: true }).map((path) => join(name, path)));
  return [...roots.filter((entry) => entry.isFile()).map(({ name }) => name), ...below]
    .filter(
      (path) => EXTENSIONS.test(path) && !GENERATED.test(path) && path !== 'package-lock.json',
    )
    .sort();
}
