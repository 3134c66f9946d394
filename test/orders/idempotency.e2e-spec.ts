import { ORDER_TEXT_NAMES } from '../../src/orders/order-texts.js';
import { OrdersService } from '../../src/orders/orders.service.js';
import { openTransaction } from '../support/database/database.js';
import { rowLock } from '../support/database/locks.js';
import { EXAMPLE_TEXTS, givenProduct, orderBody, SHIPPING, unique } from '../support/shop/given.js';
import { givenShop } from '../support/shop/shop.js';
import { givenTwoApps } from '../support/app.js';
const { one, two } = await givenTwoApps();
const shop = await givenShop(one);
afterAll(() => one.expectInvariants('settings'));

interface PlacedOrder {
  order_number: string;
}

const place = (key: string, body: object, by = shop) =>
  by.orders.placeBody(body).patiently().set('Idempotency-Key', key);

describe('Idempotency-Key', () => {
  it('answers the stored 201 again, regardless of later changes to prices, stock and the order', async () => {
    const { id, sku } = await givenProduct(one, { stock: 2 });
    const key = unique('key');
    const body = orderBody({ sku, quantity: 2 }, { store_order_id: unique('SHOP') });
    const first = await place(key, body).expect(201);
    expect(first.headers).not.toHaveProperty('idempotent-replayed');
    await one.sql`UPDATE products SET base_price_minor = 1 WHERE id = ${id}`;
    const again = await place(key, body, shop.at(two)).expect(201);
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect(again.body).toEqual(first.body);
  });

  it.each([['without a store order id'], ['with one']])(
    'names the order %s to a different body, unless the store order id of that is known',
    async (name) => {
      const { sku } = await givenProduct(one);
      const [key, known, other] = [unique('key'), unique('SHOP'), unique('SHOP')];
      const id = name === 'with one' ? unique('SHOP') : null;
      const first = await place(key, orderBody({ sku, quantity: 1 }, { store_order_id: id }));
      const second = await shop.orders.place({ sku, quantity: 1 }, { store_order_id: known });
      for (const body of [
        orderBody({ sku, quantity: 2 }),
        orderBody({ sku, quantity: 1 }, { store_order_id: other }),
      ]) {
        await place(key, body).expectRefusal(422, 'idempotency_mismatch', {
          order_number: first,
          store_order_id: id,
          order_status: 'awaiting_payment',
          message: expect.stringContaining(first),
        });
      }
      const ofKnown = orderBody({ sku, quantity: 1 }, { store_order_id: known });
      await place(key, ofKnown).expectRefusal(409, 'duplicate_order', {
        order_number: second,
        same_request: true,
      });
    },
  );

  it('finds the order of an edited body by its store order id, in both ways through the service', async () => {
    const { sku } = await givenProduct(one);
    const key = unique('key');
    const rest = { store_order_id: unique('SHOP') };
    const order = await place(key, orderBody({ sku, quantity: 1 }, rest));
    const edited = orderBody({ sku, quantity: 1 }, { ...rest, ...EXAMPLE_TEXTS });
    // Express answers requests with a query.
    const throughExpress = one
      .post('/api/orders?through=express', shop.client.headers, edited)
      .set('Idempotency-Key', key);
    const { body } = await throughExpress.expect(409);
    for (const answer of [await place(key, edited).refused(409), body as object]) {
      expect(answer).toMatchObject({
        code: 'duplicate_order',
        order_number: order,
        order_status: 'awaiting_payment',
        same_request: false,
        differs: ORDER_TEXT_NAMES,
      });
    }
  });

  it('creates one order from simultaneous equal requests, on both instances', async () => {
    const { sku } = await givenProduct(one, { stock: 30 });
    for (let round = 0; round < 5; round += 1) {
      const key = unique('key');
      const body = orderBody({ sku, quantity: 6 });
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          place(key, body, index % 2 ? shop : shop.at(two)).response(),
        ),
      );
      expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(201));
      const numbers = answers.map(({ body: placed }) => (placed as PlacedOrder).order_number);
      expect(new Set(numbers).size).toBe(1);
      expect(answers.filter(({ headers }) => !('idempotent-replayed' in headers))).toHaveLength(1);
    }
    expect(await shop.available(sku)).toBe(0);
  });

  it('is not used up by a refused request', async () => {
    const { sku } = await givenProduct(one, { stock: 1 });
    const key = unique('key');
    await place(key, orderBody({ sku, quantity: 2 })).expect(422);
    const headers = await place(key, orderBody({ sku, quantity: 1 })).headers();
    expect(headers).not.toHaveProperty('idempotent-replayed');
  });

  it('belongs to one client', async () => {
    const other = await givenShop(one);
    const { sku } = await givenProduct(one);
    const key = unique('key');
    const mine = await place(key, orderBody({ sku, quantity: 1 }));
    expect(await place(key, orderBody({ sku, quantity: 1 }), other)).not.toBe(mine);
  });

  it('can be used for a new order after 24 hours', async () => {
    const { sku } = await givenProduct(one);
    const key = unique('key');
    const body = orderBody({ sku, quantity: 1 });
    const first = (await place(key, body).expect(201)).body as PlacedOrder;
    const makeOlder = (age: string): Promise<unknown> =>
      one.sql`UPDATE idempotency_keys SET created_at = now() - ${age}::interval WHERE key = ${key}`;
    await makeOlder('24 hours');
    // Its age alone does nothing: a clock that jumps must not let it make a second order.
    await place(key, body).expect(201).expect(first);
    // Nor does it at a start with a wrong clock: the service has not run that long.
    await one.service(OrdersService).forgetOldKeys();
    await place(key, body).expect(201).expect(first);
    await one.sql`INSERT INTO feed_ticks (at, position)
        SELECT now() - n * interval '70 seconds', 0 FROM generate_series(1, 1210) n`;
    await makeOlder('23 hours 50 minutes');
    await one.service(OrdersService).forgetOldKeys();
    await place(key, body).expect(201).expect(first);
    await makeOlder('24 hours');
    // Nor while it is in use, which must not keep the job from what follows.
    const user = await openTransaction(one.connection);
    await user.query(rowLock('idempotency_keys', key, 'key'));
    await one.service(OrdersService).forgetOldKeys();
    await user.commit();
    await one.service(OrdersService).forgetOldKeys();
    expect(await place(key, body)).not.toBe(first.order_number);
  });

  it('may have 255 characters of ASCII; another is the only problem of an invalid order', async () => {
    const { sku } = await givenProduct(one);
    await place('x'.repeat(255), orderBody({ sku, quantity: 1 })).expect(201);
    for (const key of ['', 'x'.repeat(256), 'clé', 'tab\there']) {
      await place(key, orderBody({ sku, quantity: 0 })).expectProblems(
        'Idempotency-Key invalid_key',
      );
    }
  });
});

