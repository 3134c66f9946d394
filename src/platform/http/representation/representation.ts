import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import Negotiator from 'negotiator';
import type { RequestHead } from '../request-context.js';

export const JSON_TYPE = 'application/json; charset=utf-8';
/** The header that says after how many seconds another look is worth it. */
export const POLL_INTERVAL = 'X-Poll-Interval';

/** A body, in parts that are sent one after the other. */
export interface Content {
  /** A lone text goes out together with the headers. */
  parts: Iterable<Uint8Array | string>;
  /** Length of all parts in bytes. */
  length: number;
  /**
   * True if the body is too large to be held for each caller: a part is made once the caller has taken the one before,
   * and may be written over it.
   */
  isMadeWhileSent?: boolean;
}

export interface HashedContent {
  /** The same for the same content, in every instance. */
  hash: string;
  content: Content;
}

/** Body of a GET's answer and its hash. Handlers return DTOs; one returns this if its body is not made by one `JSON.stringify`. */
export class Representation implements HashedContent {
  constructor(
    readonly hash: string,
    readonly content: Content,
    /** Compresses it, or a newer version if one arrived meanwhile; null: not worth it. */
    readonly gzip: (() => Promise<HashedContent>) | null = null,
    readonly type = JSON_TYPE,
  ) {}
}

/** An answer to a GET, with what its headers say. */
export class PolledAnswer<Answer extends object> {
  constructor(
    readonly answer: Answer,
    /** Seconds after which polling again makes sense. */
    readonly pollSeconds?: number,
    /** The address of the next page of a list. */
    readonly nextPage?: string,
  ) {}
}

/** Longer texts are encoded once, for the hash, the length and each time they are sent. */
const TEXT_LENGTH_MAX = 8 * 1024;
/** Shorter texts fit into one packet as they are. */
const GZIP_BYTES_MIN = 1_400;
const compress = promisify(gzip);

export function representationOf(answer: object, { isCompressed = false } = {}): Representation {
  const text = JSON.stringify(answer);
  const bytes = text.length > TEXT_LENGTH_MAX ? Buffer.from(text) : text;
  const length = Buffer.byteLength(bytes);
  const hash = hashOf(bytes);
  const content = { parts: [bytes], length };
  if (!isCompressed || length < GZIP_BYTES_MIN) return new Representation(hash, content);
  let compressed: Promise<HashedContent> | null = null;
  const compressNow = async (): Promise<HashedContent> => {
    try {
      return { hash, content: contentOf(await compress(bytes)) };
    } catch (error) {
      compressed = null;
      throw error;
    }
  };
  return new Representation(hash, content, () => (compressed ??= compressNow()));
}

/** Makes a body of bytes that stay as they are. */
export function contentOf(bytes: Uint8Array): Content {
  return { parts: [bytes], length: bytes.length };
}

/** Memoizes a function of immutable objects. */
export function oncePerObject<Thing extends object, Made>(
  make: (thing: Thing) => Made,
): (thing: Thing) => Made {
  const known = new WeakMap<Thing, Made>();
  return (thing) => {
    let made = known.get(thing);
    if (made === undefined) {
      made = make(thing);
      known.set(thing, made);
    }
    return made;
  };
}

/** Computes 132 bits of SHA-256, for use as an entity tag. */
export function hashOf(bytes: Uint8Array | string): string {
  return hash('sha256', bytes, 'base64url').slice(0, 22);
}

/** Makes the entity tag of a content. It differs by variant, as the answers do. */
export function entityTag(variant: number, hash: string): string {
  return `"${variant}-${hash}"`;
}

/** Callers send a handful of these headers, again and again. */
const KNOWN_ENCODINGS_MAX = 100;
const knownEncodings = new Map<string, boolean>();

/** Tells whether a caller is a browser that asks for a page. */
export function takesPage({ accept = '' }: RequestHead['headers']): boolean {
  return new Negotiator({ headers: { accept } }).mediaTypes().includes('text/html');
}

/** Tells whether a caller prefers a gzip body. */
export function takesGzip({ 'accept-encoding': accepted }: RequestHead['headers']): boolean {
  if (accepted === undefined) return false;
  let takes = knownEncodings.get(accepted);
  if (takes === undefined) {
    const negotiator = new Negotiator({ headers: { 'accept-encoding': accepted } });
    takes = negotiator.encoding(['gzip', 'identity']) === 'gzip';
    if (knownEncodings.size >= KNOWN_ENCODINGS_MAX) knownEncodings.clear();
    knownEncodings.set(accepted, takes);
  }
  return takes;
}

/**
 * Tells whether `If-None-Match` or `If-Match` names a tag, by the weak comparison of RFC 9110, section 13.1.2: proxies that
 * compress turn our tags into weak ones.
 */
export function matches(condition: string | undefined, tag: string): boolean {
  if (condition === undefined) return false;
  if (condition === tag || condition.trim() === '*') return true;
  return condition.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === tag);
}
