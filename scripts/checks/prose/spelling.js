// Finds words that neither cspell's dictionaries of American English and software, nor docs/glossary.md, package.json and words.txt have.
import { readdirSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { decodeTrie } from 'cspell-trie-lib';
import { glossaryTerms } from './glossary.js';

const WORD = /\p{L}(?:[\p{L}\p{M}'’]*[\p{L}\p{M}])?/gu;
const DICTIONARIES = 'node_modules/@cspell';
const ENGLISH = decodeTrie(gunzipSync(readFileSync(`${DICTIONARIES}/dict-en_us/en_US.trie.gz`)));
const { dependencies, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
const SOFTWARE = `${DICTIONARIES}/dict-software-terms/dict`;
const TERMS = wordsIn(
  ...readdirSync(SOFTWARE)
    .filter((name) => name.endsWith('.txt'))
    .map((name) => readFileSync(`${SOFTWARE}/${name}`, 'utf8')),
  String(gunzipSync(readFileSync(`${SOFTWARE}/softwareTerms.txt.gz`))),
  ...glossaryTerms(),
  ...Object.keys({ ...dependencies, ...devDependencies }),
);
const WORDS = 'scripts/checks/prose/words.txt';
const LISTED = readFileSync(WORDS, 'utf8').match(/^[^#\n].*/gm);
const listed = new Set(LISTED.map(folded));
/** Words of words.txt that no dictionary knows and that a text has. */
const used = new Set();
const CODE = /\.(?:tsx?|js|css)$/;
/** Comments and strings. Names of libraries' functions are not ours to spell. */
const PROSE_OF_CODE =
  /\/\/.*|\/\*[^]*?\*\/|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`/g;
const IGNORED = [
  /spelling: off[^]*?(?:spelling: on|$)/g,
  /https?:\/\/\S+|(?<=\]\()[^)\s]+/g,
  // Escapes, hashes, keys and other encoded texts.
  /\\(?:u[0-9a-f]{4}|[b-z])|(?=[\w+/=-]*\d)[\w+/=-]{16,}/gi,
  // Data: names of products in the scripts of India.
  /[\u0900-\u0d7f\u200c\u200d]+/g,
  // Data: the name of a variation in the demo shop and the tests.
  /Colours?|COLOURS?|colour(?=:|\()/g,
  // Digits of colors and hashes, alphabets of ids.
  /\b(?:[0-9a-f]{4}|[0-9a-f]{6}|(\w)\1{3,})\b|x{4,}/gi,
  /[0-9A-Z]*HJKMNP[0-9A-Z]*/gi,
  // GSTINs.
  /\b[0-9]{2}[A-Z]{5}[0-9]{4}[A-Z][0-9A-Z]{2,4}\b/gi,
];
const known = new Map();

/**
 * Lists the unknown words of a file, each with its line. A name in camelCase is known if its parts are.
 * - words of up to three letters are not checked
 * - text between `spelling: off` and `spelling: on` is not checked
 */
export function unknownWords(text, path) {
  const ignored = IGNORED.reduce((rest, pattern) => rest.replace(pattern, blank), text);
  const prose = CODE.test(path) ? ignored.matchAll(PROSE_OF_CODE) : [{ 0: ignored, index: 0 }];
  return [...prose].flatMap(({ 0: part, index }) =>
    [...part.matchAll(WORD)]
      .filter(([word]) => !isKnown(word) && !partsOf(word).every(isKnown))
      .map((found) => {
        const line = text.slice(0, index + found.index).split('\n').length;
        return `${path}:${line} "${found[0]}": unknown word`;
      }),
  );
}

/** Lists words of words.txt that occur there twice, or that no checked text needs. */
export function superfluousWords() {
  const twice = LISTED.filter((word, at) => LISTED.map(folded).indexOf(folded(word)) < at);
  return [
    ...LISTED.filter((word) => !used.has(folded(word))).map(
      (word) => `"${word}": no text needs it`,
    ),
    ...twice.map((word) => `"${word}": is listed twice`),
  ].map((problem) => `${WORDS} ${problem}`);
}

/** Replaces a text by spaces, except its line breaks. */
function blank(text) {
  return text.replace(/[^\n]/g, ' ');
}

function partsOf(word) {
  return word.replace(/(\p{Ll})(?=\p{Lu})|(\p{Lu})(?=\p{Lu}\p{Ll}{2})/gu, '$1$2 ').split(' ');
}

function isKnown(word) {
  if (!known.has(word)) known.set(word, isInDictionary(folded(word)));
  return known.get(word);
}

/** Looks a word up as it is, and without the ending of a plural or a genitive: `GSTINs`, `Patroni's`. */
function isInDictionary(word) {
  const forms = [word, word.replace(/'*s$/, '')];
  const isTerm = (form) => form.length < 4 || TERMS.has(form) || ENGLISH.hasWord(form, false);
  if (forms.some(isTerm)) return true;
  const form = forms.find((one) => listed.has(one));
  if (form !== undefined) used.add(form);
  return form !== undefined;
}

function wordsIn(...texts) {
  return new Set(texts.flatMap((text) => text.match(WORD) ?? []).map(folded));
}

function folded(word) {
  return word.normalize('NFC').toLowerCase().replaceAll('’', "'");
}
