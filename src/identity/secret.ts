import { hash, randomBytes } from 'node:crypto';

/** A secret that is shown once, and the hash that is stored. */
export interface Secret {
  /** 256 random bits in base64url. */
  text: string;
  hash: Buffer;
}

export function newSecret(): Secret {
  const text = randomBytes(32).toString('base64url');
  return { text, hash: hashSecret(text) };
}

/** Computes the SHA-256. A random secret needs no slower hash, because only trying all of them finds it. */
export function hashSecret(text: string): Buffer {
  return hash('sha256', text, 'buffer');
}

/** Returns true if a text can be a result of {@link newSecret}. */
export function isWellFormedSecret(text: string): boolean {
  return /^[\w-]{43}$/.test(text);
}
