import { BlockList, isIP } from 'node:net';

/** A range of IP addresses, such as `10.0.0.0/8`. */
export interface Subnet {
  readonly address: string;
  readonly prefix: number;
  readonly family: 'ipv4' | 'ipv6';
}

/** Parses a range such as `10.0.0.0/8` or `::1`; null for any other text. */
export function toSubnet(text: string): Subnet | null {
  const [address = '', prefixText, ...rest] = text.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return null;
  const longest = version === 4 ? 32 : 128;
  const prefix = prefixText === undefined ? longest : Number(prefixText);
  const isPrefix = prefixText === undefined || /^\d{1,3}$/.test(prefixText);
  if (!isPrefix || prefix > longest) return null;
  return { address, prefix, family: version === 4 ? 'ipv4' : 'ipv6' };
}

/** Makes a predicate for the addresses in some ranges. */
export function subnetMatcher(subnets: readonly Subnet[]): (address: string) => boolean {
  if (subnets.length === 0) return () => false;
  const list = new BlockList();
  for (const { address, prefix, family } of subnets) list.addSubnet(address, prefix, family);
  return (address) => list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}
