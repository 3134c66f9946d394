import { execFile } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { inspect, promisify } from 'node:util';
import { createStoreClient } from '../../../clients/typescript/src/index.js';
import { TokensService } from '../../../src/auth/tokens.service.js';
import { TestApp } from '../../support/app.js';
import { calledOperations, documentedOperations } from '../../support/documents/operations.js';
import { FlakyProxy } from '../../support/processes/flaky-proxy.js';
import { givenClient, givenProduct, unique } from '../../support/shop/given.js';
import { programOfStartPage } from '../../support/documents/markdown.js';
import { scratchFolder } from '../../support/processes/scratch.js';
import {
  givenTypeScriptStore,
  orderOf,
  errorOf,
} from '../../support/processes/typescript-store.js';

const run = promisify(execFile);

const { app, client, sku, proxy, clientWith } = await givenTypeScriptStore();
const store = clientWith();
beforeEach(() => proxy.next());
afterAll(() => app.expectInvariants());

describe('the TypeScript client', () => {
  it('has a method for every call of the document', callEveryOperation);

  it.each(['lost', 'cut'] as const)('places an order once though its 201 is %s', async (fault) => {
    const order = orderOf(sku);
    proxy.next(fault, fault);
    const placed = await store.placeOrder(order);
    expect(proxy.seen).toHaveLength(3);
    const keys = new Set(proxy.seen.map(({ headers }) => headers['idempotency-key']));
    expect([...keys]).toEqual([expect.stringMatching(/^[\da-f-]{36}$/)]);
    const stored =
      await app.sql`SELECT order_number FROM orders WHERE store_order_id = ${order.store_order_id}`;
    expect(stored).toEqual([{ order_number: placed.order_number }]);
  });

  it('returns the first order again for the same key', async () => {
    const order = orderOf(sku);
    const idempotencyKey = unique('key');
    const first = await store.placeOrder(order, { idempotencyKey });
    expect(await store.placeOrder(order, { idempotencyKey })).toEqual(first);
  });

  it('reports the problems of an order by field', async () => {
    const refused = await errorOf(store.placeOrder(orderOf(sku, 9_000)));
    expect(refused).toMatchObject({
      code: 'insufficient_stock',
      status: 422,
      requestId: refused.answer?.request_id,
      fields: [{ field: 'items.0.quantity', requested: 9_000 }],
    });
    expect(proxy.seen).toHaveLength(1);

    const order = orderOf(sku);
    const { order_number } = await store.placeOrder(order);
    expect(await errorOf(store.placeOrder(order))).toMatchObject({
      code: 'duplicate_order',
      answer: { order_number, same_request: true },
    });
  });

  it('never shows the token', async () => {
    const token = 'wso_a_secret_that_is_unknown';
    const stranger = clientWith({ token });
    const closed = await FlakyProxy.before(proxy.baseUrl);
    const nowhere = clientWith({ token, baseUrl: closed.baseUrl, retry: { tries: 1 } });
    closed.stop();
    const refused = await errorOf(stranger.listProducts());
    expect(refused).toMatchObject({ code: 'token_invalid', status: 401 });
    const unanswered = await errorOf(nowhere.placeOrder(orderOf(sku)));
    expect(unanswered).toMatchObject({
      code: 'unreachable',
      message: expect.stringContaining('ECONNREFUSED'),
    });
    const options = { showHidden: true, depth: Infinity };
    for (const value of [refused, unanswered, stranger]) {
      expect(inspect(value, options)).not.toContain(token);
    }
    expect(() => clientWith({ token: `${token}\n` })).toThrow(/^token must be printable ASCII/);
  });

  it('reads lists and feeds to the end, and returns the poll interval', async () => {
    const reader = clientWith();
    expect(reader.pollSeconds('listChanges')).toBeNull();
    const other = await givenProduct(app);
    const twoPages = [[sku], [other.sku]];
    const skusOf = async (pages: AsyncIterable<{ data: { sku: string }[] }>) => {
      const read: string[][] = [];
      for await (const { data } of pages) read.push(data.map((row) => row.sku));
      return read;
    };
    expect(await skusOf(reader.productPages({ limit: 1 }))).toEqual(twoPages);
    expect(await skusOf(reader.productPages())).toEqual([[sku, other.sku]]);
    expect(await skusOf(reader.stockPages({ limit: 1 }))).toEqual(twoPages);
    let since = '';
    for await (const page of reader.changePages({ limit: 1 })) since = page.next_cursor;
    expect(await skusOf(reader.changePages({ since }))).toEqual([[]]);
    for (const reference of [orderOf(sku), orderOf(sku)]) await reader.placeOrder(reference);
    const numbers = new Set<string>();
    for await (const { data } of reader.orderPages({ limit: 1 })) {
      for (const { order_number } of data) numbers.add(order_number);
    }
    const [stored] = await app.sql<{ count: number }>`SELECT count(*)::int FROM orders`;
    expect(numbers.size).toBe(stored?.count);
    expect(reader.pollSeconds('listChanges')).toBeGreaterThan(0);
    expect(reader.pollSeconds('getMe')).toBeNull();
  });

  it('reports a refusal by the limit of orders, and when to try again', async () => {
    const strict = await TestApp.start({ ORDER_RATE_LIMIT_PER_MINUTE: '1' });
    const { token, domain } = await givenClient(strict);
    const product = await givenProduct(strict);
    const { port } = strict.server.address() as AddressInfo;
    const limited = createStoreClient({
      baseUrl: `http://127.0.0.1:${port}`,
      token,
      domain,
      retry: { tries: 1 },
    });
    await limited.placeOrder(orderOf(product.sku));
    const error = await errorOf(limited.placeOrder(orderOf(product.sku)));
    expect(error).toMatchObject({ code: 'rate_limited', status: 429 });
    expect(error.retryAfterSeconds).toBeGreaterThan(0);
    await strict.stop();
  });
});

