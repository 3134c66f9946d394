import type { RequestHead } from '../request-context.js';

/** Longer heads are for Node. */
const HEAD_LENGTH_MAX = 8_192;
const LINES_MAX = 64;
const START = 'GET /';
const PROTOCOL = ' HTTP/1.1';
const END = '\r\n\r\n';

/** A header line without anything that parsers are known to read in different ways. */
const LINE = /([A-Za-z][A-Za-z0-9-]*): ([!-~](?:[ -~]*[!-~])?)\r\n/y;

/** Headers that say where a request ends, or what becomes of its connection; and one that Node reads in its own way. */
const FOR_NODE: ReadonlySet<string> = new Set([
  'content-length',
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
  /** Whether the caller wants its connection closed after the answer. */
  isLast: boolean;
}

/** A GET without a body, all of it. */
export interface RecognizedHead {
  url: string;
  headers: RecognizedHeaders;
}

/**
 * Reads a chunk that is exactly one plain GET of HTTP/1.1. Null for anything else, however close: Node's own parser reads
 * that, so that no two parsers can take the same bytes for different requests.
 *
 * @param known headers that were recognized before, perhaps the same
 */
export function recognize(chunk: Buffer, known: RecognizedHeaders | null): RecognizedHead | null {
  if (chunk.length > HEAD_LENGTH_MAX) return null;
  const text = chunk.toString('latin1');
  if (!text.startsWith(START)) return null;
  const lineEnd = text.indexOf('\r\n');
  if (!text.startsWith(PROTOCOL, lineEnd - PROTOCOL.length)) return null;
  const url = text.slice(START.length - 1, lineEnd - PROTOCOL.length);
  const rest = text.slice(lineEnd + 2);
  const headers = known?.text === rest ? known : recognizeHeaders(rest);
  return headers === null ? null : { url, headers };
}

/** @param text the lines after the first one, with the empty one at the end */
function recognizeHeaders(text: string): RecognizedHeaders | null {
  if (text.indexOf(END) !== text.length - END.length) return null;
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
  const connection = headers.connection?.toLowerCase() ?? 'keep-alive';
  if (connection !== 'keep-alive' && connection !== 'close') return null;
  return { text, headers, rawHeaders, isLast: connection === 'close' };
}
