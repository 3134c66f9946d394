import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { DatabaseConnection } from '../../ormconfig.js';
import type { DemoAccess } from '../../src/demo/demo-file.js';
import {
  connectionUrl,
  execute,
  givenDatabase,
  openTransaction,
} from '../support/database/database.js';
import { eventually } from '../support/eventually.js';
import { headersOf } from '../support/shop/given.js';
import { scratchFolder } from '../support/processes/scratch.js';
import { ServiceProcess } from '../support/processes/service-process.js';

const HOLD = 4_711;
const ADMIN_TOKEN = 'demo-operator-token-0123456789abcdef';

/** Makes an insert wait for a lock that the test holds. */
const HOLDING_FUNCTION = `CREATE FUNCTION hold() RETURNS trigger LANGUAGE plpgsql AS
  $$ BEGIN PERFORM pg_advisory_xact_lock(${HOLD}); RETURN NEW; END $$`;

describe('a start that is killed while it fills the database with the demo', () => {
  let folder: string;
  let connection: DatabaseConnection;
  let drop: () => Promise<void>;
  let env: Record<string, string>;
  beforeEach(async () => {
    folder = await scratchFolder();
    ({ connection, drop } = await givenDatabase());
    const DATABASE_URL = connectionUrl(connection);
    env = { DATABASE_URL, DEMO_DATA: 'true', ADMIN_API_TOKEN: ADMIN_TOKEN };
  });
  afterEach(async () => {
    await ServiceProcess.killAll();
    await drop();
    await rm(folder, { recursive: true, force: true });
  });

  const readDemo = async (): Promise<DemoAccess> =>
    JSON.parse(await readFile(join(folder, 'data/demo.json'), 'utf8')) as DemoAccess;

  /** Starts the service, and kills it when it is about to insert a row that satisfies a condition. */
  const killAt = async (table: string, condition: string): Promise<void> => {
    await execute(
      connection,
      HOLDING_FUNCTION,
      `CREATE TRIGGER hold BEFORE INSERT ON ${table} FOR EACH ROW WHEN (${condition}) EXECUTE FUNCTION hold()`,
    );
    const holder = await openTransaction(connection);
    await holder.query(`SELECT pg_advisory_xact_lock(${HOLD})`);
    const service = ServiceProcess.spawn(folder, env);
    await eventually(async () => {
      const { rows } = (await holder.query(
        `SELECT count(*)::integer AS waiting FROM pg_locks
          WHERE locktype = 'advisory' AND objid = ${HOLD} AND NOT granted`,
      )) as { rows: { waiting: number }[] };
      return rows[0]?.waiting === 1;
    });
    await service.end('SIGKILL');
    await holder.rollback();
    await execute(connection, `DROP TRIGGER hold ON ${table}`, 'DROP FUNCTION hold()');
  };

  /** Returns the statuses of all orders of the demo's clients, by store order id. */
  const orders = async (baseUrl: string): Promise<Record<string, string>> => {
    const { clients } = await readDemo();
    const found: [string, string][] = [];
    for (const { token, domain, subscription } of clients) {
      if (subscription === 'ended') continue;
      const answer = await fetch(`${baseUrl}/api/orders`, { headers: headersOf(token, domain) });
      const { data } = (await answer.json()) as {
        data: { store_order_id: string; status: string }[];
      };
      found.push(...data.map((order): [string, string] => [order.store_order_id, order.status]));
    }
    return Object.fromEntries(found.sort());
  };

  const FILLED = {
    'ASHA-2041': 'delivered',
    'ASHA-2042': 'shipped',
    'ASHA-2043': 'pending',
    'ASHA-2044': 'awaiting_payment',
    'KK-310': 'partially_shipped',
    'KK-311': 'cancelled',
    'KK-312': 'shipped',
    'KK-313': 'returned',
  };

  /** Returns the balances of the wallets and the kinds of the statement's entries, latest first. */
  const wallets = async (baseUrl: string): Promise<unknown[]> => {
    const ask = async <T>(path: string): Promise<T> => {
      const headers = { Authorization: `Bearer ${ADMIN_TOKEN}` };
      const answer = await fetch(`${baseUrl}/admin/${path}`, { headers });
      return ((await answer.json()) as { data: T }).data;
    };
    const clients = await ask<{ id: number; wallet_balance: number }[]>('clients');
    const proposals = await ask<{ status: string }[]>('adjustments');
    const statements = clients.map(async ({ id, wallet_balance: balance }) => {
      const entries = await ask<{ kind: string }[]>(`clients/${id}/wallet/entries`);
      return [balance, ...entries.map(({ kind }) => kind)];
    });
    return [...(await Promise.all(statements)), proposals.map(({ status }) => status)];
  };

  const MONEY = [
    [730, 'settle', 'settle', 'settle', 'receipt'],
    [3_388, 'payout', 'refund', 'settle', 'refund', 'settle', 'settle', 'receipt'],
    [142_500, 'payout', 'receipt', 'receipt'],
    ['proposed'],
  ];

  it.each([
    ['before anything is stored', 'clients', `NEW.name = 'Old Town Gifts'`],
    ['between two orders', 'orders', `NEW.store_order_id = 'ASHA-2043'`],
    ['between two entries that wait', 'approvals', `NEW.kind = 'reversal'`],
    ['between two steps of an order', 'ledger_journals', `NEW.key LIKE 'refund:%:return:1'`],
  ])('is made good by the next one, %s', async (_, table, condition) => {
    await killAt(table, condition);
    const service = await ServiceProcess.start(folder, env);
    expect(await orders(service.baseUrl)).toEqual(FILLED);
    expect(await wallets(service.baseUrl)).toEqual(MONEY);
    expect(await readDemo()).not.toHaveProperty('is_filling');
    expect(await service.end('SIGINT')).toBe(0);
    const again = await ServiceProcess.start(folder, env);
    expect(await orders(again.baseUrl)).toEqual(FILLED);
    expect(await wallets(again.baseUrl)).toEqual(MONEY);
    await again.end('SIGINT');
  });
});
