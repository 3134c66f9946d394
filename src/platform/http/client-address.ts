import { isIP } from 'node:net';
import type { Logger } from 'pino';
import { subnetMatcher, type Subnet } from '../config/subnet.js';
import type { RequestHead } from './request-context.js';

/** Code that content delivery networks send if they do not know the country. */
const UNKNOWN_COUNTRY = 'XX';

/** Function that returns the IP address of a request's sender. */
export type ClientAddress = (request: RequestHead) => string;

/** Nest's injection token of {@link ClientAddress}. */
export const CLIENT_ADDRESS = Symbol('client address');

/** The place that a request came from. */
export interface ClientPlace {
  /** IP address of the sender. */
  address: string;
  /** ISO 3166 code of the country, as a trusted proxy names it; null: not known. */
  country: string | null;
}

/** Function that returns the place that a request came from. */
export type ClientPlaces = (request: RequestHead) => ClientPlace;

/** Nest's injection token of {@link ClientPlaces}. */
export const CLIENT_PLACES = Symbol('client places');

/** Makes a function that checks whether an address, in a socket's notation, is in one of the subnets. */
export function addressMatcher(subnets: readonly Subnet[]): (address: string) => boolean {
  const matches = subnetMatcher(subnets);
  return (address) => matches(normalized(address));
}

/**
 * Finds the sender's address in `X-Forwarded-For`, to which each proxy appends the address that called it. Reads from right to
 * left up to the first address that is not a trusted proxy; the caller may have made up the rest.
 */
export function clientAddress(trustedProxies: readonly Subnet[]): ClientAddress {
  const isTrusted = subnetMatcher(trustedProxies);
  return ({ socket, headers }) => {
    let address = normalized(socket.remoteAddress ?? '');
    if (!isTrusted(address)) return address;
    const forwarded = [headers['x-forwarded-for'] ?? []].flat().join().split(',');
    for (const hop of forwarded.reverse()) {
      const next = normalized(withoutPort(hop.trim()));
      if (isIP(next) === 0) break;
      address = next;
      if (!isTrusted(address)) break;
    }
    return address;
  };
}

/**
 * Adds the country of an address, which a proxy looks up and sends in a header. Ignores the header of a caller that is not a
 * trusted proxy.
 *
 * @param countryHeader name of the header in lower case; null: no proxy sends one
 */
export function clientPlaces(
  trustedProxies: readonly Subnet[],
  countryHeader: string | null,
): ClientPlaces {
  const addressOf = clientAddress(trustedProxies);
  const isTrusted = addressMatcher(trustedProxies);
  const countryOf = ({ socket, headers }: RequestHead): string | null => {
    if (countryHeader === null || !isTrusted(socket.remoteAddress ?? '')) return null;
    const code = String(headers[countryHeader] ?? '').toUpperCase();
    return /^[A-Z]{2}$/.test(code) && code !== UNKNOWN_COUNTRY ? code : null;
  };
  return (request) => ({ address: addressOf(request), country: countryOf(request) });
}

/** Sender of a request's `X-Forwarded-For`: none, a trusted proxy, or another address. */
export type Forwarding = 'none' | 'trusted' | 'untrusted';

/** Makes a function that says who sent the `X-Forwarded-For` of a request. */
export function forwardingOf(
  trustedProxies: readonly Subnet[],
): (request: RequestHead) => Forwarding {
  const isTrusted = addressMatcher(trustedProxies);
  return ({ socket, headers }) => {
    if (headers['x-forwarded-for'] === undefined) return 'none';
    return isTrusted(socket.remoteAddress ?? '') ? 'trusted' : 'untrusted';
  };
}

/** Makes a function that logs the first request whose `X-Forwarded-For` is ignored because its proxy is not trusted. */
export function untrustedForwardingLog(
  trustedProxies: readonly Subnet[],
  logger: Logger,
): (request: RequestHead) => void {
  const forwarding = forwardingOf(trustedProxies);
  let isLogged = false;
  return (request) => {
    if (isLogged || forwarding(request) !== 'untrusted') return;
    isLogged = true;
    logger.warn(
      { address: request.socket.remoteAddress },
      'X-Forwarded-For is ignored: TRUST_PROXY does not name its sender, so all callers behind it count as one address',
    );
  };
}

/** Writes an address in its usual form. An IPv6 socket reports IPv4 addresses as `::ffff:203.0.113.7`. */
function normalized(address: string): string {
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address.toLowerCase();
}

/** Removes the port that some proxies append: `203.0.113.7:4711` or `[2001:db8::1]:4711`. */
function withoutPort(hop: string): string {
  return /^\[(.+)\](?::\d+)?$/.exec(hop)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(hop)?.[1] ?? hop;
}