it('an invalid order names the order that its store order id has placed, or else its key', async () => {
  const { sku } = await givenProduct(one);
  const [key, otherKey, id] = [unique('key'), unique('key'), unique('SHOP')];
  const order = await place(key, orderBody({ sku, quantity: 1 }, { store_order_id: id }));
  const other = await place(otherKey, orderBody({ sku, quantity: 1 }));
  const invalid = (storeOrderId: unknown): object => ({
    ...orderBody({ sku, quantity: 0 }),
    store_order_id: storeOrderId,
  });
  const refusal = { code: 'validation_failed', errors: [{ field: 'items.0.quantity' }] };
  const named = { order_number: order, store_order_id: id, order_status: 'awaiting_payment' };
  for (const [usedKey, storeOrderId] of [
    [unique('key'), id],
    [unique('key'), ` ${id} `],
    [otherKey, id],
    [key, unique('SHOP')],
    [key, undefined],
  ] as const) {
    const answer = await place(usedKey, invalid(storeOrderId)).refused(422);
    expect(answer).toMatchObject({ ...refusal, ...named });
  }
  expect(await place(otherKey, invalid(null)).refused(422)).toMatchObject({
    ...refusal,
    order_number: other,
    store_order_id: null,
  });
  const stranger = await givenShop(one);
  for (const answer of [
    await place(key, invalid(id), stranger).refused(422),
    await place(unique('key'), invalid(unique('SHOP'))).refused(422),
    await shop.orders.placeBody(invalid(['a'])).refused(422),
  ]) {
    expect(answer.code).toBe('validation_failed');
    expect(answer).not.toHaveProperty('order_number');
  }
  const quoted = await shop.orders.quoteBody(invalid(id)).refused(422);
  expect(quoted).toMatchObject({ ...refusal, ...named });
  expect(quoted).not.toHaveProperty('edited_fields');
  expect(await place(`${key}\u00e9`, invalid(id)).refused(422)).toMatchObject(named);
});

