import { isOfType, type Fetch } from './retrying-fetch.js';

/** The ETag of a response, and its body as text. */
export interface CachedAnswer {
  etag: string;
  body: string;
}

/** The cursor of a feed, in a URL. */
const FEED_CURSOR = /(?<=\/api\/(?:changes|orders)\?(?:.*&)?(?:since|cursor)=)[^&]*/;

/**
 * A store of responses by URL, that of a feed without its cursor: a Map, an LRU cache, a database. Use one per client, because prices
 * differ by client.
 */
export interface EtagCache {
  get(url: string): CachedAnswer | undefined | Promise<CachedAnswer | undefined>;
  set(url: string, answer: CachedAnswer): unknown;
}

/** Wraps fetch: sends If-None-Match for cached URLs and turns a 304 into the cached response. */
export function withEtags(fetch: Fetch, cache: EtagCache): Fetch {
  return async (input, init = {}) => {
    if (init.method !== 'GET' || typeof input !== 'string') return fetch(input, init);
    // Each cursor is a new URL. A tag is a hash of the content, so pages of a feed can share an entry.
    const key = input.replace(FEED_CURSOR, '');
    const known = await cache.get(key);
    const headers = new Headers(init.headers);
    if (known !== undefined) headers.set('If-None-Match', known.etag);
    const response = await fetch(input, { ...init, headers });
    if (response.status === 304 && known !== undefined) return answered(known.body, response);
    const etag = response.headers.get('etag');
    // A cache holds texts: a PDF is transferred each time.
    if (response.status !== 200 || etag === null || !isOfType(response, 'json')) return response;
    const body = await response.text();
    await cache.set(key, { etag, body });
    return answered(body, response);
  };
}

function answered(body: string, { headers }: Response): Response {
  const copied = new Headers(headers);
  // A 304 has no Content-Type.
  copied.set('Content-Type', 'application/json');
  return new Response(body, { status: 200, headers: copied });
}
