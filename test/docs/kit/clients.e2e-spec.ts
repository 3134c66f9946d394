import { TokensService } from '../../../src/auth/tokens.service.js';
import {
  ClientProgram,
  LANGUAGES,
  SCRIPTED,
  type Language,
} from '../../support/processes/client-program.js';
import {
  app,
  client,
  clientWith,
  closeShop,
  folder,
  openShop,
  proxy,
  sku,
  store,
} from '../../support/processes/client-shop.js';
import { calledOperations, documentedOperations } from '../../support/documents/operations.js';
import { givenProduct, orderBody, storeEnv, unique } from '../../support/shop/given.js';
import { programOfDocs } from '../../support/documents/markdown.js';

beforeEach(() => proxy.next());

const DOCS_OUTPUT =
  /^\d+ products; again in 60 s\n(WO-\w+): 110 to pay\n[\s\S]*SHOP-\S+ awaiting_payment\nagain in 300 s\n$/;

/** The languages of the code blocks. */
const FENCES = { TypeScript: 'ts', Python: 'py', PHP: 'php' } as const;

/** Runs the program of the documentation, with an order id of its own or a given one. */
async function outputOfDocs(language: Language, orderId?: string): Promise<string> {
  const { token, domain } = client;
  const access = { baseUrl: proxy.baseUrl, token, domain, orderId };
  const text = await programOfDocs('updates', FENCES[language], access);
  return ClientProgram.outputOf(language, folder, text);
}

const orderOf = (quantity = 1) => ({
  ...orderBody({ sku, quantity }),
  store_order_id: unique('SHOP'),
});
const shipping = { address: '1', city: 'Deep', state: 'Atlantis', pincode: '560001' };

function testVersionsOfOrders(language: Language): void {
  it('returns an order with the ETag of that very answer, so that a clerk loses to an earlier one', async () => {
    const caching = clientWith({ cache: true });
    const [mine, other] = [orderOf(), orderOf()];
    for (const order of [mine, other]) await caching.call('placeOrder', [order]);
    const { store_order_id: id } = mine;
    const read = (reference = id) => caching.call('getOrder', [reference]);
    const [first, { etag }] = [await read(), await read()];
    expect(first).toMatchObject({ success: true, etag });
    await read(other.store_order_id);
    expect(await caching.call('etag', ['getOrder'])).not.toBe(etag);
    interface Corrected {
      data: { order_number: string };
      etag: string;
    }
    const ring = [id, { notes: 'Ring' }, etag];
    const corrected = await caching.call<Corrected>('correctOrder', ring);
    expect(await read()).toEqual(corrected);
    const { error } = await caching.refusal('correctOrder', id, { notes: 'Knock' }, etag);
    const number = corrected.data.order_number;
    expect(error).toMatchObject({
      code: 'changed_meanwhile',
      orderNumber: number,
      answer: { order_number: number, order_status: 'awaiting_payment' },
    });
    expect(await read()).toMatchObject({ data: { notes: 'Ring' }, etag: corrected.etag });
  });

  it('shows two clerks, of whom the second overwrites nothing', async () => {
    const { order_number: orderNumber } = await store.call('placeOrder', [orderOf()]);
    const access = { ...client, baseUrl: proxy.baseUrl, orderNumber: String(orderNumber) };
    const text = await programOfDocs('start', FENCES[language], access);
    const output = await ClientProgram.outputOf(language, folder, text);
    expect(output).toBe(`${String(orderNumber)}: Ring twice\n`);
  });

  it('corrects 20 orders at once, each by the tag of its own answer', async () => {
    const ids = Array.from({ length: 20 }, () => unique('SHOP'));
    const all = <T>(operation: string, argumentsOf: (id: string, index: number) => unknown[]) =>
      store.callAtOnce<T>(ids.map((id, index) => [operation, argumentsOf(id, index)]));
    await all('placeOrder', (id) => [{ ...orderOf(), store_order_id: id }]);
    const read = await all<{ etag: string }>('getOrder', (id) => [id]);
    expect(new Set(read.map(({ etag }) => etag)).size).toBe(20);
    const corrected = await all('correctOrder', (id, at) => [id, { notes: id }, read[at]!.etag]);
    expect(corrected).toMatchObject(ids.map((id) => ({ data: { notes: id } })));
    // As a proxy that compresses sends it.
    const [last] = corrected as { etag: string }[];
    const weak = `W/${last!.etag}`;
    await store.call('correctOrder', [ids[0], { notes: 'Knock' }, weak]);
  });
}