it('names in the refusal of an invalid repetition every field that differs, valid or not', async () => {
  const { sku } = await givenProduct(one);
  const id = unique('SHOP');
  const body = orderBody({ sku, quantity: 1 }, { store_order_id: id, notes: 'Ring twice' });
  const order = await place(unique('key'), body);
  const differsOf = async (change: object) => {
    const answer = await place(unique('key'), { ...body, ...change }).refused(422);
    expect(answer).toMatchObject({ order_number: order });
    expect(answer).not.toHaveProperty('differs');
    return answer.edited_fields;
  };
  const { customer, shipping } = body as { customer: object; shipping: object };
  const phone = { customer: { ...customer, phone: '12' } };
  expect(await differsOf(phone)).toEqual(['customer.phone']);
  expect(
    await differsOf({ ...phone, shipping: { ...shipping, address: '7, Other Street' } }),
  ).toEqual(['customer.phone', 'shipping.address']);
  expect(await differsOf({ items: [{ sku, quantity: 0 }] })).toEqual(['items']);
  expect(await differsOf({ customer: { ...customer, email: 7 }, notes: ['x'] })).toEqual([
    'notes',
    'customer.email',
  ]);
  const invalid = { customer: null, shipping: [], items: {}, notes: null };
  expect(await differsOf(invalid)).toContain('shipping.state');
  await shop.orders.cancel(order);
  expect(await differsOf(phone)).toEqual(['customer.phone']);
});

describe('a phone number and a pincode in other characters', () => {
  const written = [
    ['+91 98765 43210', '560001'],
    ['\u202a+91 98765 43210\u202c', '560 001'],
    ['+91\u201398765\u201343210', '560\u2013001'],
    ['+९१-९८७६५-४३२१०', '५६०००१'],
    ['＋９１９８７６５４３２１０', '５６０００１'],
  ] as const;
  const bodyOf = (sku: string, [phone, pincode]: readonly [string, string], rest: object = {}) =>
    orderBody(
      { sku, quantity: 1 },
      { ...rest, customer: { name: 'Asha Verma', phone }, shipping: { ...SHIPPING, pincode } },
    );

  it('are the same request to the key and the store order id, from whichever side', async () => {
    const { sku } = await givenProduct(one);
    for (const first of [written[0], written[3]]) {
      const [key, id] = [unique('key'), unique('SHOP')];
      const rest = { store_order_id: id };
      const placed = await place(key, bodyOf(sku, first, rest)).expect(201);
      const keyOnly = unique('key');
      const byKey = await place(keyOnly, bodyOf(sku, first)).expect(201);
      for (const again of written) {
        const replay = await place(keyOnly, bodyOf(sku, again)).expect(201);
        expect([replay.body, replay.headers['idempotent-replayed']]).toEqual([byKey.body, 'true']);
        const known = { order_number: (placed.body as PlacedOrder).order_number };
        await place(unique('key'), bodyOf(sku, again, rest)).expectRefusal(409, 'duplicate_order', {
          ...known,
          same_request: true,
          differs: [],
        });
        await shop.orders
          .quoteBody(bodyOf(sku, again, rest))
          .expectRefusal(409, 'duplicate_order', { ...known, same_request: true });
      }
      const other = bodyOf(sku, ['+91 98765 43211', '560001']);
      await place(keyOnly, other).expectRefusal(422, 'idempotency_mismatch');
      await place(unique('key'), { ...other, ...rest }).expectRefusal(409, 'duplicate_order', {
        same_request: false,
        differs: ['customer.phone'],
      });
    }
  });

  it('are kept as they were sent, without what shows nothing', async () => {
    const { sku } = await givenProduct(one);
    const body = bodyOf(sku, ['\u2068+९१\u200b-98765\ufe0d 43210\u2069', '\u200e५६०\u2011००१']);
    const order = await place(unique('key'), body);
    expect(await shop.orders.get(order)).toMatchObject({
      customer: { phone: '+९१-98765 43210' },
      shipping: { pincode: '560001' },
    });
    const customer = { phone: '\u202d+91 98765 43211\u202c' };
    await shop.orders.correct(order, { customer, shipping: { pincode: '５６０００１' } });
    expect(await shop.orders.get(order)).toMatchObject({
      customer: { phone: '+91 98765 43211' },
      shipping: { pincode: '560001' },
    });
  });

  it('are warned of in a header where the number cannot ring', async () => {
    const { sku } = await givenProduct(one);
    const warningOf = async (phone: string): Promise<unknown> => {
      const body = bodyOf(sku, [phone, '560001']);
      const quoted = (await shop.orders.quoteBody(body).expect(200)).headers;
      const placed = (await place(unique('key'), body).expect(201)).headers;
      expect(placed['x-phone-warning']).toBe(quoted['x-phone-warning']);
      return placed['x-phone-warning'];
    };
    expect(await warningOf('+91 98765 43210')).toBeUndefined();
    expect(await warningOf('98765 432')).toBe('too_few_digits');
    expect(await warningOf('99999\u201399999')).toBe('one_digit');
    const order = await place(unique('key'), bodyOf(sku, written[0]));
    const corrected = await shop.orders
      .correct(order, { customer: { phone: '०००००००' } })
      .expect(200);
    expect(corrected.headers['x-phone-warning']).toBe('one_digit');
  });
});
