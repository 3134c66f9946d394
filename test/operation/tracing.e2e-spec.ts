import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { pino } from 'pino';
import type { DatabaseConnection } from '../../ormconfig.js';
import type { TrackedRequest } from '../../src/platform/http/request-context.js';
import { BatchQueue } from '../../src/platform/live-cache/batch-queue.js';
import {
  closeTracing,
  endRequestSpan,
  openTracing,
  traceRequest,
} from '../../src/platform/observability/tracing/tracing.js';
import { send } from '../faults/support/http.js';
import { ADMIN_TOKEN, Shop } from '../faults/support/shop.js';
import { afterwards, SERVICE_ENV, stagedDatabase, stagedFolder } from '../faults/support/stage.js';
import { connectionUrl, execute } from '../support/database/database.js';
import { useCourierKeys } from '../support/couriers/shiprocket/use-keys.js';
import { eventually } from '../support/eventually.js';
import { ServiceProcess } from '../support/processes/service-process.js';

const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736';
const CALLER_SPAN_ID = '00f067aa0ba902b7';
const SAMPLED = `00-${TRACE_ID}-${CALLER_SPAN_ID}-01`;
const UNSAMPLED_ID = 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa';
const UNSAMPLED = `00-${UNSAMPLED_ID}-${CALLER_SPAN_ID}-00`;
/** Kinds of spans in the protocol. */
const SERVER = 2;
const CLIENT = 3;
/** Longer than these tests, because spans arrive when the process ends. */
const NEVER_MS = '600000';
const QUICK_MS = '50';

/** Span as the collector's protocol sends it. */
interface ReceivedSpan {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  kind: number;
  attributes: { key: string; value: Record<string, unknown> }[];
  links?: { traceId: string; spanId: string }[];
}

/** A collector of traces over OTLP/HTTP. */
class Collector {
  readonly bodies: Buffer[] = [];
  readonly headers: Record<string, unknown>[] = [];
  answers = true;

  private constructor(private readonly server: Server) {}

