const OF_THIS_MACHINE = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Returns true if an account may be called at another address than its courier's own: that of a stub. In production, only a
 * program on the same machine can be one.
 */
export function isAllowedBaseUrl(text: string, isProduction: boolean): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, search, hash } = new URL(text);
  const isPlain = ['http:', 'https:'].includes(protocol) && username + search + hash === '';
  return isPlain && (!isProduction || OF_THIS_MACHINE.has(hostname));
}
