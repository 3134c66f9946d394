import { jest } from '@jest/globals';
import { createStoreClient, type StoreClient } from '../../../clients/typescript/src/index.js';
import type { Database } from '../../../clients/wso/src/database/database.js';
import { openDatabase } from '../../../clients/wso/src/database/open-database.js';
import { mirror } from '../../../clients/wso/src/mirror/mirror.js';
import { EVERYTHING } from '../../../clients/wso/src/mirror/sync-state.js';
import { verify } from '../../../clients/wso/src/mirror/verify.js';
import { TestApp } from '../app.js';
import {
  givenMariaDb,
  givenPostgres,
  HAS_MARIADB,
  type MerchantDatabase,
} from '../database/merchant-database.js';
import { expectMirrored } from '../documents/mirrored.js';
import { atEndOfSuite } from '../native/end-of-suite.js';
import { ofKit } from '../native/gate.js';
import { givenShop } from '../shop/shop.js';
import { FlakyProxy } from '../processes/flaky-proxy.js';
import { scratchFolder } from '../processes/run.js';
import { WsoProgram } from './wso-program.js';
import { storeEnv } from '../shop/given.js';

/** Kind of a merchant's database. */
export type Kind = 'PostgreSQL' | 'MariaDB';

export const KINDS = ofKit<Kind>(['PostgreSQL', 'MariaDB']);

/** Kinds whose servers are installed. */
export const INSTALLED = KINDS.filter((kind) => kind === 'PostgreSQL' || HAS_MARIADB);

/** Makes a service, a store with `wso` behind a network that can fail, and its empty databases. */
export async function givenMirrorStage() {
  const app = await TestApp.start({ RATE_LIMIT_PER_MINUTE: '0', ORDER_RATE_LIMIT_PER_MINUTE: '0' });
  const shop = await givenShop(app);
  const folder = await scratchFolder();
  const proxy = await FlakyProxy.before(app.baseUrl);
  const wso = await WsoProgram.download(folder, storeEnv(proxy.baseUrl, shop.client));
  const databases = {} as Record<Kind, MerchantDatabase>;
  if (INSTALLED.includes('PostgreSQL')) databases.PostgreSQL = await givenPostgres();
  if (INSTALLED.includes('MariaDB')) databases.MariaDB = await givenMariaDb(folder);
  const log = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
  atEndOfSuite(() => log.mockRestore());
  /** Runs a command's code in the process of the tests. */
  const here = async <T>(kind: Kind, work: (store: StoreClient, to: Database) => Promise<T>) => {
    const opened = await openDatabase(databases[kind].url);
    try {
      return await work(createStoreClient({ baseUrl: proxy.baseUrl, ...shop.client }), opened);
    } finally {
      await opened.close();
    }
  };
  const once = { selection: EVERYTHING, isOnce: true, everySeconds: null };
  const parts = { app, shop, folder, proxy, wso, databases };
  return {
    ...parts,
    /** Mirrors until everything is up to date. */
    mirror: (kind: Kind) => here(kind, (store, opened) => mirror(store, opened, once)),
    verify: (kind: Kind) => here(kind, verify),
    /** Fails unless the tables are equal to the service, and `verify` says so. */
    expectEqual: async (kind: Kind) => {
      await expectMirrored(shop, databases[kind]);
      expect(await here(kind, verify)).toMatchObject([{ different: [] }, { different: [] }]);
    },
    /** Tells if a command in the process of the tests has logged a text. */
    hasSaid: (text: string) => log.mock.calls.some(([line]) => String(line).includes(text)),
  };
}
