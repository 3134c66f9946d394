import { hash } from 'node:crypto';
import Negotiator from 'negotiator';
import type { RequestHead } from '../request-context.js';

export const JSON_TYPE = 'application/json; charset=utf-8';
/** The header that says after how many seconds another look is worth it. */
export const POLL_INTERVAL = 'X-Poll-Interval';

/** A body, in parts that are sent one after the other. */
export interface Content {
  /** A lone text goes out together with the headers. */
  parts: readonly (Uint8Array | string)[];
  /**
   * Further parts of a body that is too large to be held for each caller. Each is made once the caller has taken the one before, and may
   * be overwritten then.
   */
  rest?: Iterable<Uint8Array>;
  /** Length of all parts in bytes. */
  length: number;
}

/** Body and hash of the content; a newer version's if one arrived while the caller waited. */
export interface VersionedContent {
  hash: string;
  content: Content;
}

/** Content of a GET's answer, ready to be sent repeatedly. */
export interface Representation {
  /** The same for the same content, in every instance. */
  hash: string;
  /** A function, if the body is built only on request. */
  content: Content | (() => VersionedContent | Promise<VersionedContent>);
  /** The same compressed, where that is worth it. */
  gzip?: () => Promise<VersionedContent>;
  /** Seconds after which polling again makes sense. */
  pollSeconds?: number;
  /** The address of the next page of a list. */
  nextPage?: string;
  /** Media type, if it is not JSON. */
  type?: string;
}

/** Up to this size, parts are joined into one buffer once they were sent some times; larger bodies gain nothing. */
export const COPIED_BYTES_MAX = 256 * 1024;
/**
 * Number of times a body is sent before its parts are joined. Sales replace many lists sooner, and a joined copy would be
 * wasted.
 */
const SENT_APART_MAX = 3;

/** As many parts as Linux takes in one call (IOV_MAX). Writing more would hold up all other callers. */
const PARTS_AT_ONCE = 1024;
/** Size of the chunks in which bodies of more parts are sent. */
const CHUNK_BYTES = 128 * 1024;

/** Makes a body of parts. */
export function contentOf(parts: readonly Uint8Array[]): Content {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  return parts.length > PARTS_AT_ONCE
    ? { parts: [], rest: { [Symbol.iterator]: () => chunksOf(parts) }, length }
    : new PartedContent(parts, length);
}

/** Joins parts to chunks, in a buffer that the next chunk overwrites. A longer part is a chunk of its own. */
function* chunksOf(parts: readonly Uint8Array[]): Generator<Uint8Array, void> {
  const buffer = Buffer.allocUnsafeSlow(CHUNK_BYTES);
  let filled = 0;
  for (const part of parts) {
    if (filled + part.length > CHUNK_BYTES) {
      if (filled > 0) yield buffer.subarray(0, filled);
      filled = 0;
    }
    if (part.length > CHUNK_BYTES) yield part;
    else {
      buffer.set(part, filled);
      filled += part.length;
    }
  }
  if (filled > 0) yield buffer.subarray(0, filled);
}

class PartedContent implements Content {
  private sent = 0;

  constructor(
    private sentParts: readonly Uint8Array[],
    readonly length: number,
  ) {}

  get parts(): readonly Uint8Array[] {
    this.sent += 1;
    const { sentParts, length } = this;
    if (this.sent > SENT_APART_MAX && sentParts.length > 1 && length <= COPIED_BYTES_MAX) {
      this.sentParts = [Buffer.concat(sentParts, length)];
    }
    return this.sentParts;
  }
}

/** An answer without the headers that all answers have. */
export interface Answer {
  status: number;
  /** Names and values in turn. */
  headers: readonly string[];
  content: Content | null;
}

/** Makes a small answer. */
export function representationOf(answer: object, pollSeconds?: number): Representation {
  return representationOfText(JSON.stringify(answer), pollSeconds);
}

/** Longer texts are encoded once, for the hash, the length and each time they are sent. */
const TEXT_LENGTH_MAX = 8 * 1024;

/** Makes an answer that is JSON already. */
export function representationOfText(text: string, pollSeconds?: number): Representation {
  return text.length > TEXT_LENGTH_MAX
    ? representationOfBytes(Buffer.from(text), pollSeconds)
    : {
        hash: hashOf(text),
        content: { parts: [text], length: Buffer.byteLength(text) },
        pollSeconds,
      };
}

/** Makes the same in bytes, which are copied: they may be memory that others use afterwards. */
export function representationOfBytes(bytes: Buffer, pollSeconds?: number): Representation {
  return { hash: hashOf(bytes), content: contentOfBytes(Buffer.from(bytes)), pollSeconds };
}

/**
 * Makes a body of bytes that stay as they are: as text where that is short, which is sent by one call together with the headers.
 */
export function contentOfBytes(bytes: Buffer): Content {
  const part = bytes.length > TEXT_LENGTH_MAX ? bytes : bytes.toString();
  return { parts: [part], length: bytes.length };
}

/** Represents immutable objects; the representation of each object is made only once. */
export function memoizeByIdentity<Thing extends object>(
  toJson: (thing: Thing) => object,
  pollSeconds?: number,
): (thing: Thing) => Representation {
  return oncePerObject((thing) => representationOf(toJson(thing), pollSeconds));
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

/**
 * Makes the answer to a GET of a store: gzip if the caller accepts it, 304 if the caller has it already. The tag differs by
 * variant, as the answers do.
 */
export function answerTo(
  { headers: received }: RequestHead,
  variant: number,
  { hash: askedHash, content, gzip, pollSeconds, nextPage, type = JSON_TYPE }: Representation,
): Answer | Promise<Answer> {
  const isGzip = gzip !== undefined && takesGzip(received);
  const tagOf = (hash: string): string => entityTag(variant, isGzip ? `${hash}-gzip` : hash);
  const headers = ['Cache-Control', 'private, no-cache'];
  // No `Vary: Accept-Encoding` is needed: caches revalidate each time, and the tag names the encoding.
  headers.push('Vary', 'Authorization, X-Client-Domain');
  if (pollSeconds !== undefined) headers.push(POLL_INTERVAL, String(pollSeconds));
  if (nextPage !== undefined) headers.push('Link', `<${nextPage}>; rel="next"`);
  const tag = tagOf(askedHash);
  if (matches(received['if-none-match'], tag)) {
    headers.push('ETag', tag);
    return { status: 304, headers, content: null };
  }
  headers.push('Content-Type', type);
  const send = ({ hash, content: body }: VersionedContent): Answer => {
    headers.push('ETag', hash === askedHash ? tag : tagOf(hash));
    headers.push('Content-Length', String(body.length));
    return { status: 200, headers, content: body };
  };
  if (isGzip) {
    headers.push('Content-Encoding', 'gzip');
    return gzip().then(send);
  }
  const made = typeof content === 'function' ? content() : { hash: askedHash, content };
  return made instanceof Promise ? made.then(send) : send(made);
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
