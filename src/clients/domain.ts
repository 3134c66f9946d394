import { LIMITS } from '../platform/config/limits.js';
import { textRule } from '../platform/http/input/fields.js';

/** Prefixes that are ignored in a domain. */
const PREFIX = /^(https?:\/\/)?(www\.)?/i;

/**
 * Converts a domain to the form that domains are compared in (store-facing contract, authentication rule 2). It is in lower
 * case, without:
 * - spaces around it
 * - a prefix `http://` or `https://`
 * - one leading `www.`
 *
 * Nothing else is removed: a port, a path or a trailing slash is a mismatch.
 */
export function normalizeDomain(text: string): string {
  return text.trim().toLowerCase().replace(PREFIX, '');
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
  const [, ...prefixes] = PREFIX.exec(shown)!;
  const takenOff = prefixes.filter((prefix) => prefix !== undefined);
  const left = [
    ...(/:\d/.test(read) ? ['the port'] : []),
    ...(read.includes('/') ? ['the slash'] : []),
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
