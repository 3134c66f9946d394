import { createHash, hash } from 'node:crypto';
import Negotiator from 'negotiator';
import type { RequestHead } from '../request-context.js';
import { zip } from './zip.js';

export const JSON_TYPE = 'application/json; charset=utf-8';
/** The header with the seconds after which another request makes sense. */
export const POLL_INTERVAL = 'X-Poll-Interval';

/** A body, in parts that are sent one after the other. */
export interface Content {
  /** A single text is sent together with the headers. */
  parts: Iterable<Uint8Array | string>;
  /** Length of all parts in bytes. */
  length: number;
  /**
   * True if the body is too large to be held for each caller. Each part is then made after the caller has taken the previous
   * one, which it may overwrite.
   */
  isMadeWhileSent?: boolean;
}

export interface HashedContent {
  /** The same for equal content, in every instance. */
  hash: string;
  content: Content;
}

/** Body of a GET's answer and its hash. Handlers return DTOs; they return this if one `JSON.stringify` does not make the body. */
export class Representation implements HashedContent {
  constructor(
    readonly hash: string,
    readonly content: Content,
    /** Compresses it, or a newer version if one arrived meanwhile; null: not worth it. */
    readonly gzip: (() => Promise<HashedContent>) | null = null,
    readonly type = JSON_TYPE,
  ) {}
}

/**
 * An answer to a GET that has a tag, with what its headers say. A handler may keep it and return it again, so that its text is made
 * once.
 */
export class PolledAnswer<Answer extends object> {
  /** Not in a WeakMap of answers: V8 would move every text in it to the old generation. */
  private made: Representation | null = null;

  constructor(
    readonly answer: Answer,
    /** Seconds after which polling again makes sense. */
    readonly pollSeconds?: number,
    /** The address of the next page of a list. */
    readonly nextPage?: string,
    private readonly options?: RepresentationOptions,
  ) {}

  represent(): Representation {
    const { answer, options } = this;
    return (this.made ??=
      answer instanceof Representation ? answer : representationOf(answer, options));
  }
}

/** Shorter texts fit into one packet as they are. */
const GZIP_BYTES_MIN = 1_400;
/** Items of a list that are written at once. */
const ITEMS_AT_ONCE = 64;

interface RepresentationOptions {
  /** True to send gzip to callers that accept it. */
  isCompressed: boolean;
}

export function representationOf(
  answer: object,
  { isCompressed }: RepresentationOptions = { isCompressed: false },
): Representation {
  const parts = Object.values(answer).some(isLongList)
    ? [...partsOf(answer)]
    : [JSON.stringify(answer)];
  const length = parts.reduce((sum, part) => sum + Buffer.byteLength(part), 0);
  const hash = hashOf(...parts);
  const content = { parts, length };
  if (!isCompressed || length < GZIP_BYTES_MIN) return new Representation(hash, content);
  let zipped: Promise<HashedContent> | null = null;
  const zipNow = async (): Promise<HashedContent> => {
    try {
      return { hash, content: contentOf(await zip(parts)) };
    } catch (error) {
      zipped = null;
      throw error;
    }
  };
  return new Representation(hash, content, () => (zipped ??= zipNow()));
}

/** Writes an answer as JSON, its long lists in parts. V8 keeps texts of more than 128 kB apart, and frees them late. */
function* partsOf(answer: object): Generator<string, void> {
  const fields: [string, unknown][] = Object.entries(answer);
  const known = fields.filter(([, value]) => value !== undefined);
  for (const [index, [name, value]] of known.entries()) {
    yield `${index === 0 ? '{' : ','}${JSON.stringify(name)}:`;
    if (!isLongList(value)) {
      yield JSON.stringify(value);
      continue;
    }
    for (let at = 0; at < value.length; at += ITEMS_AT_ONCE) {
      const items = JSON.stringify(value.slice(at, at + ITEMS_AT_ONCE)).slice(1, -1);
      yield `${at === 0 ? '[' : ','}${items}`;
    }
    yield ']';
  }
  yield '}';
}

function isLongList(value: unknown): value is unknown[] {
  return Array.isArray(value) && value.length > ITEMS_AT_ONCE;
}

/** Makes a body of bytes that do not change. */
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

/** Computes 132 bits of the SHA-256 of all parts together, for use as an entity tag. */
export function hashOf(...parts: readonly (Uint8Array | string)[]): string {
  const [only] = parts;
  if (parts.length === 1) return hash('sha256', only!, 'base64url').slice(0, 22);
  const whole = createHash('sha256');
  for (const part of parts) whole.update(part);
  return whole.digest('base64url').slice(0, 22);
}

/** Makes the entity tag of a content. It differs by variant, as the answers do. */
export function entityTag(variant: number, hash: string): string {
  return `"${variant}-${hash}"`;
}

/** Callers use only a handful of these headers, again and again. */
const KNOWN_ENCODINGS_MAX = 100;
const knownEncodings = new Map<string, boolean>();

/** Returns true if a caller is a browser that asks for a page. */
export function takesPage({ accept = '' }: RequestHead['headers']): boolean {
  return new Negotiator({ headers: { accept } }).mediaTypes().includes('text/html');
}

/** Returns true if a caller prefers a gzip body. */
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

/** Returns true if `If-Match` names a tag, by the strong comparison of RFC 9110, section 13.1.1: a weak tag is never equal. */
export function matchesStrongly(condition: string, tag: string): boolean {
  return condition.split(',').some((candidate) => ['*', tag].includes(candidate.trim()));
}

/**
 * Returns true if `If-None-Match` names a tag, by the weak comparison of RFC 9110, section 13.1.2. Proxies that compress turn
 * our tags into weak ones.
 */
export function matches(condition: string | undefined, tag: string): boolean {
  if (condition === undefined) return false;
  if (condition === tag || condition.trim() === '*') return true;
  return condition.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === tag);
}
