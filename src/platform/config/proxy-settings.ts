import { isIP } from 'node:net';
import { toSubnet, type Subnet } from './subnet.js';
import { refuse, SettingsError, text, type Environment } from './variables.js';

const CIDR = 'IP addresses or CIDR ranges separated by commas';

/** Reads the addresses and networks of TRUST_PROXY. @throws SettingsError */
export function trustedProxies(env: Environment): Subnet[] {
  const value = text(env, 'TRUST_PROXY');
  if (value === null) return [];
  return value.split(',').map((part) => {
    const subnet = toSubnet(part.trim());
    const isProxy = subnet !== null && subnet.prefix > 0;
    const form = subnet === null ? CIDR : `${CIDR}: with /0 every caller could choose its address`;
    return isProxy ? subnet : refuse('TRUST_PROXY', JSON.stringify(value), form);
  });
}

/** Reads the address that both ports listen on; null: all of this machine. @throws SettingsError */
export function listenAddress(env: Environment): string | null {
  const value = text(env, 'LISTEN_ADDRESS');
  return value === null || isIP(value) !== 0
    ? value
    : refuse('LISTEN_ADDRESS', JSON.stringify(value), 'an IP address, such as 127.0.0.1');
}

/** Reads the further hosts of the pages, in lower case. @throws SettingsError */
export function allowedHosts(env: Environment): string[] {
  const value = text(env, 'ALLOWED_HOSTS');
  if (value === null) return [];
  if (text(env, 'PUBLIC_URL') === null) {
    throw new SettingsError(
      'PUBLIC_URL is not set: with ALLOWED_HOSTS, expected the address of the pages',
    );
  }
  return value.split(',').map((part) => {
    const host = part.trim().toLowerCase();
    return /^[a-z\d_-]+(\.[a-z\d_-]+)*$/.test(host)
      ? host
      : refuse(
          'ALLOWED_HOSTS',
          JSON.stringify(value),
          'host names without a port, separated by commas',
        );
  });
}

/** Reads the name of the header that a trusted proxy writes the country into. @throws SettingsError */
export function countryHeader(env: Environment): string | null {
  const value = text(env, 'COUNTRY_HEADER');
  if (value === null) return null;
  if (!/^[\w-]{1,60}$/.test(value)) {
    refuse('COUNTRY_HEADER', JSON.stringify(value), 'the name of a header, such as CF-IPCountry');
  }
  if (text(env, 'TRUST_PROXY') === null) {
    throw new SettingsError(
      'TRUST_PROXY is not set: with COUNTRY_HEADER, expected the address of the proxy that sends it',
    );
  }
  return value.toLowerCase();
}
