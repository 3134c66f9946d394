import { TestApp } from '../app.js';
import {
  givenMariaDb,
  givenPostgres,
  HAS_MARIADB,
  type MerchantDatabase,
} from '../database/merchant-database.js';
import { atEndOfSuite } from '../native/end-of-suite.js';
import { givenShop } from '../shop/shop.js';
import { FlakyProxy } from './flaky-proxy.js';
import { scratchFolder } from './run.js';
import { WsoProgram } from './wso-program.js';

export const KINDS = ['PostgreSQL', 'MariaDB'] as const;

/** Kind of a merchant's database. */
export type Kind = (typeof KINDS)[number];

/** Kinds whose servers are installed. */
export const INSTALLED = KINDS.filter((kind) => kind === 'PostgreSQL' || HAS_MARIADB);

/** Makes a service, a store with `wso` behind a network that can fail, and its empty databases. */
export async function givenMirrorStage() {
  const app = await TestApp.start({ RATE_LIMIT_PER_MINUTE: '0', ORDER_RATE_LIMIT_PER_MINUTE: '0' });
  const shop = await givenShop(app);
  const folder = await scratchFolder();
  const proxy = await FlakyProxy.before(app.baseUrl);
  const { token, domain } = shop.client;
  const wso = await WsoProgram.download(folder, {
    STORE_URL: proxy.baseUrl,
    STORE_TOKEN: token,
    STORE_DOMAIN: domain,
  });
  const databases = { PostgreSQL: await givenPostgres() } as Record<Kind, MerchantDatabase>;
  if (HAS_MARIADB) databases.MariaDB = await givenMariaDb(folder);
  atEndOfSuite(() => wso.killAll());
  return { app, shop, folder, proxy, wso, databases };
}
