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

/** Computes the SHA-256. A random secret needs no slower hash: only trying all of them finds it. */
export function hashSecret(text: string): Buffer {
  return hash('sha256', text, 'buffer');
}

/** Tells whether {@link newSecret} can have created a text. */
export function isWellFormedSecret(text: string): boolean {
  return /^[\w-]{43}$/.test(text);
}
