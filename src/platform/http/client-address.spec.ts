import type { IncomingMessage } from 'node:http';
import { toSubnet, type Subnet } from '../config/subnet.js';
import { clientAddress, clientPlaces } from './client-address.js';

const PROXIES = ['10.0.0.0/8', '2001:db8::/32'].map((text) => toSubnet(text)!);

function addressOf(
  remoteAddress: string | undefined,
  forwarded?: string,
  trusted: Subnet[] = PROXIES,
): string {
  const request = { socket: { remoteAddress }, headers: { 'x-forwarded-for': forwarded } };
  return clientAddress(trusted)(request as unknown as IncomingMessage);
}

describe('the address of a caller', () => {
  it.each([
    ['a caller without a proxy', '203.0.113.7', undefined, '203.0.113.7'],
    ['a stranger who claims to be a proxy', '203.0.113.7', '198.51.100.1', '203.0.113.7'],
    ['a trusted proxy', '10.1.2.3', '203.0.113.7', '203.0.113.7'],
    ['two trusted proxies', '10.1.2.3', '203.0.113.7, 10.9.9.9', '203.0.113.7'],
    ['a made-up entry before the real one', '10.1.2.3', '1.1.1.1, 203.0.113.7', '203.0.113.7'],
    ['a proxy that names no address', '10.1.2.3', undefined, '10.1.2.3'],
    ['a proxy that names nonsense', '10.1.2.3', 'unknown', '10.1.2.3'],
    ['nonsense behind a trusted hop', '10.1.2.3', 'x, 10.4.4.4', '10.4.4.4'],
    ['a proxy that appends the port', '10.1.2.3', '203.0.113.7:4711', '203.0.113.7'],
    ['IPv6 with a port', '2001:db8::1', '[2001:DB9::7]:4711', '2001:db9::7'],
    ['IPv4 on an IPv6 socket', '::ffff:10.1.2.3', '203.0.113.7', '203.0.113.7'],
    ['a connection that is gone', undefined, '203.0.113.7', ''],
  ])('%s', (_, remote, forwarded, expected) => {
    expect(addressOf(remote, forwarded)).toBe(expected);
  });

  it('believes no header while no proxy is trusted', () => {
    expect(addressOf('10.1.2.3', '203.0.113.7', [])).toBe('10.1.2.3');
  });
});

describe('the country of a caller', () => {
  const countryOf = (remoteAddress: string, country?: string | string[]): string | null => {
    const request = { socket: { remoteAddress }, headers: { 'x-country': country } };
    return clientPlaces(PROXIES, 'x-country')(request as unknown as IncomingMessage).country;
  };

  it.each([
    ['a trusted proxy', '10.1.2.3', 'IN', 'IN'],
    ['a trusted proxy in lower case', '10.1.2.3', 'in', 'IN'],
    ['a stranger', '203.0.113.7', 'IN', null],
    ['a proxy that does not know it', '10.1.2.3', 'XX', null],
    ['a proxy that names no country', '10.1.2.3', undefined, null],
    ['a proxy that passes on what the caller sent as well', '10.1.2.3', ['DE', 'IN'], null],
    ['a proxy that names nonsense', '10.1.2.3', '<b>', null],
  ])('%s', (_, remote, country, expected) => {
    expect(countryOf(remote, country)).toBe(expected);
  });
});

describe('a range of addresses', () => {
  it.each([
    ['10.0.0.0/8', { address: '10.0.0.0', prefix: 8, family: 'ipv4' }],
    ['192.0.2.1', { address: '192.0.2.1', prefix: 32, family: 'ipv4' }],
    ['::1', { address: '::1', prefix: 128, family: 'ipv6' }],
    ['10.0.0.0/33', null],
    ['10.0.0.0/', null],
    ['10.0.0.0/8/8', null],
    ['proxy.example', null],
    ['', null],
  ])('%j', (text, expected) => {
    expect(toSubnet(text)).toEqual(expected);
  });
});
