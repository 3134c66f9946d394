import { isHost } from '../connections/host-header.js';
import type { RequestHead } from '../request-context.js';

/** Longer heads are for Node. */
const HEAD_LENGTH_MAX = 8_192;
const LINES_MAX = 64;
const METHODS = ['GET', 'POST'] as const;
const PROTOCOL = ' HTTP/1.1';
const END = '\r\n\r\n';
/** No more than a chunk can hold. */
const BODY_LENGTH = /^[1-9]\d{0,4}$/;

/** Header line without anything that parsers interpret differently. */
const LINE = /([A-Za-z][A-Za-z0-9-]*): ([!-~](?:[ -~]*[!-~])?)\r\n/y;

/** Headers that determine the end of a request or the use of its connection, and one that Node parses specially. */
const FOR_NODE: ReadonlySet<string> = new Set([
  'expect',
  'http2-settings',
  'keep-alive',
  'proxy-connection',
  'set-cookie',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** The headers of a request, as text and as Node gives them. */
export interface RecognizedHeaders extends Pick<RequestHead, 'headers' | 'rawHeaders'> {
  text: string;
  /** In bytes; 0: the headers announce no body. */
  bodyLength: number;
  /** True if the caller wants its connection closed after the answer. */
  isLast: boolean;
}

/** A GET without a body or a POST with one, all of it. */
export interface RecognizedRequest {
  method: 'GET' | 'POST';
  url: string;
  headers: RecognizedHeaders;
  /** Undefined without one. */
  bytes: Buffer | undefined;
}

/**
 * Reads a chunk that is exactly one plain GET or POST of HTTP/1.1. Null for anything else, however close: Node's own parser
 * reads that, so that no two parsers can take the same bytes for different requests.
 *
 * @param known headers that were recognized before, perhaps the same
 */
export function recognize(
  chunk: Buffer,
  known: RecognizedHeaders | null,
): RecognizedRequest | null {
  const headEnd = chunk.indexOf(END);
  const headLength = headEnd + END.length;
  if (headEnd < 0 || headLength > HEAD_LENGTH_MAX) return null;
  const text = chunk.toString('latin1', 0, headLength);
  const method = METHODS.find((name) => text.startsWith(`${name} /`));
  if (method === undefined) return null;
  const lineEnd = text.indexOf('\r\n');
  if (!text.startsWith(PROTOCOL, lineEnd - PROTOCOL.length)) return null;
  const url = text.slice(method.length + 1, lineEnd - PROTOCOL.length);
  const rest = text.slice(lineEnd + 2);
  const headers = known?.text === rest ? known : recognizeHeaders(rest);
  if (headers === null) return null;
  const { bodyLength } = headers;
  const isWhole = chunk.length === headLength + bodyLength;
  if (!isWhole || bodyLength > 0 !== (method === 'POST')) return null;
  return { method, url, headers, bytes: bodyLength > 0 ? chunk.subarray(headLength) : undefined };
}

/** @param text the lines after the first one, with the empty one at the end */
function recognizeHeaders(text: string): RecognizedHeaders | null {
  const headers = Object.create(null) as Record<string, string>;
  const rawHeaders: string[] = [];
  let at = 0;
  while (at < text.length - 2) {
    LINE.lastIndex = at;
    const [line = '', name = '', value = ''] = LINE.exec(text) ?? [];
    if (line === '' || rawHeaders.length >= LINES_MAX * 2) return null;
    const key = name.toLowerCase();
    if (FOR_NODE.has(key) || key in headers) return null;
    headers[key] = value;
    rawHeaders.push(name, value);
    at += line.length;
  }
  if (headers.host === undefined || !isHost(headers.host)) return null;
  const connection = headers.connection?.toLowerCase() ?? 'keep-alive';
  if (connection !== 'keep-alive' && connection !== 'close') return null;
  const length = headers['content-length'] ?? '0';
  if (headers['content-length'] !== undefined && !BODY_LENGTH.test(length)) return null;
  const isLast = connection === 'close';
  return { text, headers, rawHeaders, bodyLength: Number(length), isLast };
}
