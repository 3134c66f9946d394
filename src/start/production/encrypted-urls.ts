import { subnetMatcher, toSubnet } from '../../platform/config/subnet.js';
import { serverUrls } from '../../platform/database/connection/database-url.js';

const isLoopback = subnetMatcher(['127.0.0.0/8', '::1'].flatMap((range) => toSubnet(range) ?? []));

/** Returns true if a host of a URL is this machine. */
export function isLocalHost(host: string): boolean {
  const plain = host.replace(/^\[(.+)\]$/, '$1').toLowerCase();
  return plain === 'localhost' || isLoopback(plain);
}

/** Returns true if each server of a database URL is this machine or is reached by TLS that verifies it. */
export function isLocalOrEncryptedDatabase(url: string): boolean {
  return serverUrls(url).every((server) => {
    // Without a host, the server is that of a socket or this machine's.
    const { hostname, searchParams } = new URL(
      server.replace('@/', '@localhost/').replace(':///', '://localhost/'),
    );
    const host = decodeURIComponent(searchParams.get('host') ?? hostname);
    return host.startsWith('/') || isLocalHost(host) || isVerified(searchParams);
  });
}

/**
 * Returns true if pg verifies the server with every `sslmode` of the URL. With other modes it accepts any server or uses no
 * TLS.
 */
function isVerified(parameters: URLSearchParams): boolean {
  const isCompatible = parameters.getAll('uselibpqcompat').includes('true');
  const verifying = ['verify-ca', 'verify-full', ...(isCompatible ? [] : ['prefer', 'require'])];
  const modes = parameters.getAll('sslmode');
  const flags = parameters.getAll('ssl');
  return modes.length > 0
    ? modes.every((mode) => verifying.includes(mode))
    : flags.length > 0 && flags.every((flag) => ['true', '1'].includes(flag));
}
