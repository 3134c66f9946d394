import { hash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { Mode } from '../../clients/mode.js';

const PREFIXES: Record<Mode, string> = { live: 'wso_', test: 'wso_test_' };
const SECRET_LENGTH = 43;
const CHECKSUM_LENGTH = 6;
const PATTERN = new RegExp(
  `^(?:${Object.values(PREFIXES).join('|')})([0-9A-Za-z]{${SECRET_LENGTH}})([0-9A-Za-z]{${CHECKSUM_LENGTH}})$`,
);
const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Makes a new API token: `wso_` or `wso_test_`, 32 random bytes and a CRC-32, both in base62. */
export function newToken(mode: Mode = 'live'): string {
  const secret = base62(BigInt(`0x${randomBytes(32).toString('hex')}`), SECRET_LENGTH);
  return `${PREFIXES[mode]}${secret}${checksum(secret)}`;
}

/** Returns true if a text can be a result of {@link newToken}. Other texts need no lookup. */
export function isWellFormedToken(text: string): boolean {
  const found = PATTERN.exec(text);
  return found !== null && found[2] === checksum(found[1]!);
}

/** Computes the SHA-256 of a token, its only stored form. 256 random bits need no salt. */
export function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}

function checksum(secret: string): string {
  return base62(crc32(secret), CHECKSUM_LENGTH);
}

function base62(number: number | bigint, length: number): string {
  let digits = '';
  let rest = number;
  while (digits.length < length) {
    const digit = typeof rest === 'bigint' ? Number(rest % 62n) : rest % 62;
    digits = BASE62.charAt(digit) + digits;
    rest = typeof rest === 'bigint' ? rest / 62n : Math.floor(rest / 62);
  }
  return digits;
}
