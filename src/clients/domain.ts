import { LIMITS } from '../platform/config/limits.js';
import { textRule } from '../platform/http/input/fields.js';

/** Prefixes that are ignored in a domain. */
const PREFIX = /^(https?:\/\/)?(www\.)?/i;
/** A host, and what an address has behind it: a final dot, a port, and a path. */
const ADDRESS = /^([^/:?#]+?)(\.)?(:\d+)?([/?#].*)?$/s;
const DEFAULT_PORTS = [':80', ':443'];

/**
 * Converts a domain to the form that domains are compared in (store-facing contract, authentication rule 2). It is in lower
 * case, without:
 * - spaces around it
 * - a prefix `http://` or `https://`
 * - one leading `www.`
 * - what an address has behind its host: a final dot, the port 80 or 443, and a path
 *
 * Another port is a mismatch.
 */
export function normalizeDomain(text: string): string {
  return hostOf(text.trim().toLowerCase().replace(PREFIX, ''));
}

/** Removes what an address has behind its host. Domains that were registered by 1.4.0 may have a port 80 or 443. */
export function hostOf(text: string): string {
  const [, host, , port = ''] = ADDRESS.exec(text) ?? [];
  return host === undefined ? text : `${host}${DEFAULT_PORTS.includes(port) ? '' : port}`;
}

const LABEL = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;
const PORT_MAX = 65_535;

/** Rule of fields with the domain of a store, in any spelling that {@link normalizeDomain} makes equal. */
export const DOMAIN_RULE = textRule(
  'invalid_domain',
  'must be a host name such as shop.example, or xn--bcher-kva.example for bücher.example',
  isDomain,
);

/** Returns true if a text is a host name; a port may follow it. */
function isDomain(text: string): boolean {
  const [host = '', port = '1', ...rest] = normalizeDomain(text).split(':');
  const isPort = /^\d{1,5}$/.test(port) && Number(port) > 0 && Number(port) <= PORT_MAX;
  return rest.length === 0 && isPort && host.split('.').every((label) => LABEL.test(label));
}

/** Explains how a wrong domain was read: which parts were removed and which were kept. */
export function domainReading(received: string): string {
  const shown = received.trim().slice(0, LIMITS.domainLength);
  const read = normalizeDomain(shown);
  // The pattern matches every text.
  const [prefix, ...prefixes] = PREFIX.exec(shown)!;
  const [, , dot, port, path] = ADDRESS.exec(shown.slice(prefix.length)) ?? [];
  const isLeft = read.includes(':');
  const takenOff = [
    ...prefixes,
    dot && 'the final dot',
    isLeft ? undefined : port && `port ${port.slice(1)}`,
    path && 'what follows the host',
  ].filter((part) => part !== undefined);
  const left = [
    ...(isLeft ? ['the port'] : []),
    ...(read.startsWith('www.') ? ['the second www.'] : []),
  ];
  return [
    `X-Client-Domain was read as ${JSON.stringify(read)}`,
    ...(takenOff.length === 0 ? [] : [`${takenOff.join(' and ')} taken off`]),
    ...(left.length === 0
      ? []
      : [`${left.join(' and ')} left as ${left.length === 1 ? 'it was' : 'they were'}`]),
  ].join(', ');
}
