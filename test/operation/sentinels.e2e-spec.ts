import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DatabaseConnection } from '../../ormconfig.js';
import { newToken } from '../../src/auth/tokens/token-format.js';
import { query, sqlOn } from '../faults/support/books.js';
import { ADMIN_TOKEN } from '../support/app.js';
import { runCommand } from '../support/processes/command-line.js';
import { connectionUrl, execute, givenDatabase, testServer } from '../support/database/database.js';
import { headersOf, orderBody } from '../support/shop/given.js';
import { scratchFolder } from '../support/processes/run.js';
import { ServiceProcess } from '../support/processes/service-process.js';

/** Data that only the customer, the store and the wholesaler may read. */
const CUSTOMER = {
  customer: { name: 'Sentinella Rao', phone: '+91 5550001112', email: 'sentinel@customer.example' },
  shipping: {
    address: 'Geheimweg 5',
    city: 'Sentinelpur',
    state: 'Sentinelnadu',
    pincode: 'ZQX 77W',
    country: 'Sentinelia',
  },
  notes: 'QUIET-NOTE',
};

const CUSTOMER_WORDS = [
  ...['Sentinella', '5550001112', 'sentinel@customer', 'Geheimweg', 'Sentinelpur'],
  ...['Sentinelnadu', 'ZQX 77W', 'Sentinelia', 'QUIET-NOTE'],
];
/** Other texts that a store sends and that logs do not need. */
const STORE_WORDS = ['SENTINEL-ORDER', 'SENTINEL-KEY'];

interface Answer {
  status: number;
  text: string;
  body: Record<string, unknown>;
}