  static async open(): Promise<Collector> {
    const server = createServer();
    const collector = new Collector(server);
    server.on('request', (request, response) => {
      void buffer(request).then((body) => {
        collector.headers.push({ ...request.headers, path: request.url });
        collector.bodies.push(body);
        if (collector.answers) response.setHeader('Content-Type', 'application/json').end('{}');
      });
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    afterwards(() => {
      server.closeAllConnections();
      return promisify(server.close.bind(server))();
    });
    return collector;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  get spans(): ReceivedSpan[] {
    const all = this.bodies.map((body) => JSON.parse(body.toString()) as Traces);
    return all.flatMap(({ resourceSpans }) =>
      resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
    );
  }
}

interface Traces {
  resourceSpans: { scopeSpans: { spans: ReceivedSpan[] }[] }[];
}

async function startedService(connection: DatabaseConnection, env: Record<string, string>) {
  const databaseUrl = connectionUrl(connection);
  const all = { ...SERVICE_ENV, DATABASE_URL: databaseUrl, LOG_LEVEL: 'info', ...env };
  return ServiceProcess.start(await stagedFolder(), all);
}

function isLike(line: Record<string, unknown>, wanted: object): boolean {
  return Object.entries(wanted).every(([name, value]) => line[name] === value);
}

const attributesOf = ({ attributes }: ReceivedSpan): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

const named = (spans: readonly ReceivedSpan[], name: string): ReceivedSpan[] =>
  spans.filter((span) => span.name === name);

it('continues the trace of a caller through statements and shared work, without secrets', async () => {
  const collector = await Collector.open();
  const connection = await stagedDatabase();
  const service = await startedService(connection, {
    GATEWAY: 'sandbox',
    SECRETS_KEY: Buffer.alloc(32, 7).toString('base64'),
    OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/`,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    OTEL_BSP_SCHEDULE_DELAY: NEVER_MS,
    OTEL_SERVICE_NAME: 'orders-of-the-test',
  });
  const { baseUrl } = service;
  const shop = await Shop.open(baseUrl, { products: 1 });
  const { headers } = shop.buyer;
  const path = `${baseUrl}/api/products/${shop.sku(0)}/stock`;
  const polled = await send(path, { headers: { ...headers, traceparent: SAMPLED } });
  await send(path, { headers: { ...headers, traceparent: UNSAMPLED } });
  const ordered = { ...shop.buyer, headers: { ...headers, traceparent: SAMPLED } };
  const placed = await shop.order(baseUrl, shop.items(0), { buyer: ordered });
  expect([polled.status, placed.status]).toEqual([200, 201]);
  const keys = await useCourierKeys(baseUrl, ADMIN_TOKEN);
  await execute(
    connection,
    `INSERT INTO payment_intents (receipt, client_id, gateway, amount_minor, currency, actor, check_at)
      VALUES ('R-1', ${shop.buyer.id}, 'sandbox', 100, 'INR', 'test', now())`,
    "INSERT INTO sandbox_orders (id, receipt, amount_minor, currency) VALUES ('O-1', 'R-1', 100, 'INR')",
    `INSERT INTO sandbox_payments (id, order_id, amount_minor, currency, method, status)
      VALUES ('P-1', 'O-1', 100, 'INR', 'upi', 'captured')`,
    "INSERT INTO sandbox_notices (event_id, event, payment_id) VALUES ('E-1', 'payment.captured', 'P-1')",
  );
  const lineOf = (wanted: object) => service.lines.find((line) => isLike(line, wanted));
  await eventually(() => lineOf({ route: '/gateway/notices' }) !== undefined);
  const requestId = polled.headers['x-request-id'];
  expect(lineOf({ msg: 'request', requestId })).toMatchObject({ traceId: TRACE_ID, status: 200 });

  // What has ended is sent when the service ends.
  expect(collector.bodies).toEqual([]);
  expect(await service.end('SIGINT')).toBe(0);

  const { spans } = collector;
  const ofCaller = spans.filter(({ traceId }) => traceId === TRACE_ID);
  const [poll] = named(ofCaller, 'GET /api/products/:sku/stock');
  expect(poll).toMatchObject({ parentSpanId: CALLER_SPAN_ID, kind: SERVER });
  expect(attributesOf(poll!)).toMatchObject({
    'http.route': '/api/products/:sku/stock',
    'http.response.status_code': 200,
    'request.id': requestId,
    clientId: shop.buyer.id,
  });
  const [order] = named(ofCaller, 'POST /api/orders');
  const [batch] = named(ofCaller, 'place orders');
  const [statement] = named(ofCaller, 'place-orders');
  expect(batch?.parentSpanId).toBe(order?.spanId);
  expect(statement?.parentSpanId).toBe(batch?.spanId);
  expect(named(ofCaller, 'refresh').map(({ parentSpanId }) => parentSpanId)).toContain(
    poll?.spanId,
  );
  expect(spans.map(({ traceId }) => traceId)).not.toContain(UNSAMPLED_ID);

  const [job] = named(spans, 'job SandboxJob').filter(({ traceId }) =>
    spans.some((span) => span.traceId === traceId && span.kind === CLIENT && span.name === 'POST'),
  );
  const calls = named(spans, 'POST').filter(({ traceId }) => traceId === job?.traceId);
  expect(calls.map(attributesOf)).toContainEqual({
    'http.request.method': 'POST',
    'server.address': '127.0.0.1',
    'http.response.status_code': 200,
  });

  // Times and ids may hold any digits.
  const sent = Buffer.concat(collector.bodies)
    .toString()
    .replace(/"(traceId|spanId|parentSpanId|\w+UnixNano)":"\w+"/g, '');
  expect(sent).toContain('orders-of-the-test');
  const secrets = [ADMIN_TOKEN, shop.sku(0), 'Asha Verma', '98765', 'Lake View', '560001', 'R-1'];
  for (const secret of [...secrets, ...keys, ...Object.values(headers)]) {
    expect(sent).not.toContain(secret);
  }
});

it('links requests that shared a batch, and sends the configured headers', async () => {
  const collector = await Collector.open();
  const headers = 'authorization=Bearer%20key-1';
  await openTracing({ endpoint: collector.url, headers, protocol: 'http/json' }, pino());
  const batches = new BatchQueue<number, number>((items) => Promise.resolve(items), {
    name: 'double',
    size: 3,
    lanes: 1,
    waitLimitMs: 60_000,
  });
  const ended = ['a', 'b', 'c'].map(async (requestId, index) => {
    const request = { method: 'GET', url: '/', headers: {}, rawHeaders: [], requestId };
    const tracked = request as unknown as TrackedRequest;
    await traceRequest(tracked, () => batches.submit(index));
    endRequestSpan(tracked, { startedAtMs: 0, status: 200, isAborted: false });
  });
  await Promise.all(ended);
  await closeTracing();

  const { spans } = collector;
  const ids = ['a', 'b', 'c'].map(
    (id) => spans.find((span) => attributesOf(span)['request.id'] === id)!.spanId,
  );
  const batch = named(spans, 'double');
  expect(batch).toHaveLength(1);
  expect(batch[0]!.parentSpanId).toBe(ids[0]);
  expect(batch[0]!.links?.map(({ spanId }) => spanId)).toEqual(ids.slice(1));
  expect(collector.headers[0]).toMatchObject({
    authorization: 'Bearer key-1',
    'content-type': 'application/json',
    path: '/v1/traces',
  });
});

it('responds as usual while the collector does not, and logs it once', async () => {
  const collector = await Collector.open();
  collector.answers = false;
  const service = await startedService(await stagedDatabase(), {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_TIMEOUT: QUICK_MS,
    OTEL_BSP_SCHEDULE_DELAY: QUICK_MS,
    OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
    OTEL_TRACES_SAMPLER_ARG: 'often',
  });
  const asked = async (): Promise<void> => {
    expect(await send(`${service.baseUrl}/health/live`)).toMatchObject({ status: 200 });
  };
  const LOST = 'the collector refuses traces; they are lost';
  const AGAIN = 'the collector accepts traces again';
  const said = () =>
    service.lines.map(({ msg }) => msg).filter((msg) => [LOST, AGAIN].includes(String(msg)));
  while (!said().includes(LOST) || collector.bodies.length < 3) await asked();
  collector.answers = true;
  while (!said().includes(AGAIN)) await asked();
  // Later ones may again take longer.
  expect(said().slice(0, 2)).toEqual([LOST, AGAIN]);
  expect(service.output).toContain('OTEL_TRACES_SAMPLER_ARG');
  expect(collector.headers[0]).toMatchObject({ 'content-type': 'application/x-protobuf' });
  collector.answers = false;
  expect(await service.end('SIGINT')).toBe(0);
});
