import { isIPv6 } from 'node:net';

/**
 * Computes the network that an IP address is counted by. For IPv6 this is its /64, which belongs to one household or server.
 * - also accepts a socket's notation of IPv4: `::ffff:203.0.113.7`
 */
export function networkOf(ip: string): string {
  if (!isIPv6(ip) || ip.includes('.')) return ip;
  const [head = '', tail = ''] = ip.split('%')[0]!.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === '' ? [] : tail.split(':');
  const zeros = ip.includes('::') ? Array<string>(8 - left.length - right.length).fill('0') : [];
  const network = [...left, ...zeros, ...right].slice(0, 4);
  return `${network.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}