describe('the package of the TypeScript client', () => {
  it('installs from its package into an empty folder and does what its README shows', async () => {
    const readme = await readFile('clients/typescript/README.md', 'utf8');
    const blocks = (language: string): string[] =>
      [...readme.matchAll(new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\`\`\``, 'g'))].map(
        ([, code = '']) => code,
      );
    const folder = await scratchFolder();
    await writeFile(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
    const [pack = '', install = '', ...others] = blocks('sh');
    expect(others).toEqual([]);
    // The registry is not needed, and the tests run after `npm ci`.
    const env = { ...process.env, npm_config_offline: 'true', npm_config_audit: 'false' };
    const shell = (script: string, cwd: string) =>
      run('sh', ['-ec', script.replaceAll('/tmp', folder)], { cwd, env });
    expect(pack).toMatch(/^npm ci && /);
    await shell(pack.replace('npm ci && ', ''), '.');
    await shell(install, folder);

    const { token, domain } = client;
    const access = { baseUrl: proxy.baseUrl, token, domain, orderId: 'SHOP-1001' };
    const ofPage = await programOfStartPage('ts', access);
    const programs = [...blocks('ts'), ofPage, ofPage];
    await mkdir(join(folder, 'src'));
    for (const [index, code] of programs.entries()) {
      await writeFile(join(folder, `src/${index}.ts`), code);
    }
    const compilerOptions = {
      module: 'nodenext',
      target: 'es2023',
      strict: true,
      rootDir: 'src',
      outDir: 'out',
      types: ['node'],
      typeRoots: [resolve('node_modules/@types')],
    };
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
    await run(process.execPath, [resolve('node_modules/typescript/bin/tsc'), '-p', folder]);
    const outputs: string[] = [];
    for (const index of programs.keys()) {
      const { stdout } = await run(process.execPath, [join(folder, `out/${index}.js`)], {
        env: { STORE_URL: proxy.baseUrl, STORE_TOKEN: token, STORE_DOMAIN: domain },
      });
      outputs.push(stdout);
    }
    expect(outputs).toEqual([
      expect.stringMatching(
        /^2 products, the first at 100\n\d+ units available\nWO-\w+ is awaiting/,
      ),
      expect.stringMatching(/^\d+ products; ask again in \d+ seconds\n$/),
      expect.stringMatching(/^token_invalid 401 [\da-f-]{36}\n\[\] null\n$/),
      'one order\n',
      expect.stringMatching(
        /^2 products; again in 60 s\nWO-\w+: 110 to pay\n[\s\S]*SHOP-1001 awaiting_payment\nagain in 300 s\n$/,
      ),
      expect.stringMatching(/\nWO-\w+ is awaiting_payment\n/),
    ]);
    await rm(folder, { recursive: true });
    // npm and tsc, several times, on a busy machine.
  }, 180_000);
});

