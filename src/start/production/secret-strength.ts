/**
 * Estimates an upper limit of the bits that a secret would cost to guess: the information of its characters, without
 * predictable ones. A random secret keeps most of its bits; a repeated or counted one has few.
 */
export function estimatedBits(secret: string): number {
  const characters = [...secret];
  const counts = new Map<string, number>();
  for (const character of characters) counts.set(character, (counts.get(character) ?? 0) + 1);
  const perCharacter = [...counts.values()].reduce((sum, count) => {
    const share = count / characters.length;
    return sum - share * Math.log2(share);
  }, 0);
  const surprising = characters.filter((_, index) => !isPredicted(secret, index));
  return surprising.length * perCharacter;
}

/** Parts of a secret that read like words, such as `Shop`, `token` or `ADMIN`. */
const WORDS = /[A-Z]?[a-z]+|[A-Z]+/g;
/** Words have these shares of letters, letters per word and vowels; random characters do not. */
const SHARE_IN_WORDS = 0.7;
const LETTERS_PER_WORD = 4;
const SHARE_OF_VOWELS = 0.3;

/** Returns true if a secret is made of words. Their characters seem as many and as mixed as random ones. */
export function looksLikeWords(secret: string): boolean {
  const words = secret.match(WORDS) ?? [];
  const letters = words.join('');
  const vowels = letters.match(/[aeiou]/gi) ?? [];
  return (
    letters.length >= SHARE_IN_WORDS * secret.length &&
    letters.length >= LETTERS_PER_WORD * words.length &&
    vowels.length >= SHARE_OF_VOWELS * letters.length
  );
}

/** Returns true if a character ends three that occurred together before, or continues a row such as `abc`, `321` or `aaa`. */
function isPredicted(secret: string, index: number): boolean {
  if (index < 2) return false;
  const before = secret.indexOf(secret.slice(index - 2, index + 1));
  if (before < index - 2) return true;
  const [first = 0, second = 0, third = 0] = [index - 2, index - 1, index].map((at) =>
    secret.charCodeAt(at),
  );
  return Math.abs(third - second) <= 1 && third - second === second - first;
}
