import { givenProduct, givenShirt, orderBody } from '../support/shop/given.js';
import { givenSuite } from '../support/shop/shop.js';

/** Makes an order's body with other values at dotted paths. */
function orderWith(sku: string, values: Record<string, unknown>): Record<string, unknown> {
  const body = structuredClone(orderBody({ sku, quantity: 1 }));
  for (const [path, value] of Object.entries(values)) {
    const keys = path.split('.');
    const last = keys.pop() ?? '';
    const holder = keys.reduce<object>((outer, key) => Reflect.get(outer, key) as object, body);
    Reflect.set(holder, last, value);
  }
  return body;
}

/** Values that a field refuses, each with its error code. */
const BAD_VALUES: [path: string, value: unknown, code: string][] = [
  ['customer.name', ' \t\n', 'required'],
  ['customer.name', '\u200b \ufeff\u2060', 'required'],
  ['customer.phone', '+', 'invalid_phone'],
  ['customer.phone', '- ( ) .', 'invalid_phone'],
  ['customer.phone', '98765432IO', 'invalid_phone'],
  ['customer.phone', '\u200b\u202a', 'required'],
  ['customer.phone', '98765 43210 ext 5', 'invalid_phone'],
  ['customer.phone', '98765 43210 98765 43210', 'too_long'],
  ['customer.email', 'asha@', 'invalid_email'],
  ['customer.email', '\ud800', 'invalid_characters'],
  ['customer.email', 'asha@example', 'invalid_email'],
  ['customer.email', 'asha verma@example.com', 'invalid_email'],
  ['customer.email', 'asha@exam\u00adple.com', 'invalid_email'],
  ['customer.email', 'as\u200bha@example.com', 'invalid_email'],
  ['customer.email', 'asha@example\uff0ecom', 'invalid_email'],
  ['shipping.address', '14\tLake View Road', 'invalid_characters'],
  ['shipping.address', '14\u0085Lake View Road', 'invalid_characters'],
  ['shipping.city', 'Pu\r\nne', 'invalid_characters'],
  ['shipping.pincode', '5600011', 'invalid_pincode'],
  ['shipping.pincode', '56000l', 'invalid_pincode'],
  ['shipping.pincode', '५६०००', 'invalid_pincode'],
  ['items.0.quantity', '1e3', 'integer_expected'],
  ['items.0.quantity', 0.1 + 0.2, 'integer_expected'],
  ['items.0.quantity', -0, 'out_of_range'],
  ['items.0.quantity', 1e21, 'out_of_range'],
  ['items.0.quantity', 2 ** 53 + 2, 'out_of_range'],
  ['store_order_id', '.', 'reserved_form'],
  ['store_order_id', '..', 'reserved_form'],
  ['store_order_id', 'SHOP\t1001', 'invalid_characters'],
  ['notes', 'ring\u007f', 'invalid_characters'],
];
const { app, shop } = await givenSuite();
await givenProduct(app, { sku: 'MUG', stock: 5 });
await givenProduct(app, { sku: 'OFF', active: false });
await givenProduct(app, { sku: 'UNPRICED', basePriceMinor: null });
const { sku: shirt } = await givenShirt(app, { 'Size:M|Colour:Red': 0 });
afterAll(async () => {
  expect(await app.sql`SELECT FROM orders`).toEqual([]);
});

const problemsWith = (values: Record<string, unknown>): Promise<string[]> =>
  shop.orders.placeBody(orderWith('MUG', values)).problems();