async function callEveryOperation(): Promise<void> {
  expect(await store.getMe()).toMatchObject({ data: { mode: 'live' } });
  await app
    .service(TokensService)
    .changePermissions(client.tokenId, client.id, { mayReadWallet: true });
  expect(await store.getWallet()).toMatchObject({ data: { balance: 0, auto_pay: false } });
  const list = await store.listProducts();
  expect(list.data.map((product) => product.sku)).toEqual([sku]);
  const { data: product } = await store.getProduct(sku, { include: 'details' });
  expect(product).toMatchObject({ sku, delivery_charge: 10, gst_rate: null });
  const changes = await store.listChanges();
  expect(changes).toMatchObject({ data: [{ sku }], has_more: false });
  expect(await store.listStock({ skus: sku })).toMatchObject({ data: [{ sku }], unknown: [] });
  const stock = await store.getProductStock(sku);
  expect(stock).toMatchObject({ sku, in_stock: true, stock_qty: 100 });
  const { data: area } = await store.getServiceability({ pincode: '560001' });
  expect(area).toMatchObject({ serviceable: true, surcharge: 0 });
  const order = orderOf(sku);
  expect(await store.quoteOrder(order)).toMatchObject({ total: 110 });
  const placed = await store.placeOrder(order);
  expect(placed).toMatchObject({ total: 110, status: 'awaiting_payment' });
  const status = await store.getOrderStatus(order.store_order_id, { include: 'shipments' });
  expect(status).toMatchObject({
    order_number: placed.order_number,
    items: [{ sku }],
    shipments: [],
  });
  const { data: listed } = await store.listOrders({ limit: 1 });
  expect(listed).toMatchObject([{ order_number: placed.order_number }]);
  const { store_order_id: id } = order;
  const { data: states } = await store.reconcileOrders([id, 'NONE']);
  expect(states).toMatchObject([{ state: 'found' }, { state: 'missing' }]);
  expect(await store.getOrder(id)).toMatchObject({ data: { refunded: 0, returns: [] } });
  const back = { items: [{ line: 1, quantity: 1 }], reason: 'Chipped' };
  await expect(store.requestReturn(id, back)).rejects.toMatchObject({ code: 'not_returnable' });
  await expect(store.withdrawReturn(id, 1)).rejects.toMatchObject({ code: 'return_not_found' });
  const { data: corrected } = await store.correctOrder(id, { notes: 'Ring' }, { ifMatch: '*' });
  expect(corrected).toMatchObject({ notes: 'Ring' });
  const change = { city: 'Pune', street: '5, Park Street' };
  const moved = await store.changeShipping(order.store_order_id, change);
  expect(store.ignoredFields('changeShipping')).toEqual(['street']);
  expect(moved).toMatchObject({ status: 'awaiting_payment' });
  expect(await store.cancelOrder(id)).toMatchObject({ status: 'cancelled' });
  expect(await store.listOrderDocuments(id)).toMatchObject({ data: [] });
  await expect(store.getDocumentPdf(999_999_999)).rejects.toMatchObject({
    code: 'document_not_found',
  });

  const called = calledOperations(proxy.seen, { sku, order: id });
  expect(called).toEqual(await documentedOperations());
}
