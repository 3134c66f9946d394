import { createStoreClient, type Fetch, type StoreClient } from '../../typescript/src/index.js';
import { UsageError } from './errors.js';

/** Options of every command. The token is read from the environment only: other users see command lines. */
export interface Credentials {
  url?: string;
  domain?: string;
}

/**
 * Makes a client of the Store API.
 *
 * @throws UsageError where a setting is missing or malformed
 */
export function storeOf({ url, domain }: Credentials): StoreClient {
  const token = process.env.STORE_TOKEN;
  const missing = Object.entries({
    'STORE_URL or --url': url,
    'STORE_DOMAIN or --domain': domain,
    STORE_TOKEN: token,
  }).flatMap(([name, value]) => (value ? [] : [name]));
  if (missing.length > 0) {
    throw new UsageError(`set ${missing.join(', ')}: the dashboard shows them in “API access”`);
  }
  try {
    const access = { baseUrl: url ?? '', domain: domain ?? '', token: token ?? '' };
    return createStoreClient({ ...access, fetch: limited });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

const BODY_MAX = 64 * 1024 * 1024;

/** Fetches as Node does, and ends an answer that is larger than any of the service. */
const limited: Fetch = async (input, init) => {
  const response = await fetch(input, init);
  let bytes = 0;
  const counted = new TransformStream<Uint8Array, Uint8Array>({
    transform: (chunk, controller) => {
      bytes += chunk.byteLength;
      if (bytes <= BODY_MAX) controller.enqueue(chunk);
      else controller.error(new Error(`an answer has more than ${BODY_MAX} bytes`));
    },
  });
  return response.body === null
    ? response
    : new Response(response.body.pipeThrough(counted), response);
};
