import type { WireAnswer, WireRequest } from './wire.js';

/** Fails unless caches and browsers must ask the service again for an answer of an API. */
export function expectNotKept(
  { method, path }: Pick<WireRequest, 'method' | 'path'>,
  { status, headers }: Pick<WireAnswer, 'status' | 'headers'>,
): void {
  const said = headers['cache-control'];
  if (!/^\/api\//i.test(path) || status >= 400) {
    // Files of the documentation may be kept.
    if (!/^\/(docs|llms|assets|sandbox|favicon|$)/.test(path) || status >= 400) {
      // Nest writes the header of events.
      const expected = path.endsWith('/changes') ? expect.stringContaining('no-store') : 'no-store';
      expect([method, path, status, said]).toEqual([method, path, status, expected]);
    }
  } else if (method === 'GET') {
    // Stores keep a response with its ETag, and ask each time.
    expect([path, ['no-store', 'private, no-cache'].includes(String(said))]).toEqual([path, true]);
  }
}
