import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import Negotiator from 'negotiator';

export const JSON_TYPE = 'application/json; charset=utf-8';

/** The bytes of a body, in pieces that are sent one after the other. */
export interface Content {
  parts: readonly Uint8Array[];
  /** Of all parts, in bytes. */
  length: number;
}

/** What a GET answers, ready to be sent again and again. */
export interface Representation {
  /** The same for the same content, in every instance. */
  hash: string;
  content: Content;
  /** The same compressed, where that is worth it. */
  gzip?: () => Promise<Content>;
}

/** An answer's status, headers and body. */
export interface Answer {
  status: 200 | 304;
  headers: readonly [name: string, value: string][];
  content: Content | null;
}

/** A small answer. */
export function representationOf(answer: object): Representation {
  const bytes = Buffer.from(JSON.stringify(answer));
  return { hash: hashOf(bytes), content: { parts: [bytes], length: bytes.length } };
}

/** 132 bits of SHA-256, fit for an entity tag. */
export function hashOf(...bytes: readonly (Uint8Array | string)[]): string {
  const hash = createHash('sha256');
  for (const some of bytes) hash.update(some);
  return hash.digest('base64url').slice(0, 22);
}

/**
 * The answer to a store-facing GET: gzip where the caller takes it, 304 where it has it already. The tag
 * differs by plan, as the answers do.
 */
export async function answerTo(
  { headers }: IncomingMessage,
  planId: number,
  { hash, content, gzip }: Representation,
): Promise<Answer> {
  const isGzip = gzip !== undefined && takesGzip(headers);
  const tag = `"${planId}-${hash}${isGzip ? '-gzip' : ''}"`;
  const common: [string, string][] = [
    ['ETag', tag],
    ['Cache-Control', 'private, no-cache'],
    // Not by encoding: what may be kept is asked for again each time, and the tag says which encoding it is.
    ['Vary', 'Authorization, X-Client-Domain'],
  ];
  if (matches(headers['if-none-match'], tag)) {
    return { status: 304, headers: common, content: null };
  }
  const body = isGzip ? await gzip() : content;
  common.push(['Content-Type', JSON_TYPE], ['Content-Length', String(body.length)]);
  if (isGzip) common.push(['Content-Encoding', 'gzip']);
  return { status: 200, headers: common, content: body };
}

function takesGzip(headers: IncomingMessage['headers']): boolean {
  if (headers['accept-encoding'] === undefined) return false;
  return new Negotiator({ headers }).encoding(['gzip', 'identity']) === 'gzip';
}

/** The weak comparison of RFC 9110, section 13.1.2. */
function matches(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch === tag || ifNoneMatch.trim() === '*') return true;
  return ifNoneMatch.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === tag);
}
