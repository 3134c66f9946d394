/**
 * Estimates the bits that a secret would cost to guess, from above: the information of its characters, without those that
 * a pattern predicts. A secret of random characters keeps most of its bits; a repeated or counted one has few.
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

/** Tells whether a character ends three that stood together before, or continues a row such as `abc`, `321` or `aaa`. */
function isPredicted(secret: string, index: number): boolean {
  if (index < 2) return false;
  const before = secret.indexOf(secret.slice(index - 2, index + 1));
  if (before < index - 2) return true;
  const [first = 0, second = 0, third = 0] = [index - 2, index - 1, index].map((at) =>
    secret.charCodeAt(at),
  );
  return Math.abs(third - second) <= 1 && third - second === second - first;
}
