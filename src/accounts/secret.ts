import { hash, randomBytes } from 'node:crypto';

/** A secret that is handed out once, and the only form in which it is kept. */
export interface Secret {
  /** 256 random bits in base64url. */
  text: string;
  hash: Buffer;
}

export function newSecret(): Secret {
  const text = randomBytes(32).toString('base64url');
  return { text, hash: hashSecret(text) };
}

/** SHA-256: enough for random secrets, which nothing but a search of all of them finds. */
export function hashSecret(text: string): Buffer {
  return hash('sha256', text, 'buffer');
}

/** Returns true for a text that {@link newSecret} can have made. */
export function isWellFormedSecret(text: string): boolean {
  return /^[\w-]{43}$/.test(text);
}
