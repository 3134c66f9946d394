import { toSubnet, type Subnet } from './subnet.js';
import { refuse, SettingsError, text, type Environment } from './variables.js';

/** Reads the addresses and networks of TRUST_PROXY. @throws SettingsError */
export function trustedProxies(env: Environment): Subnet[] {
  const value = text(env, 'TRUST_PROXY');
  if (value === null) return [];
  return value.split(',').map((part) => {
    const subnet = toSubnet(part.trim());
    return (
      subnet ??
      refuse(
        'TRUST_PROXY',
        JSON.stringify(value),
        'IP addresses or CIDR ranges separated by commas',
      )
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
