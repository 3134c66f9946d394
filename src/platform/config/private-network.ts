import { isIP } from 'node:net';
import { subnetMatcher, toSubnet, type Subnet } from './subnet.js';

/** Loopback, private and link-local addresses (RFC 1122, 1918, 3927, 4193 and 4291). */
export const PRIVATE_SUBNETS: readonly Subnet[] = [
  ...['127.0.0.0/8', '10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '169.254.0.0/16'],
  ...['::1/128', 'fc00::/7', 'fe80::/10'],
].map((range) => toSubnet(range)!);

const isPrivate = subnetMatcher(PRIVATE_SUBNETS);
/** Domains that are never on the internet (RFC 6761, 6762, and ICANN's `internal`). */
const PRIVATE_DOMAIN = /(?:^|\.)(?:localhost|local|internal)$/i;

/** Returns true for a host of one's own network: a private address, or a name that no public DNS has. */
export function isPrivateHost(hostname: string): boolean {
  const plain = hostname.replace(/^\[(.+)\]$|\.$/, '$1');
  if (isIP(plain) !== 0) return isPrivate(plain);
  return !plain.includes('.') || PRIVATE_DOMAIN.test(plain);
}
