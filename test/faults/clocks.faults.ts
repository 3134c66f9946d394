import { fileURLToPath } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DatabaseConnection } from '../../ormconfig.js';
import { execute } from '../support/database/database.js';
import { headersOf, orderBody } from '../support/shop/given.js';
import { BUSY_TABLES, expectInvariants, query, sqlOn } from './support/books.js';
import { Figures } from './support/figures.js';
import { send } from './support/http.js';
import { size } from './support/run.js';
import { operate } from './support/shop.js';
import { Instance, stagedDatabase } from './support/stage.js';

const MINUTE_MS = 60_000;
const HALF_AN_HOUR_MS = 30 * MINUTE_MS;
/** Random columns, also columns with the current time to the microsecond, or with a hash of such values. */
const RANDOM_COLUMNS = /"(token_hash|last4|request_id|sha256|prev_sha256)":\s*"[^"]*"/g;
const figures = new Figures('clocks and zones');

interface Day {
  /** The responses that callers received. */
  seen: string[];
  rows: string[];
  /** By how much the service's log was off. */
  clockMinutes: number;
}

/** Masks order numbers and writes times of today as minutes from now, so that the text is the same in every run. */
function normalized(text: string): string {
  return text
    .replace(/WO-[0-9A-Z]{10}/g, 'WO-#')
    .replace(RANDOM_COLUMNS, '"$1":"#"')
    .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)/g, (time) => {
      const minutes = Math.round((Date.parse(time) - Date.now()) / (10 * MINUTE_MS)) * 10;
      const zone = time.endsWith('Z') ? 'Z' : 'offset';
      return Math.abs(minutes) < 24 * 60 ? `now ${minutes} min ${zone}` : time;
    });
}

/** Tables that reveal the order of transactions, which other programs also have, and tables that jobs write at any time. */
const NOT_COMPARED = [
  ...BUSY_TABLES,
  ...['schema_migrations', 'schema_functions', 'ledger_seals', 'ledger_seal_state', 'job_runs'],
];

/** Action of the entries that a job writes at its own time, which also shifts the ids of other entries. */
const WITNESSED = 'chain.witnessed';

async function rowsOf(connection: DatabaseConnection): Promise<string[]> {
  const tables = await sqlOn(connection)<{ name: string }>`SELECT tablename AS name FROM pg_tables
    WHERE schemaname = 'public' AND tablename <> ALL (${NOT_COMPARED}) ORDER BY 1`;
  const rows: string[] = [];
  for (const { name } of tables) {
    const found = await query<{ row: string }>(
      connection,
      `SELECT (to_jsonb(t) - 'changed_xid' - CASE WHEN $1 = 'audit_entries' THEN 'id' ELSE '' END)::text AS row
        FROM ${name} t, set_config('TimeZone', 'UTC', false) WHERE to_jsonb(t) ->> 'action' IS DISTINCT FROM $2 ORDER BY 1`,
      [name, WITNESSED],
    );
    rows.push(...found.map(({ row }) => normalized(`${name} ${row}`)).sort());
  }
  return rows;
}

