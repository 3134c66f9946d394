// Reads docs/glossary.md for the linters.
import { readFileSync } from 'node:fs';

const GLOSSARY = new URL('../../../docs/glossary.md', import.meta.url);
const REJECTED = '## Words we do not use';
const ROW = /^\| (.+?) +\| (.+?) +\|$/gm;

/** Reads the terms that the glossary defines. */
export function glossaryTerms() {
  const [definitions] = sections();
  return rowsOf(definitions)
    .map(([term]) => term)
    .filter((term) => /[a-z]/.test(term));
}

/** Words and phrases that are not used, each with what to write instead. */
export function rejectedPhrases() {
  const [, rejected] = sections();
  return rowsOf(rejected).flatMap(([phrases, instead]) =>
    [...phrases.matchAll(/`(.+?)`/g)].map(([, phrase]) => ({ phrase, instead })),
  );
}

function sections() {
  return readFileSync(GLOSSARY, 'utf8').split(REJECTED);
}

function rowsOf(text) {
  return [...text.matchAll(ROW)].map(([, first, second]) => [first, second]);
}
