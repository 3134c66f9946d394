import { problemsOf, type ErrorBody } from '../support/call.js';
import { givenProduct, orderBody } from '../support/shop/given.js';
import { givenSuite } from '../support/shop/shop.js';

const OBJECT_DEPTH = 50_000;

const { app, shop } = await givenSuite();
const { sku } = await givenProduct(app);

describe('the body of an order', () => {
  afterAll(async () => {
    // No refused body ordered anything.
    expect(await shop.available(sku)).toBe(100);
  });

  const send = (body: string | Buffer, type?: string) =>
    app.sendRaw('post', '/api/orders', shop.client.headers, body, type);
  const problemsWith = (fields: Record<string, unknown>) =>
    shop.orders.place({ sku, quantity: 1 }, fields).problems();

  it.each([
    ['truncated JSON', '{"customer":'],
    ['another format', 'customer=Asha'],
    ['bytes that are not UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
  ])('is malformed when it is %s', async (_, body) => {
    const response = await send(body).expect(400);
    expect(response.body).toMatchObject({ success: false, code: 'malformed_json' });
  });

  it('is not quoted in the refusal', async () => {
    expect((await send('{"customer": Asha-secret').expect(400)).text).not.toContain('Asha');
  });

  it.each(['null', '"text"', '5', '[]', '[{}]'])(
    'is refused when it is not an object: %s',
    async (body) => {
      expect(await problemsOf(send(body))).toEqual(['body object_expected']);
    },
  );

  it('is refused when it is nested too deeply', async () => {
    const body = `{"notes":${'['.repeat(OBJECT_DEPTH)}${']'.repeat(OBJECT_DEPTH)}}`;
    expect((await problemsOf(send(body)))[0]).toMatch(/ too_deep$/);
  });

  it('is refused when it is larger than 256 kB', async () => {
    const response = await send(JSON.stringify({ notes: 'x'.repeat(257 * 1024) })).expect(413);
    expect(response.body).toMatchObject({ code: 'payload_too_large' });
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'application/json; charset=latin1'])(
    'is refused with the content type %s',
    async (type) => {
      const response = await send('{}', type).expect(415);
      expect(response.body).toMatchObject({ code: 'unsupported_media_type' });
    },
  );

  it('is refused when it is compressed', async () => {
    await send('{}').set('Content-Encoding', 'gzip').expect(415);
  });

  it('has every required field reported when it is missing', async () => {
    const problems = await problemsOf(app.call('post', '/api/orders', shop.client.headers));
    expect(problems.map((problem) => problem.split(' ')[0])).toEqual([
      ...['customer.name', 'customer.phone', 'shipping.address', 'shipping.city'],
      ...['shipping.state', 'shipping.pincode', 'items'],
    ]);
  });

  it('needs objects in the list of items', async () => {
    expect(await problemsWith({ items: [[{ sku, quantity: 1 }]] })).toEqual([
      'items.0.sku required',
      'items.0.quantity required',
    ]);
  });

  it('may have 100 items; more are refused without validating each', async () => {
    const itemsOf = (count: number) => Array.from({ length: count }, () => ({ sku, quantity: 1 }));
    expect((await problemsWith({ items: itemsOf(101) }))[0]).toBe('items out_of_range');
    expect((await problemsWith({ items: itemsOf(1_000) }))[0]).toBe('items out_of_range');
    expect((await problemsWith({ items: itemsOf(6_000) }))[0]).toBe('body too_large');

    const many = await givenProduct(app, { stock: 100 });
    const items = Array.from({ length: 100 }, () => ({ sku: many.sku, quantity: 1 }));
    const { body } = await shop.orders.place(items).expect(201);
    expect(body).toMatchObject({ items_count: 100, subtotal: 10_000 });
  });

  it('cannot change the prototype of objects', async () => {
    const order = JSON.stringify(orderBody({ sku: 'NO-SUCH', quantity: 1 }));
    const { body } = await send(
      `{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},${order.slice(1)}`,
    ).expect(422);
    expect((body as ErrorBody).code).toBe('unknown_sku');
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });
});