/** Plays a day of a shop: what callers receive and what is stored. The instance is restarted in the middle. */
async function dayOf(connection: DatabaseConnection, env: Record<string, string>): Promise<Day> {
  // All databases are copies of one with this row, which was made minutes ago.
  await execute(connection, 'UPDATE bank_accounts SET created_at = now()');
  const service = await Instance.start(connection, {
    ...env,
    PUBLIC_URL: 'http://orders.example',
    UNPAID_ORDER_TTL_HOURS: '1',
    LOG_LEVEL: 'info',
  });
  const { baseUrl } = service;
  const seen: string[] = [];
  const tell = (what: string, told: unknown): void => {
    seen.push(normalized(`${what}: ${JSON.stringify(told)}`));
  };
  const soon = (ms: number): string => new Date(Date.now() + ms).toISOString();
  const clientOf = async (
    name: string,
    subscription: Record<string, unknown>,
    expiresAt: string | null = null,
  ): Promise<Record<string, string>> => {
    const email = `${name}@example.com`;
    const { id } = await operate(baseUrl, 'POST', 'clients', { name, email });
    const body = { plan: 'plan', status: 'active', ...subscription };
    tell(name, await operate(baseUrl, 'PUT', `clients/${Number(id)}/subscription`, body));
    const domain = `${name}.example`;
    const tokens = `clients/${Number(id)}/tokens`;
    const { id: tokenId, token: text } = await operate(baseUrl, 'POST', tokens, { domain });
    // By SQL: the service issues no token that has expired.
    const sql = sqlOn(connection);
    if (expiresAt !== null) {
      await sql`UPDATE api_tokens SET expires_at = ${expiresAt} WHERE id = ${tokenId}`;
    }
    return headersOf(String(text), domain);
  };

  await operate(baseUrl, 'POST', 'plans', { code: 'plan', name: 'Plan', discount_percent: 2.5 });
  await operate(baseUrl, 'POST', 'products', {
    sku: 'MUG',
    name: 'Mug',
    base_price: 199.99,
    delivery_charge: 10,
    stock_qty: 100,
  });
  const headers = await clientOf('open', {
    starts_at: '2026-01-01T00:30:00+05:30',
    ends_at: '2099-03-29T02:30:00-03:30',
  });
  const visitors = {
    'ended half an hour ago': await clientOf('ended', {
      starts_at: '2026-01-01T00:00:00Z',
      ends_at: soon(-HALF_AN_HOUR_MS),
    }),
    'begins in half an hour': await clientOf('early', { starts_at: soon(HALF_AN_HOUR_MS) }),
    'ends in half an hour': await clientOf('ending', { ends_at: soon(HALF_AN_HOUR_MS) }),
    'token expired half an hour ago': await clientOf('expired', {}, soon(-HALF_AN_HOUR_MS)),
    'token expires in half an hour': await clientOf('expiring', {}, soon(HALF_AN_HOUR_MS)),
  };
  for (const [who, theirs] of Object.entries(visitors)) {
    const { status, body } = await send(`${baseUrl}/api/products`, { headers: theirs });
    tell(`a client who ${who}`, [status, body.code ?? body.total]);
  }

  const place = (id: string, key: string) =>
    send(`${baseUrl}/api/orders`, {
      method: 'POST',
      headers: { ...headers, 'Idempotency-Key': key },
      body: orderBody([{ sku: 'MUG', quantity: 3 }], { store_order_id: id }),
    });
  const shipped = await place('SHIPPED', 'one');
  tell('placed', [shipped.status, shipped.body]);
  const number = String(shipped.body.order_number);
  await operate(baseUrl, 'POST', `orders/${number}/payments`, { method: 'cash', reference: 'R1' });
  await operate(baseUrl, 'POST', `orders/${number}/shipments`, {
    courier: 'BlueLine',
    tracking_number: 'BL1',
    tracking_url: 'https://track.example.com/BL1',
    shipped_at: '2026-03-29T02:30:00+05:30',
  });
  tell('unpaid', (await place('UNPAID', 'two')).body);
  await service.process.end('SIGINT');
  await service.restart();
  // The new process looks for unpaid orders at once.
  await sleep(500);
  const again = [await place('UNPAID', 'two'), await place('UNPAID', 'three')];
  tell(
    'repeated',
    again.map(({ status }) => status),
  );
  const orders = ['orders/SHIPPED/status', 'orders/UNPAID/status'];
  for (const path of ['products', 'products/MUG', 'products/MUG/stock', ...orders]) {
    tell(path, (await send(`${baseUrl}/api/${path}`, { headers })).body);
  }
  const audit = (await operate(baseUrl, 'GET', 'audit?limit=100')) as unknown as {
    action: string;
  }[];
  tell(
    'audit',
    audit.filter(({ action }) => action !== WITNESSED).map((entry) => ({ ...entry, id: null })),
  );
  await service.process.end('SIGINT');
  await expectInvariants(connection);
  const { time } = JSON.parse(service.lines[0] ?? '') as { time: string };
  const clockMinutes = Math.round((Date.parse(time) - Date.now()) / (10 * MINUTE_MS)) * 10;
  return { seen, rows: await rowsOf(connection), clockMinutes };
}

describe('the same day in another place or by a wrong clock', () => {
  const SHIFTED = fileURLToPath(new URL('./support/shifted-clock.js', import.meta.url));
  const clock = (minutes: number): Record<string, string> => ({
    NODE_OPTIONS: `--import=${SHIFTED}`,
    CLOCK_SHIFT_MS: String(minutes * MINUTE_MS),
  });
  let reference: Day;

  it('is what it has to be', async () => {
    reference = await dayOf(await stagedDatabase(), { TZ: 'UTC' });
    expect(reference.seen.filter((line) => line.startsWith('a client'))).toEqual([
      'a client who ended half an hour ago: [403,"subscription_inactive"]',
      'a client who begins in half an hour: [403,"subscription_inactive"]',
      'a client who ends in half an hour: [200,1]',
      'a client who token expired half an hour ago: [401,"token_invalid"]',
      'a client who token expires in half an hour: [200,1]',
    ]);
    const told = reference.seen.join('\n');
    expect(told).toContain('repeated: [201,409]');
    expect(told).toContain('"shipped_at":"2026-03-28T21:00:00.000Z"');
    expect(told).toMatch(/orders\/UNPAID\/status:.*"status":"awaiting_payment"/);
    expect(told).not.toContain('offset');
  });

  const places: [string, Record<string, string>, string, number][] = [
    ['Kolkata, an hour ahead', { TZ: 'Asia/Kolkata', ...clock(60) }, 'America/St_Johns', 60],
    ['Kolkata', { TZ: 'Asia/Kolkata' }, 'America/St_Johns', 0],
    ["St. John's", { TZ: 'America/St_Johns' }, 'Pacific/Chatham', 0],
    ['Chatham Islands', { TZ: 'Pacific/Chatham' }, 'Asia/Kolkata', 0],
    ['a clock an hour ahead', { TZ: 'UTC', ...clock(60) }, 'UTC', 60],
    ['a clock an hour behind', { TZ: 'UTC', ...clock(-60) }, 'UTC', -60],
  ];
  it.each(places.slice(0, size(places.length, 1)))(
    '%s: the same rows and the same output',
    async (name, env, databaseZone, minutes) => {
      const connection = await stagedDatabase();
      const [row] = await query<{ name: string }>(connection, 'SELECT current_database() AS name');
      await execute(connection, `ALTER DATABASE ${row?.name} SET timezone = '${databaseZone}'`);
      const { seen, rows, clockMinutes } = await dayOf(connection, env);
      // Rounded, it may be -0.
      expect(clockMinutes).toBeCloseTo(minutes);
      expect(seen).toEqual(reference.seen);
      expect(rows).toEqual(reference.rows);
      figures.keep(`${name}: answers and rows, all the same`, seen.length + rows.length);
    },
  );
});
