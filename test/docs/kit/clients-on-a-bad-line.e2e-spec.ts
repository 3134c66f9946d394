import { TestApp } from '../../support/app.js';
import {
  ClientProgram,
  LANGUAGES,
  type ClientOptions,
} from '../../support/processes/client-program.js';
import { FlakyProxy } from '../../support/processes/flaky-proxy.js';
import { scratchFolder } from '../../support/processes/run.js';
import { givenClient, givenProduct, orderBody, unique } from '../../support/shop/given.js';

const app = await TestApp.start();
const client = await givenClient(app);
const { sku } = await givenProduct(app);
const proxy = await FlakyProxy.before(app.baseUrl);
const ours = { baseUrl: proxy.baseUrl, token: client.token, domain: client.domain };
const started: ClientProgram[] = [];
beforeEach(() => proxy.next());
afterAll(() => app.expectInvariants());

const orderOf = () => ({ ...orderBody({ sku, quantity: 1 }), store_order_id: unique('SHOP') });

describe.each(LANGUAGES)('the %s client on a bad line', (language) => {
  let store: ClientProgram;
  let clientWith: (
    options: ClientOptions,
    access?: { baseUrl?: string; token?: string },
  ) => ClientProgram;
  beforeAll(async () => {
    const folder = await scratchFolder();
    await ClientProgram.download(language, app.baseUrl, folder);
    clientWith = (options, access = {}) => {
      const program = ClientProgram.start(language, folder, { ...ours, ...access }, options);
      started.push(program);
      return program;
    };
    store = clientWith({});
  });
  afterAll(() => Promise.all(started.splice(0).map((program) => program.stop())));

  it('retries when the service is busy, limits requests or does not answer', async () => {
    proxy.next({ status: 503, retryAfter: 0 }, 'lost', { status: 429, retryAfter: 0 }, 'cut');
    expect(await store.call('listProducts')).toMatchObject({ total: 1 });
    expect(proxy.seen).toHaveLength(5);
    proxy.next({ status: 500 }, { status: 408 });
    expect(await store.call('quoteOrder', [orderOf()])).toMatchObject({ total: 110 });
    expect(proxy.seen).toHaveLength(3);
    proxy.next({ status: 200, page: '{"success":tr', type: 'application/json' });
    expect(await store.call('getProductStock', [sku])).toMatchObject({ sku });
    expect(proxy.seen).toHaveLength(2);
  });

  it('gives up after the maximum of attempts, and immediately if Retry-After is too long', async () => {
    const hasty = clientWith({ tries: 2, tryTimeoutSeconds: 2 });
    proxy.next('lost', 'silent');
    expect((await hasty.refusal('listProducts')).error).toMatchObject({
      code: 'unreachable',
      status: null,
    });
    expect(proxy.seen).toHaveLength(2);
    proxy.next({ status: 503, retryAfter: 60 });
    expect((await store.refusal('listProducts')).error).toMatchObject({
      code: 'unexpected_answer',
      status: 503,
      retryAfterSeconds: 60,
    });
    expect(proxy.seen).toHaveLength(1);
  });

  it('gives a call that waits for a change as much more time', async () => {
    const hasty = clientWith({ tries: 1, tryTimeoutSeconds: 0.9, withinSeconds: 0.9 });
    const { next_cursor: cursor } = await store.call('listOrders');
    const waited = await hasty.call('listOrders', [], { cursor, wait: 1 });
    expect(waited).toMatchObject({ data: [], next_cursor: cursor });
    expect(await hasty.call('pollSeconds', ['listOrders'])).toBe(0);
  });

  it.each(['lost', 'cut'] as const)('places an order once though its 201 is %s', async (fault) => {
    const order = orderOf();
    proxy.next(fault, fault);
    const placed = await store.call('placeOrder', [order]);
    expect(proxy.seen).toHaveLength(3);
    const keys = new Set(proxy.seen.map(({ headers }) => headers['idempotency-key']));
    expect([...keys]).toEqual([expect.stringMatching(/^[\da-f-]{32,36}$/)]);
    const stored =
      await app.sql`SELECT order_number FROM orders WHERE store_order_id = ${order.store_order_id}`;
    expect(stored).toEqual([{ order_number: placed.order_number }]);
  });

  it('repeats an order with the same key while a proxy does not reach the service', async () => {
    const patient = clientWith({ tries: 10 });
    const statuses = [520, 521, 522, 523, 524, 525, 526, 527, 530];
    proxy.next(...statuses.map((status) => ({ status, retryAfter: 0 })));
    expect(await patient.call('placeOrder', [orderOf()])).toMatchObject({ total: 110 });
    expect(proxy.seen).toHaveLength(10);
    expect(new Set(proxy.seen.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
  });

  it('gives up on an answer whose headers or body arrive byte by byte, after each try and in all', async () => {
    for (const fault of ['slow headers', 'slow body'] as const) {
      proxy.next(fault, fault);
      // Longer than a first call takes on a busy machine, so that each try arrives.
      const ofTries = clientWith({ tries: 2, tryTimeoutSeconds: 3 });
      const inAll = clientWith({ tries: 9, withinSeconds: 3 });
      expect((await ofTries.refusal('listProducts')).error.code).toBe('unreachable');
      expect(proxy.seen).toHaveLength(2);
      proxy.next(fault);
      expect((await inAll.refusal('placeOrder', orderOf())).error.code).toBe('unreachable');
      expect(proxy.seen).toHaveLength(1);
    }
  });

  it('reads JSON behind a byte order mark, and media types in any letter case', async () => {
    const mark = Buffer.from('\uFEFF').toString('latin1');
    const caching = clientWith({ cache: true });
    for (const type of ['application/json', 'Application/JSON; Charset=UTF-8']) {
      proxy.next({ status: 200, page: `${mark}{"total":7}`, type });
      expect(await caching.call('listProducts')).toEqual({ total: 7 });
      const page = `${mark}{"code":"token_invalid","message":"No"}`;
      proxy.next({ status: 401, page, type });
      expect((await store.refusal('listProducts')).error.code).toBe('token_invalid');
    }
    proxy.next({ status: 200, page: '%PDF', type: 'Application/PDF; x=1' });
    expect(await store.call('getDocumentPdf', [1])).toBe(Buffer.from('%PDF').toString('base64'));
  });

  it('follows no redirect and accepts no answer of another server', async () => {
    const page = '<h1>Café</h1>';
    const location = 'https://www.orders.example/api/products';
    for (const status of [301, 302, 307, 308]) {
      proxy.next({ status, page, location });
      const { error, shown } = await store.refusal('listProducts');
      expect(error).toMatchObject({ code: 'unexpected_answer', status });
      expect(shown).toContain(location);
    }
    const type = 'application/json';
    const others = [
      { status: 302, page },
      { status: 200, page },
      ...['null', '[]', '[{}]', ' "text"', '7'].map((json) => ({ status: 200, page: json, type })),
      ...[
        '{"code":403,"message":"No"}',
        '{"code":"no","message":"No","errors":"none"}',
        '{"code":"no","message":"No","order_number":7}',
        '["code","message"]',
        'null',
      ].map((json) => ({ status: 403, page: json, type })),
    ];
    for (const fault of others) {
      proxy.next(fault);
      const { error } = await store.refusal('listProducts');
      expect(error).toMatchObject({ code: 'unexpected_answer', status: fault.status });
    }
    expect(proxy.seen).toHaveLength(1);
  });

  it('never shows the token', async () => {
    const token = 'wso_a_secret_that_is_unknown';
    const closed = await FlakyProxy.before(proxy.baseUrl);
    const stranger = clientWith({}, { token });
    const nowhere = clientWith({ tries: 1 }, { token, baseUrl: closed.baseUrl });
    closed.stop();
    const refused = await stranger.refusal('listProducts');
    expect(refused.error).toMatchObject({ code: 'token_invalid', status: 401 });
    const unanswered = await nowhere.refusal('placeOrder', orderOf());
    expect(unanswered.error).toMatchObject({ code: 'unreachable' });
    for (const { error, shown } of [refused, unanswered]) {
      expect(shown).toContain(error.code);
      expect(shown).not.toContain(token);
    }
  });
});
