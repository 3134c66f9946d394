import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** The first bytes of the SHA-256 of each password, sorted. `scripts/common-passwords.js` made it and names its sources. */
const FILE = new URL('./common-passwords.bin', import.meta.url);
const HASH_BYTES = 5;

let hashes: Buffer | undefined;

/** Returns true if a password is one of the most common ones, in upper or lower case. */
export function isCommonPassword(password: string): boolean {
  hashes ??= readFileSync(FILE);
  const normal = password.normalize('NFKC').toLowerCase();
  const sought = hash('sha256', normal, 'buffer').subarray(0, HASH_BYTES);
  let [low, high] = [0, hashes.length / HASH_BYTES];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const start = middle * HASH_BYTES;
    const order = sought.compare(hashes, start, start + HASH_BYTES);
    if (order === 0) return true;
    if (order < 0) high = middle;
    else low = middle + 1;
  }
  return false;
}