// Every other level writes less of the same lines.
describe('tokens and customers’ data, at LOG_LEVEL=trace', () => {
  let connection: DatabaseConnection;
  let folder: string;
  let service: ServiceProcess;
  let env: Record<string, string>;
  const tokens: string[] = [];
  const refusals: Answer[] = [];
  const commands: string[] = [];
  let audit = '';

  beforeAll(async () => {
    ({ connection } = await givenDatabase());
    folder = await scratchFolder();
    const DATABASE_URL = connectionUrl(connection);
    env = { DATABASE_URL, ADMIN_API_TOKEN: ADMIN_TOKEN, LOG_LEVEL: 'trace' };
    service = await ServiceProcess.start(folder, env);
    await useEverything();
    await service.end('SIGTERM');
  });

  const ask = async (
    method: string,
    path: string,
    headers: Record<string, string> = {},
    body?: unknown,
  ): Promise<Answer> => {
    const response = await fetch(`${service.baseUrl}${path}`, {
      method,
      headers: { 'Content-Type': 'application/json', ...headers },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const received = `${JSON.stringify([...response.headers])}\n${text}`;
    const isJson = (response.headers.get('content-type') ?? '').includes('json');
    const parsed = isJson && text !== '' ? (JSON.parse(text) as Answer['body']) : {};
    const answer = { status: response.status, text: received, body: parsed };
    if (answer.status >= 400) refusals.push(answer);
    return answer;
  };
  /** Sends the request again as `Retry-After` says, for example on a busy machine. */
  const call: typeof ask = async (...asked) => {
    for (;;) {
      const answer = await ask(...asked);
      if (answer.status !== 503) return answer;
      await sleep(500);
    }
  };
  const admin = async (method: string, path: string, body?: object) =>
    (await call(method, `/admin/${path}`, { Authorization: `Bearer ${ADMIN_TOKEN}` }, body)).body
      .data as Record<string, unknown>;
  const order = (quantity: number, rest: object = {}) =>
    orderBody({ sku: 'A', quantity }, { ...CUSTOMER, ...rest });

  /** Makes a client and its tokens: one by the command line, one by the Admin API, and one by a rotation. */
  async function givenTokens(): Promise<Record<string, string>> {
    await admin('POST', 'plans', { code: 'basic', name: 'Basic' });
    const product = { sku: 'A', name: 'A', base_price: 10, delivery_charge: 0, stock_qty: 50 };
    await admin('POST', 'products', product);
    const cli = async (...args: string[]): Promise<string> => {
      const { stdout, stderr } = await runCommand(folder, args, env);
      commands.push(stderr);
      return stdout.trim();
    };
    const named = ['--name', 'Store', '--email', 'store@example.com', '--plan', 'basic'];
    const id = await cli('client:create', ...named);
    const made = await cli('token:create', '--client', id, '--domain', 'store.example');
    commands.push(await cli('token:revoke', '1'), await cli('token:revoke', 'Sentinella'));
    const issued = await admin('POST', `clients/${id}/tokens`, { domain: 'store.example' });
    const rotated = await admin('POST', `tokens/${String(issued.id)}/rotate`, {});
    tokens.push(made, String(issued.token), String(rotated.token), newToken());
    commands.push(JSON.stringify(await admin('GET', `clients/${id}/tokens`)));
    return headersOf(String(rotated.token), 'store.example');
  }

  /** Orders in order, through their whole life. */
  async function placeAndShip(headers: Record<string, string>): Promise<void> {
    const key = { ...headers, 'Idempotency-Key': 'SENTINEL-KEY-1' };
    const body = order(1, { store_order_id: 'SENTINEL-ORDER-1' });
    const placed = await call('POST', '/api/orders', key, body);
    expect(placed.status).toBe(201);
    expect((await call('POST', '/api/orders', key, body)).status).toBe(201);
    const number = String(placed.body.order_number);
    expect((await call('GET', `/api/orders/${number}/status`, headers)).status).toBe(200);
    await admin('POST', `orders/${number}/payments`, { method: 'bank', reference: 'UTR-1' });
    const shipment = { courier: 'C', tracking_number: 'T1', tracking_url: 'https://t.example/T1' };
    await admin('POST', `orders/${number}/shipments`, shipment);
    expect(await admin('POST', `orders/${number}/deliver`, {})).toMatchObject(CUSTOMER);
    const other = await call('POST', '/api/orders', headers, order(1));
    const cancelled = `orders/${String(other.body.order_number)}/cancel`;
    expect(await admin('POST', cancelled, { reason: 'changed mind' })).toMatchObject(CUSTOMER);
  }

  /** Requests that are refused because of their content, for any sender. */
  async function beRefused(headers: Record<string, string>): Promise<void> {
    const { customer, shipping } = CUSTOMER;
    const [, , , unknown = ''] = tokens;
    const path = `/api/products/Sentinella?token=${tokens[2]}`;
    const orders: [number, unknown, Record<string, string>?][] = [
      [409, order(1, { store_order_id: 'SENTINEL-ORDER-1' })],
      [422, order(51)],
      [422, order(1, { customer: { ...customer, phone: `${customer.phone}x` } })],
      [422, order(1, { customer: { ...customer, email: `${customer.email} ` + 'x y' } })],
      [422, order(1, { shipping: { ...shipping, pincode: 'ZQX 77W!' } })],
      [422, order(1, { notes: 'QUIET-NOTE\u0000' })],
      [422, JSON.stringify('Sentinella')],
      [422, order(2), { 'Idempotency-Key': 'SENTINEL-KEY-1' }],
      [400, `{"customer": Sentinella`],
      [413, order(1, { notes: 'QUIET-NOTE'.repeat(30_000) })],
      [415, 'x', { 'Content-Type': 'text/Sentinella' }],
    ];
    for (const [expected, body, more] of orders) {
      const { status } = await call('POST', '/api/orders', { ...headers, ...more }, body);
      expect(status).toBe(expected);
    }
    const reads: [number, string, Record<string, string>][] = [
      [404, path, headers],
      [404, '/api/orders/Sentinella/status', headers],
      [404, '/Sentinella/5550001112', headers],
      [401, '/api/products', headersOf(unknown, 'store.example')],
      [401, '/api/products', headersOf(tokens[0] ?? '', 'store.example')],
      [403, '/api/products', { Authorization: headers.Authorization ?? '' }],
      [401, '/admin/plans', headers],
      [404, '/admin/orders/Sentinella', { Authorization: `Bearer ${ADMIN_TOKEN}` }],
    ];
    for (const [expected, read, as] of reads) {
      expect([read, (await call('GET', read, as)).status]).toEqual([read, expected]);
    }
    await garbage(`Sentinella ${tokens[2]} HELLO\r\n\r\n`);
    const long = 'Sentinella'.repeat(3_000);
    await garbage(`GET /api/products HTTP/1.1\r\nAuthorization: ${long}\r\n\r\n`);
  }

  async function garbage(bytes: string): Promise<void> {
    const { port, hostname } = new URL(service.baseUrl);
    const socket = connect(Number(port), hostname);
    let text = '';
    socket.on('data', (data: Buffer) => (text += data.toString()));
    socket.write(bytes);
    await once(socket, 'close');
    expect(text).toMatch(/^HTTP\/1.1 4/);
    refusals.push({ status: 400, text, body: {} });
  }

  /** Faults inside the service: a row that PostgreSQL quotes, a missing table, an unavailable database. */
  async function failInside(headers: Record<string, string>): Promise<void> {
    const status = async () => (await call('POST', '/api/orders', headers, order(1))).status;
    const broken = "ADD CONSTRAINT broken CHECK (customer_name = '') NOT VALID";
    await execute(connection, `ALTER TABLE orders ${broken}`);
    expect(await status()).toBe(500);
    await execute(connection, 'ALTER TABLE orders DROP CONSTRAINT broken');
    await execute(connection, 'ALTER TABLE orders RENAME TO elsewhere');
    expect(await status()).toBe(500);
    await execute(connection, 'ALTER TABLE elsewhere RENAME TO orders');

    const server = testServer();
    const [{ name } = { name: '' }] = await sqlOn(connection)<{ name: string }>`
      SELECT current_database() AS name`;
    const cut = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`;
    await execute(server, `ALTER DATABASE ${name} ALLOW_CONNECTIONS false`, cut);
    expect((await ask('POST', '/api/orders', headers, order(1))).status).toBe(503);
    commands.push((await runCommand(folder, ['token:revoke', '2'], env)).stderr);
    await execute(server, `ALTER DATABASE ${name} ALLOW_CONNECTIONS true`);
    expect(await status()).toBe(201);
  }

  async function useEverything(): Promise<void> {
    const headers = await givenTokens();
    await placeAndShip(headers);
    await beRefused(headers);
    await failInside(headers);
    const paths = ['/metrics', '/docs-json', '/docs/admin-json', '/health/ready'];
    const pages = await Promise.all(paths.map((path) => call('GET', path)));
    expect(pages.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    commands.push(...pages.map(({ text }) => text));
    audit = JSON.stringify(await admin('GET', 'audit?limit=500'));
  }

  const expectNone = (text: string, words: readonly string[]): void => {
    expect(words.filter((word) => text.includes(word))).toEqual([]);
  };
  const secrets = (): string[] => [...tokens, ADMIN_TOKEN];

  it('are in no line of the log, after any request and any failure', () => {
    expect(service.output).toContain('"status":201');
    expect(service.output).toContain('"status":503');
    expect(service.output).toContain('"constraint":"broken"');
    expectNone(service.output, [...secrets(), ...CUSTOMER_WORDS, ...STORE_WORDS]);
  });

  it('are in no error response', () => {
    expect(new Set(refusals.map(({ status }) => status))).toEqual(
      new Set([400, 401, 403, 404, 409, 413, 415, 422, 500, 503]),
    );
    expectNone(refusals.map(({ text }) => text).join('\n'), [...secrets(), ...CUSTOMER_WORDS]);
  });

  it('are in no metric, no document and no output of the command line', () => {
    expectNone(commands.join('\n'), [...secrets(), ...CUSTOMER_WORDS, ...STORE_WORDS]);
  });

  it('are in no entry of the audit log', () => {
    expect(audit).toContain('token.created');
    expect(audit).toContain('order.cancelled');
    expectNone(audit, [...secrets(), ...CUSTOMER_WORDS]);
  });

  it('are stored where they belong: customers’ data with the orders, tokens nowhere', async () => {
    const tables = await sqlOn(connection)<{ name: string }>`
      SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public'`;
    const holders: string[] = [];
    for (const { name } of tables) {
      const all = `SELECT t::text AS text FROM ${name} t`;
      const rows = await query<{ text: string }>(connection, all);
      const stored = rows.map(({ text }) => text).join('\n');
      expectNone(stored, secrets());
      const hashed = tokens.map((token) => Buffer.from(token).toString('hex'));
      expectNone(stored, hashed);
      if (CUSTOMER_WORDS.some((word) => stored.includes(word))) holders.push(name);
    }
    expect(holders.toSorted()).toEqual(['order_search_words', 'orders']);
  });
});
