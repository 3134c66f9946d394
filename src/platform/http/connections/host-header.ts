import type { IncomingMessage } from 'node:http';
import { headerValues } from './header-values.js';

/** A host, with or without a port. Excludes characters that could end a host in a URL, or begin a second one. */
const HOST = /^[^\s,/?#@\\"<>]*$/;

/**
 * Returns true if a request names its host exactly once (RFC 9112, section 3.2). With two, a proxy may have checked another one
 * than the service uses.
 * - HTTP/1.0 has no such header
 */
export function hasOneHost({
  httpVersion,
  rawHeaders,
}: Pick<IncomingMessage, 'httpVersion' | 'rawHeaders'>): boolean {
  const hosts = headerValues(rawHeaders, 'host');
  const [host] = hosts;
  if (host === undefined) return httpVersion === '1.0';
  return hosts.length === 1 && HOST.test(host);
}
