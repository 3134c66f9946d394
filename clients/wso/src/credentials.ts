import { createStoreClient, type StoreClient } from '../../typescript/src/index.js';
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
    return createStoreClient({ baseUrl: url ?? '', domain: domain ?? '', token: token ?? '' });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}
