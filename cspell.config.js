// Spelling, checked by `npm run lint:prose`. Terms of docs/glossary.md are correct by definition.
import { glossaryTerms } from './scripts/checks/prose/glossary.js';

/** @type {import("cspell").CSpellUserSettings} */
export default {
  version: '0.2',
  language: 'en-US',
  words: glossaryTerms().flatMap((term) => term.split(' ')),
  dictionaryDefinitions: [{ name: 'words', path: './scripts/checks/prose/words.txt' }],
  dictionaries: ['words'],
  files: [
    '**/*.{md,ts,tsx,js,sql,json,css,html,yaml,yml}',
    'Dockerfile',
    '.env.example',
    '.ci/run',
  ],
  ignorePaths: [
    '**/node_modules/**',
    'dist/**',
    '**/generated/**',
    '**/package-lock.json',
    '**/tsconfig*.json',
    'scripts/checks/prose/words.txt',
    '.data/**',
    'test/generators/out/**',
    'openapi/**',
  ],
  overrides: [
    // In code, comments and strings are prose. Names of libraries' functions are not ours to spell.
    { filename: '**/*.{ts,tsx,js,css}', includeRegExpList: ['CStyleComment', 'string'] },
  ],
  ignoreRegExpList: [
    // Data: the name of a variation in the demo shop and the tests.
    /Colours?|COLOURS?|colour(?=:|\()/g,
    // Alphabets of ids.
    /[0-9A-Z]*HJKMNP[0-9A-Z]*/gi,
    // GSTINs.
    /\b[0-9]{2}[A-Z]{5}[0-9]{4}[A-Z][0-9A-Z]{2,4}\b/gi,
  ],
};
