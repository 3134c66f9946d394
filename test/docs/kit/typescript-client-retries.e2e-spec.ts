import type { CachedAnswer } from '../../../clients/typescript/src/index.js';
import {
  givenTypeScriptStore,
  orderOf,
  errorOf,
} from '../../support/processes/typescript-store.js';

const { app, sku, proxy, clientWith } = await givenTypeScriptStore();
const store = clientWith();
beforeEach(() => proxy.next());
afterAll(() => app.expectInvariants());

describe('the TypeScript client on an unreliable network', () => {
  it('retries when the service is busy, limits requests or does not answer', async () => {
    proxy.next({ status: 503, retryAfter: 1 }, 'lost', { status: 429, retryAfter: 0 }, 'cut');
    expect(await store.listProducts()).toMatchObject({ total: 1 });
    expect(proxy.seen).toHaveLength(5);
    proxy.next('lost', { status: 500 }, { status: 408 });
    expect(await store.quoteOrder(orderOf(sku))).toMatchObject({ total: 110 });
    expect(proxy.seen).toHaveLength(4);
  });

  it('gives up after the maximum of attempts, and immediately if Retry-After is too long', async () => {
    proxy.next('lost', 'lost', 'lost');
    const hasty = clientWith({ retry: { tries: 2 } });
    expect(await errorOf(hasty.listProducts())).toMatchObject({
      code: 'unreachable',
      status: null,
      message: expect.stringContaining('tried 2 times'),
    });
    expect(proxy.seen).toHaveLength(2);

    proxy.next({ status: 503, retryAfter: 60 });
    expect(await errorOf(store.listProducts())).toMatchObject({
      code: 'unexpected_answer',
      status: 503,
      retryAfterSeconds: 60,
    });
    expect(proxy.seen).toHaveLength(1);
  });

  it('does not wait indefinitely for an answer', async () => {
    const impatient = clientWith({ retry: { tries: 2, tryTimeoutMs: 500 } });
    proxy.next('silent');
    expect(await impatient.getProductStock(sku)).toMatchObject({ sku });
    proxy.next('silent', 'silent');
    const error = await errorOf(impatient.getProductStock(sku));
    expect(error).toMatchObject({
      code: 'unreachable',
      message: expect.stringContaining('TimeoutError'),
    });
  });

  it('caches answers in the given cache and revalidates them', async () => {
    const cache = new Map<string, CachedAnswer>();
    const caching = clientWith({ cache });
    const first = await caching.getProductStock(sku);
    expect(await caching.getProductStock(sku)).toEqual(first);
    const [kept] = cache.values();
    expect(proxy.seen.map(({ headers }) => headers['if-none-match'])).toEqual([
      undefined,
      kept?.etag,
    ]);
    await caching.placeOrder(orderOf(sku));
    expect(await caching.getProductStock(sku)).toMatchObject({ stock_qty: first.stock_qty - 1 });
    // What is answered for a tag that is still right has no body: it can only come from the cache.
    const [[url = '', { etag }] = ['', { etag: '' }]] = cache;
    cache.set(url, { etag, body: '{"kept":true}' });
    expect(await caching.getProductStock(sku)).toEqual({ kept: true });
  });

  it('stops on the given abort signal, also while it waits', async () => {
    proxy.next({ status: 503, retryAfter: 20 });
    const caller = new AbortController();
    const reason = new Error('the customer has left');
    const call = store.listProducts({}, { signal: caller.signal });
    setTimeout(() => caller.abort(reason), 300);
    await expect(call).rejects.toBe(reason);
    expect(proxy.seen).toHaveLength(1);
  });

  it('follows no redirect and accepts no answer of another server', async () => {
    const page = '<h1>Café</h1>';
    const other = { status: 403, page: '{"code":403,"message":"No"}', type: 'application/json' };
    for (const fault of [{ status: 302, page }, { status: 200, page }, other]) {
      proxy.next(fault);
      const error = await errorOf(store.listProducts());
      expect(error).toMatchObject({ code: 'unexpected_answer', status: fault.status });
    }
  });

  it('retries a truncated answer', async () => {
    proxy.next({ status: 200, page: '{"success":tr', type: 'application/json' });
    expect(await store.getProductStock(sku)).toMatchObject({ sku });
    expect(proxy.seen).toHaveLength(2);
  });
});