describe('a field of an order', () => {
  it.each(BAD_VALUES)('refuses a wrong value: %s %j is %s', async (path, value, code) => {
    expect(await problemsWith({ [path]: value })).toEqual([`${path} ${code}`]);
  });

  it('is reported with all other invalid fields, by dotted paths, in one response', async () => {
    const body = {
      customer: { name: 5, phone: 'call me', email: 'nobody' },
      shipping: { address: 'x', city: '  ', state: ['MH'], pincode: '012345' },
      items: [
        { sku: 'MUG', quantity: 0 },
        { quantity: '2' },
        'three',
        { sku: 'MUG', quantity: 1, variation: 4 },
      ],
      store_order_id: 'WO-0123456789',
      notes: 'tab\there',
    };
    await shop.orders
      .placeBody(body)
      .expectProblems(
        'customer.name string_expected',
        'customer.phone invalid_phone',
        'customer.email invalid_email',
        'shipping.city required',
        'shipping.state string_expected',
        'shipping.pincode invalid_pincode',
        'items.0.quantity out_of_range',
        'items.1.sku required',
        'items.1.quantity integer_expected',
        'items.2.sku required',
        'items.2.quantity required',
        'items.3.variation string_expected',
        'store_order_id reserved_form',
        'notes invalid_characters',
      );
  });

  it.each([
    ['a NUL', 'a\u0000b'],
    ['another control character', 'a\u001bb'],
    ['a line break outside of address and notes', 'a\nb'],
    ['a lone surrogate', '\ud800'],
  ])('refuses %s', async (_, text) => {
    const items = [{ sku: text, quantity: 1, variation: text }];
    expect(await problemsWith({ store_order_id: text, items })).toEqual([
      'items.0.sku invalid_characters',
      'items.0.variation invalid_characters',
      'store_order_id invalid_characters',
    ]);
  });

  it.each([
    ['customer.name', 120],
    ['shipping.address', 500],
    ['store_order_id', 64],
    ['notes', 1_000],
  ])('counts characters, not bytes: %s may have %i', async (field, max) => {
    const textOf = (length: number): string => '🧺'.repeat(length);
    expect(await problemsWith({ [field]: textOf(max + 1) })).toEqual([`${field} too_long`]);
    // Refused for its items only, so that nothing is ordered.
    const body = orderWith('NO-SUCH', { [field]: textOf(max) });
    await shop.orders.placeBody(body).expectRefusal(422, 'unknown_sku');
  });

  it.each([
    ['9876543210', true],
    ['+91 (98765) 432.10', true],
    ['1234567', true],
    ['\u202a+91 98765 43210\u202c', true],
    ['+91\u200b98765\ufe0d43210', true],
    ['\u2068+91 98765 43210\u2069\u200e\u00ad\u3164', true],
    ['+91\u201398765\u201143210', true],
    ['98765\u221243210', true],
    ['＋９１　（９８７６５）４３２１０', true],
    ['+९१ ९८७६५ ४३२१०', true],
    ['௯௮௭௬௫௪௩௨௧௦', true],
    ['۹۸۷۶۵۴۳۲۱۰', true],
    ['²³⁴⁵⁶⁷⁸⁹', false],
    ['123456', false],
    ['1234567890123456', false],
    ['++919876543210', false],
    ['98765x43210', false],
  ])('checks the form of a phone number: %p is accepted: %p', async (phone, isAccepted) => {
    const problems = await problemsWith({ customer: { name: 'A', phone }, items: [] });
    expect(problems.some((text) => text.startsWith('customer.phone '))).toBe(!isAccepted);
  });

  it.each([
    ['560001', undefined, true],
    ['560 001', 'India', true],
    ['५६०००१', 'India', true],
    ['５６０\u2013００１', undefined, true],
    ['\u2066560\u200b001\u2069', 'Bharat', true],
    ['SW1A\u20111AA', 'United Kingdom', true],
    ['056001', 'india', false],
    ['56000', undefined, false],
    ['SW1A 1AA', 'United Kingdom', true],
    ['SW1A 1AA', 'India', false],
    ['12', 'Monaco', false],
  ])(
    'checks a pincode by its country: %p in %p is accepted: %p',
    async (pincode, country, isAccepted) => {
      const shipping = { address: 'a', city: 'c', state: 's', pincode, country };
      const problems = await problemsWith({ shipping, items: [] });
      expect(problems.some((text) => text.startsWith('shipping.pincode '))).toBe(!isAccepted);
    },
  );
});

describe('the items and the key of an order', () => {
  it.each([
    ['mug', 1, null, 'unknown_sku', 'sku'],
    ['OFF', 1, null, 'unknown_sku', 'sku'],
    ['UNPRICED', 1, null, 'unknown_sku', 'sku'],
    ['MUG', 10_000, 'any', 'insufficient_stock', 'quantity'],
    ['a shirt', 1, 'Colour:M|Size:Red', 'variation_unknown', 'variation'],
    ['a shirt', 1, 'M / Red', 'insufficient_stock', 'quantity'],
  ])(
    'are refused: %s × %j, variation %j, is %s',
    async (name, quantity, variation, code, field) => {
      const sku = name === 'a shirt' ? shirt : name;
      const refusal = await shop.orders.place({ sku, quantity, variation }).refused(422);
      expect(refusal).toMatchObject({ code, errors: [{ field: `items.0.${field}`, code }] });
    },
  );

  it.each(['', 'x'.repeat(256), 'clé'])('are refused with the Idempotency-Key %j', async (key) => {
    const order = shop.orders.place({ sku: 'MUG', quantity: 1 }).set('Idempotency-Key', key);
    await order.expectProblems('Idempotency-Key invalid_key');
  });

  it('are refused for the Idempotency-Key alone even if the body is also invalid', async () => {
    const order = shop.orders.place({ sku: 'MUG', quantity: 0 }).set('Idempotency-Key', '');
    await order.expectProblems('Idempotency-Key invalid_key');
  });
});
