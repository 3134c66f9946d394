import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ADMIN_TOKEN } from '../support/app.js';
import { connectionUrl, execute, givenDatabase } from '../support/database/database.js';
import { useCourierKeys } from '../support/couriers/shiprocket/use-keys.js';
import { eventually } from '../support/eventually.js';
import { headersOf, orderBody } from '../support/shop/given.js';
import { scratchFolder } from '../support/processes/run.js';
import { ServiceProcess } from '../support/processes/service-process.js';

/** Words that must not be in any log line, for any outcome of their requests. */
const SECRETS = ['Sentinella', '5550001112', 'sentinel@example.com', 'Geheimweg', 'QUIET-NOTE'];

const CUSTOMER = {
  customer: { name: 'Sentinella Rao', phone: '+91 5550001112', email: 'sentinel@example.com' },
  shipping: { address: 'Geheimweg 5', city: 'Pune', state: 'MH', pincode: '411004' },
  notes: 'QUIET-NOTE',
};

const { connection } = await givenDatabase();
const folder = await scratchFolder();
const service = await ServiceProcess.start(folder, {
  DATABASE_URL: connectionUrl(connection),
  ADMIN_API_TOKEN: ADMIN_TOKEN,
  LOG_LEVEL: 'trace',
  SECRETS_KEY: Buffer.alloc(32, 7).toString('base64'),
  // Node writes there which modules it has loaded.
  NODE_V8_COVERAGE: join(folder, 'coverage'),
});

