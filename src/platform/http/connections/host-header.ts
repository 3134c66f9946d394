import type { IncomingMessage } from 'node:http';
import { headerValues } from './header-values.js';

/** A host, with or without a port. It must not hold what could end a host in a URL, or begin a second one. */
const HOST = /^[^\s,/?#@\\"<>]*$/;

/**
 * Tells whether a request says once for which host it is (RFC 9112, section 3.2). Proxies choose different ones of two, so that
 * one in front of the service may have checked another host. HTTP/1.0 had no such header.
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
