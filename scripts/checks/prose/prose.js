// Finds words and phrases that docs/glossary.md rejects in a text.
import { rejectedPhrases } from './glossary.js';

/** Names that cannot change: a public error code, and a user name of operating systems. */
const FIXED_NAMES = /\binstant_expected\b|'nobody'/g;

const instead = new Map(rejectedPhrases().map((rejected) => [rejected.phrase, rejected.instead]));
const rejected = new RegExp(`\\b(?:${[...instead.keys()].join('|')})\\b`, 'g');

/**
 * Writes a line for each rejected phrase, with its place and what to write instead. Phrases are found across line
 * breaks, and inside camelCase, snake_case and kebab-case names.
 */
export function findingsIn(text, place) {
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

/** Reports a record of a decision that is longer than docs/decisions/README.md allows. */
export function longRecords(text, path) {
  const { length } = text.split(/\s+/).filter(Boolean);
  const isLong = /^docs\/decisions\/(?!README)/.test(path) && length > 200;
  return isLong ? [`${path} has ${length} words: expected at most 200`] : [];
}

/** Makes a line in lower case, without the marks that begin a comment or quote, and with compound names split. */
function wordsOf(line) {
  return line
    .replace(FIXED_NAMES, '')
    .replace(/^\s*(\/\/|\/?\*+|--|>|#+)\s?/, '')
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/[_-]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase();
}
