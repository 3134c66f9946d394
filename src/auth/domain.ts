import { LIMITS } from '../platform/config/limits.js';

/** Prefixes that are ignored in a domain. */
const PREFIX = /^(https?:\/\/)?(www\.)?/i;

/**
 * Returns the form in which domains are compared (store-facing contract, authentication rule 2): lower case, without
 * surrounding spaces, an `http://` or `https://` prefix and one leading `www.`. Nothing else is
 * removed: a port, a path or a trailing slash is a mismatch.
 */
export function normalizeDomain(text: string): string {
  return text.trim().toLowerCase().replace(PREFIX, '');
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
