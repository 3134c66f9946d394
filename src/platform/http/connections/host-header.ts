import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import type { Logger } from 'pino';
import type { Settings } from '../../config/settings.js';
import type { RequestHead } from '../request-context.js';
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

/** Paths that programs call at any host of the service. The Admin API is one of them for a caller with a token. */
const FOR_PROGRAMS = /^\/(api|health|metrics|gateway)(\/|\?|$)/i;
const FOR_TOKENS = /^\/admin(\/|\?|$)/i;
/** Foreign hosts that are logged, because callers can make up any number of them. */
const LOGGED_MAX = 20;
const HOST_LENGTH_MAX = 253;

/**
 * Makes a function that finds the host of a request, if it is neither one that the settings name, nor an IP address or
 * `localhost`. A site whose name leads to this machine could otherwise show the pages as its own.
 */
export function foreignHosts({
  publicUrl,
  operationsUrl,
  allowedHosts,
}: Settings): (request: RequestHead) => string | null {
  const origins = [publicUrl, operationsUrl].flatMap((url) => url ?? []);
  const own = ['localhost', ...allowedHosts, ...origins.map((url) => new URL(url).hostname)];
  return ({ headers: { host } }) => {
    if (publicUrl === null || host === undefined) return null;
    const name = nameIn(host);
    return own.includes(name) || isIP(name) !== 0 ? null : name;
  };
}

/**
 * Makes a function that says whether the host of a request is refused. Without ALLOWED_HOSTS it only logs each foreign host,
 * until release 1.6.0.
 */
export function hostRefusal(settings: Settings, logger: Logger): (request: RequestHead) => boolean {
  const foreignHostOf = foreignHosts(settings);
  const logged = new Set<string>();
  return (request) => {
    const { url = '', headers } = request;
    if (FOR_PROGRAMS.test(url)) return false;
    if (FOR_TOKENS.test(url) && headers.authorization !== undefined) return false;
    const host = foreignHostOf(request);
    if (host === null) return false;
    if (settings.allowedHosts.length > 0) return true;
    if (logged.size < LOGGED_MAX && !logged.has(host)) {
      logged.add(host);
      logger.warn(
        { host: host.slice(0, HOST_LENGTH_MAX) },
        'from 1.6.0 on, the pages refuse this host with 421: name it in ALLOWED_HOSTS, which refuses all others at once',
      );
    }
    return false;
  };
}

/** Reads the name or the IP address of a header `Host` as URLs write it; what cannot be one, as it is. */
function nameIn(host: string): string {
  const url = `http://${host}`;
  if (!URL.canParse(url)) return host;
  return new URL(url).hostname.replace(/^\[(.+)\]$/, '$1').replace(/\.$/, '');
}