const call = async (
  method: string,
  path: string,
  headers: Record<string, string>,
  body?: unknown,
): Promise<{ status: number; id: string; data: Record<string, unknown> }> => {
  const response = await fetch(`${service.baseUrl}${path}`, {
    method,
    headers: { ...headers, 'Content-Type': 'application/json' },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const answer = (await response.json()) as { data?: Record<string, unknown> };
  const id = response.headers.get('x-request-id') ?? '';
  return { status: response.status, id, data: answer.data ?? {} };
};
const admin = (method: string, path: string, body?: object) =>
  call(method, `/admin/${path}`, { Authorization: `Bearer ${ADMIN_TOKEN}` }, body);

describe('the log', () => {
  it('has one line per request with ids, route, status and time, and no secrets', async () => {
    await admin('POST', 'plans', { code: 'basic', name: 'Basic' });
    const client = await admin('POST', 'clients', { name: 'Store', email: 'store@example.com' });
    const clientId = Number(client.data.id);
    await admin('PUT', `clients/${clientId}/subscription`, { plan: 'basic', status: 'active' });
    const token = await admin('POST', `clients/${clientId}/tokens`, { domain: 'store.example' });
    const product = { sku: 'A', name: 'A', base_price: 10, delivery_charge: 0, stock_qty: 5 };
    await admin('POST', 'products', product);
    const headers = headersOf(String(token.data.token), 'store.example');
    const place = (body: unknown) => call('POST', '/api/orders', headers, body);
    const order = orderBody({ sku: 'A', quantity: 1 }, CUSTOMER);

    const placed = await place(order);
    expect(placed.status).toBe(201);
    const refusals = [
      await place(orderBody({ sku: 'A', quantity: 9 }, CUSTOMER)),
      await place(JSON.stringify(CUSTOMER).slice(0, -2)),
      await call('GET', `/api/products/Sentinella/${SECRETS[1]}`, headers),
      await call('GET', '/api/products', { ...headers, 'X-Client-Domain': 'Sentinella.example' }),
    ];
    expect(refusals.map(({ status }) => status)).toEqual([422, 400, 404, 403]);

    // Two failures inside: one that PostgreSQL quotes the row of, one without the table it needs.
    const constraint = "CONSTRAINT broken CHECK (customer_name = '')  NOT VALID";
    await execute(connection, `ALTER TABLE orders ADD ${constraint}`);
    const broken = await place(order);
    await execute(connection, 'ALTER TABLE orders RENAME TO elsewhere');
    const lost = await call('GET', '/api/orders/Sentinella/status', headers);
    expect([broken.status, lost.status]).toEqual([500, 500]);

    const asked = [placed, ...refusals, broken, lost].map(({ id }) => id);
    const ends = () => service.lines.filter(({ msg }) => msg === 'request');
    // An answer may overtake its line.
    await eventually(() => asked.every((id) => ends().some(({ requestId }) => requestId === id)));
    const found = service.lines;
    const endsOf = (id: string) => ends().filter(({ requestId }) => requestId === id);
    expect(endsOf(placed.id)[0]).toEqual({
      level: 30,
      time: expect.stringMatching(/Z$/),
      requestId: placed.id,
      clientId,
      tokenId: token.data.id,
      method: 'POST',
      route: '/api/orders',
      status: 201,
      ms: expect.any(Number),
      msg: 'request',
    });
    expect(refusals.map(({ id }) => endsOf(id)[0])).toEqual(
      ['insufficient_stock', 'malformed_json', 'route_not_found', 'domain_mismatch'].map(
        (code): unknown =>
          expect.objectContaining(
            code === 'route_not_found' ? { code } : { code, clientId, tokenId: token.data.id },
          ),
      ),
    );
    expect(asked.map((id) => endsOf(id).length)).toEqual(asked.map(() => 1));
    const failure = { level: 50, requestId: broken.id, code: '23514', constraint: 'broken' };
    expect(found).toContainEqual(expect.objectContaining(failure));
    for (const secret of [...SECRETS, String(token.data.token), ADMIN_TOKEN]) {
      expect(service.output).not.toContain(secret);
    }
  });

  it('has no key of a courier, although the courier repeats them and fails', async () => {
    const secrets = await useCourierKeys(service.baseUrl);
    const route = '/courier-pushes/:push_key';
    await eventually(() => service.lines.filter((line) => line.route === route).length === 3);
    const reasons = service.lines.filter(({ msg }) => msg === 'a courier did not answer');
    expect(reasons.length).toBeGreaterThan(1);
    for (const secret of secrets) expect(service.output).not.toContain(secret);
  });

  it('reports the reason of an aborted response if it was an error of the service', async () => {
    await execute(connection, 'ALTER TABLE ledger_journals RENAME TO away');
    const path = '/admin/ledger/export?month=2026-11&format=tally';
    const answer = await fetch(`${service.baseUrl}${path}`, {
      headers: { Authorization: `Bearer ${ADMIN_TOKEN}` },
    });
    expect(answer.status).toBe(200);
    await expect(answer.text()).rejects.toThrow('terminated');
    await execute(connection, 'ALTER TABLE away RENAME TO ledger_journals');
    const requestId = answer.headers.get('x-request-id');
    await eventually(() =>
      service.lines.some((line) => line.requestId === requestId && line.msg === 'request'),
    );
    expect(service.lines).toContainEqual(
      expect.objectContaining({ level: 50, requestId, code: '42P01', msg: 'request failed' }),
    );
  });
});

describe('the service, once it has ended,', () => {
  let loaded: string[];
  beforeAll(async () => {
    expect(await service.end('SIGINT')).toBe(0);
    const [file = ''] = await readdir(join(folder, 'coverage'));
    const coverage = JSON.parse(await readFile(join(folder, 'coverage', file), 'utf8')) as {
      result: { url: string }[];
    };
    loaded = coverage.result.map(({ url }) => url).filter((url) => url.startsWith('file:'));
  });

  it('has not loaded OpenTelemetry without a collector: the log is the only record of requests', async () => {
    const texts = await Promise.all(loaded.map((url) => readFile(new URL(url), 'utf8')));
    // The bundler names each module where its text begins.
    const modules = texts.flatMap(
      (text) => text.match(/(?<=^\/\/ )(dist|node_modules)\/\S+$/gm) ?? [],
    );
    expect(modules).toContainEqual(expect.stringMatching('tracing/tracing.js$'));
    // prom-client loads the interface, for its own sake.
    expect(modules.filter((path) => /@opentelemetry\/(?!api\/)|\/span-/.test(path))).toEqual([]);
  });

  it('has loaded packages only from its bundle, so that there is one instance of each', () => {
    expect(loaded.some((url) => url.includes('/dist/service/'))).toBe(true);
    expect(loaded.filter((url) => !url.includes('/dist/service/'))).toEqual([]);
  });
});
