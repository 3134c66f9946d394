// Finds words and phrases that docs/glossary.md rejects: in documentation, comments, strings and names, in OpenAPI
// texts, and in file names. Spelling is checked by cspell.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rejectedPhrases } from './glossary.js';

const FOLDERS = ['clients', 'docs', 'examples', 'scripts'];
const EXTENSIONS = /\.(md|ts|tsx|js|sql|json|css|html|yaml|yml)$/;
/** Generated, or a list of the rejected words itself. */
const SKIPPED =
  /(^|\/)(node_modules|dist|data|generated)\/|released\.json$|postman_collection\.json$|results\.json$|^docs\/glossary\.md$/;

const instead = new Map(rejectedPhrases().map((rejected) => [rejected.phrase, rejected.instead]));
const rejected = new RegExp(`\\b(?:${[...instead.keys()].join('|')})\\b`, 'g');

const findings = files().flatMap((path) => [
  ...findingsIn(readFileSync(path, 'utf8'), path),
  ...findingsIn(path, `${path} (its name)`),
]);
for (const finding of findings) process.stderr.write(`${finding}\n`);
if (findings.length > 0) {
  process.stderr.write(`${findings.length} phrases that docs/glossary.md rejects\n`);
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

/** Phrases are found across line breaks, and inside camelCase, snake_case and kebab-case names. */
function findingsIn(text, place) {
  const starts = [];
  let words = '';
  for (const line of text.split('\n')) {
    starts.push(words.length);
    words += ` ${wordsOf(line)}`;
  }
  return [...words.matchAll(rejected)].map(({ 0: phrase, index }) => {
    const line = starts.findLastIndex((start) => start <= index) + 1;
    return `${place}:${line} "${phrase}": write ${instead.get(phrase)}`;
  });
}

/** A line in lower case, without the marks that begin a comment or quote, and with compound names split. */
function wordsOf(line) {
  return line
    .replace(/^\s*(\/\/|\/?\*+|--|>|#+)\s?/, '')
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/[_-]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase();
}