describe.each(LANGUAGES)('the %s client', (language) => {
  beforeAll(() => openShop(language));
  afterAll(closeShop);

  it('has a method for every operation of the document', async () => {
    expect(await store.call('getMe')).toMatchObject({ data: { mode: 'live' } });
    await app
      .service(TokensService)
      .changePermissions(client.tokenId, client.id, { mayReadWallet: true });
    expect(await store.call('getWallet')).toMatchObject({ data: { balance: 0, auto_pay: false } });
    expect(await store.call('listProducts', [], { in_stock: true })).toMatchObject({ total: 1 });
    expect(await store.call('getProduct', [sku], { include: ['details'] })).toMatchObject({
      data: { delivery_charge: 10, gst_rate: null },
    });
    const include = ['variations', 'delivery', 'changed'];
    expect(await store.call('listChanges', [], { include })).toMatchObject({
      data: [{ sku, has_variations: false, delivery_charge: 10, changed: 'content' }],
      has_more: false,
    });
    expect(await store.call('listStock', [], { skus: [sku, 'NONE'] })).toMatchObject({
      data: [{ sku }],
      unknown: ['NONE'],
    });
    expect(await store.call('getProductStock', [sku])).toMatchObject({ stock_qty: 100 });
    const { data: area } = await store.call('getServiceability', [], { pincode: '560001' });
    expect(area).toMatchObject({ serviceable: true, surcharge: 0 });
    const order = orderOf();
    expect(await store.call('quoteOrder', [order])).toMatchObject({ total: 110 });
    const placed = await store.call('placeOrder', [order]);
    expect(placed).toMatchObject({ total: 110, status: 'awaiting_payment' });
    const { store_order_id: id } = order;
    const status = await store.call('getOrderStatus', [id], { include: ['shipments'] });
    expect(status).toMatchObject({ items: [{ sku }], shipments: [] });
    const { data: listed } = await store.call('listOrders', [], { limit: 1 });
    expect(listed).toMatchObject([{ order_number: placed.order_number }]);
    const { data: states } = await store.call('reconcileOrders', [[id, 'NONE']]);
    expect(states).toMatchObject([{ state: 'found' }, { state: 'missing' }]);
    expect((await store.call('getOrder', [id])).data).toMatchObject({ refunded: 0, returns: [] });
    const back = { items: [{ line: 1, quantity: 1 }], reason: 'Chipped' };
    const { error } = await store.refusal('requestReturn', id, back, unique('key'));
    const { error: unknown } = await store.refusal('withdrawReturn', id, 1);
    const sent = { courier: 'BlueLine', tracking_number: 'BACK1' };
    const { error: none } = await store.refusal('setReturnTracking', id, 1, sent);
    const answer = { action: 'return' };
    const { error: whole } = await store.refusal('answerFailedDelivery', id, 1, answer);
    const codes = [error, unknown, none, whole].map(({ code }) => code);
    expect(codes).toEqual([
      ...['not_returnable', 'return_not_found', 'return_not_found', 'failure_not_found'],
    ]);
    expect(await store.call('correctOrder', [id, { notes: 'Ring' }])).toMatchObject({
      data: { notes: 'Ring' },
    });
    expect(await store.call('changeShipping', [id, { pincode: '560002' }])).toMatchObject({
      status: 'awaiting_payment',
    });
    expect(await store.call('cancelOrder', [id])).toMatchObject({ status: 'cancelled' });
    expect(await store.call('listOrderDocuments', [id])).toMatchObject({ data: [] });
    expect((await store.refusal('getDocumentPdf', 9)).error).toMatchObject({ status: 404 });
    expect(calledOperations(proxy.seen, { sku, order: id })).toEqual(await documentedOperations());
  });

  testVersionsOfOrders(language);

  it('returns the first order again for the same key', async () => {
    const order = orderOf();
    const key = unique('key');
    const first = await store.call('placeOrder', [order, key]);
    expect(await store.call('placeOrder', [order, key])).toEqual(first);
  });

  it('caches answers in the given cache and revalidates them', async () => {
    const caching = clientWith({ cache: true });
    const first = await caching.call('getProductStock', [sku]);
    expect(await caching.call('getProductStock', [sku])).toEqual(first);
    expect(proxy.seen.map(({ headers }) => headers['if-none-match'])).toEqual([
      undefined,
      expect.stringMatching(/^"/),
    ]);
    await caching.call('placeOrder', [orderOf()]);
    const { stock_qty: left } = await caching.call('getProductStock', [sku]);
    expect(left).toBe(Number(first.stock_qty) - 1);
  });

  it('reads lists and feeds to the end, and returns the poll interval', async () => {
    const other = await givenProduct(app);
    const skusOf = (pages: { data: { sku: string }[] }[]) =>
      pages.map(({ data }) => data.map((row) => row.sku));
    const query = { limit: 1 };
    const twoPages = [[sku], [other.sku]];
    expect(skusOf(await store.call('productPages', [], query))).toEqual(twoPages);
    expect(skusOf(await store.call('stockPages', [], query))).toEqual(twoPages);
    type Changes = { data: { sku: string }[]; next_cursor: string }[];
    const changes = await store.call<Changes>('changePages', [], query);
    expect(skusOf(changes)).toEqual(twoPages);
    const [later] = await store.call<unknown[]>('changePages', [changes.at(-1)!.next_cursor]);
    expect(later).toMatchObject({ data: [], has_more: false });
    await clientWith({ cache: true }).call('orderPages', [], query);
    // The pages of a feed after its first share an entry of the cache.
    expect(proxy.seen.at(-1)!.headers).toHaveProperty('if-none-match');
    expect(await store.call('pollSeconds', ['listChanges'])).toBeGreaterThan(0);
    expect(await store.call('pollSeconds', ['getMe'])).toBeNull();
  });

  it('reports what a request says in vain, and what to check about an address', async () => {
    await store.call('placeOrder', [{ ...orderOf(), shipping, total: 1, 'gift wrap': true }]);
    expect(await store.call('ignoredFields', ['placeOrder'])).toEqual(['total', 'gift wrap']);
    expect(await store.call('addressWarning')).toBe('state_unknown');
    const { order_number: number } = await store.call('placeOrder', [orderOf()]);
    expect(await store.call('addressWarning')).toBeNull();
    await store.call('changeShipping', [number, { pincode: '110001' }]);
    expect(await store.call('addressWarning', ['changeShipping'])).toBe('pincode_of_other_state');
    expect(await store.call('ignoredFields', ['placeOrder'])).toEqual([]);
    await store.call('listOrders', [], { page_size: 1 });
    expect(await store.call('ignoredFields', ['listOrders'])).toEqual(['page_size']);
  });

  it('reports the problems of an order by field', async () => {
    const { error } = await store.refusal('placeOrder', orderOf(9_000));
    expect(error).toMatchObject({
      code: 'insufficient_stock',
      status: 422,
      requestId: error.answer?.request_id,
      fields: [{ field: 'items.0.quantity', requested: 9_000 }],
    });
    expect(proxy.seen).toHaveLength(1);
    const order = orderOf();
    const { order_number } = await store.call('placeOrder', [order]);
    expect((await store.refusal('placeOrder', order)).error).toMatchObject({
      code: 'duplicate_order',
      answer: { order_number, same_request: true },
    });
  });
});

describe.each(SCRIPTED)('the %s client', (language) => {
  beforeAll(() => openShop(language));
  afterAll(closeShop);

  it('runs the program of the documentation: another order each time, and the same under the same id', async () => {
    const numbers: string[] = [];
    for (const orderId of [undefined, undefined, 'SHOP-OF-START']) {
      numbers.push(DOCS_OUTPUT.exec(await outputOfDocs(language, orderId))![1]!);
    }
    expect(new Set(numbers).size).toBe(3);
    await store.call('correctOrder', ['SHOP-OF-START', { customer: { email: 'a@b.example' } }]);
    const again = await outputOfDocs(language, 'SHOP-OF-START');
    expect(again).toContain(`\n${numbers[2]} is awaiting_payment\n`);
    const { data } = await store.call('getOrder', ['SHOP-OF-START']);
    expect(data).toMatchObject({ customer: { email: null } });
  });

  it('runs the calls of its README', async () => {
    const env = storeEnv(proxy.baseUrl, client);
    const outputs = await ClientProgram.outputsOfReadme(language, folder, env);
    expect(outputs).toEqual([
      expect.stringMatching(
        /^\d+ products, the first at 100\n\d+ units available\nWO-\w+ is awaiting_payment with 210(\.0)? to pay\nproduct_not_found 404 /,
      ),
    ]);
  });
});
