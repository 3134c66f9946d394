import {
  givenProduct,
  givenShirt,
  orderBody,
  unique,
  type OrderItemBody,
} from '../support/shop/given.js';
import { givenSuite } from '../support/shop/shop.js';
const { app, shop, admin } = await givenSuite();

describe('the variation of an item', () => {
  it('is shown as sent and as understood', async () => {
    const { sku } = await givenShirt(app);
    const order = await shop.orders.place({ sku, quantity: 2, variation: 'red / l' });
    expect(await shop.orders.status(order)).toMatchObject({
      items: [{ variation: 'red / l', variation_key: 'Size:L|Colour:Red' }],
    });
    expect(await shop.products.stock(sku)).toMatchObject({
      stock_qty: 38,
      variation_stocks: { 'Size:L|Colour:Red': 8 },
    });
  });

  it.each([
    ['variation_required', undefined],
    ['variation_required', ' '],
    ['variation_unknown', 'XXL / Red'],
    ['variation_unknown', 'M'],
  ])('is refused as %s with the valid keys: %p', async (code, variation) => {
    const { sku } = await givenShirt(app);
    const refusal = await shop.orders.place({ sku, quantity: 1, variation }).refused(422);
    expect(refusal).toMatchObject({ code, errors: [{ field: 'items.0.variation', code }] });
    expect(refusal.errors[0]?.keys).toContain('Size:M|Colour:Red');
  });

  it('is refused as variation_ambiguous with the candidates', async () => {
    const { sku } = await givenProduct(app, {
      variations: [
        { name: 'Inner', values: ['Red', 'Blue'] },
        { name: 'Outer', values: ['Blue', 'Red'] },
        { name: 'Size', values: ['S'] },
      ],
      stock: { 'Inner:Red|Outer:Blue|Size:S': 5 },
    });
    const order = shop.orders.place({ sku, quantity: 1, variation: 'S / Red / Blue' });
    const refusal = await order.refused(422);
    expect(refusal).toMatchObject({ code: 'variation_ambiguous' });
    const candidates = ['Inner:Red|Outer:Blue|Size:S', 'Inner:Blue|Outer:Red|Size:S'];
    expect(refusal.errors[0]?.keys).toEqual(candidates);
  });
});

describe('the code of a combination', () => {
  const KEYS = { red: 'Size:M|Colour:Red', blue: 'Size:L|Colour:Blue' };
  const givenCoded = async () => {
    const [red, blue] = [unique('M-RED'), unique('L-BLUE')];
    const variationCodes = { [KEYS.red]: red, [KEYS.blue]: blue };
    const { sku } = await givenShirt(app, {}, { variationCodes });
    return { sku, red, blue };
  };

  it('is taken as variation, in any letter case, and alone in place of the SKU', async () => {
    const { sku, red, blue } = await givenCoded();
    const items = [
      { sku, quantity: 1, variation: ` ${red.toLowerCase()} ` },
      { sku: blue, quantity: 2 },
      { sku: red, quantity: 3, variation: 'M / Red' },
    ];
    expect(await shop.orders.quote(items)).toMatchObject({ items: [{ sku }, { sku }, { sku }] });
    const order = await shop.orders.place(items);
    expect(await shop.orders.status(order)).toMatchObject({
      items: [
        { sku, variation: red.toLowerCase(), variation_key: KEYS.red, quantity: 1 },
        { sku, variation: null, variation_key: KEYS.blue, quantity: 2 },
        { sku, variation: 'M / Red', variation_key: KEYS.red, quantity: 3 },
      ],
    });
    expect(await shop.products.stock(sku)).toMatchObject({
      variation_stocks: { [KEYS.red]: 6, [KEYS.blue]: 8 },
    });
  });

  it('names the same order as the SKU and the key', async () => {
    const { sku, red } = await givenCoded();
    const store_order_id = unique('WEB');
    const bodyOf = (item: OrderItemBody) => orderBody([item], { store_order_id });
    const order = await shop.orders.placeBody(bodyOf({ sku: red, quantity: 2 }));
    for (const item of [
      { sku, quantity: 2, variation: KEYS.red },
      { sku, quantity: 2, variation: red },
    ]) {
      const known = { order_number: order, differs: [] };
      await shop.orders.placeBody(bodyOf(item)).expectRefusal(409, 'duplicate_order', known);
    }
    const other = bodyOf({ sku, quantity: 2, variation: KEYS.blue });
    await shop.orders
      .placeBody(other)
      .expectRefusal(409, 'duplicate_order', { differs: ['items'] });
  });

  it('is refused next to another combination, of another product, and in another letter case as SKU', async () => {
    const { sku, red } = await givenCoded();
    const other = await givenShirt(app);
    const refusedOf = async (item: Omit<OrderItemBody, 'quantity'>) =>
      (await shop.orders.place([{ quantity: 1, ...item }]).refused(422)).errors;
    expect(await refusedOf({ sku: red, variation: 'L / Blue' })).toMatchObject([
      { field: 'items.0.variation', code: 'variation_unknown', keys: [KEYS.red] },
    ]);
    expect(await refusedOf({ sku: other.sku, variation: red })).toMatchObject([
      { field: 'items.0.variation', code: 'variation_unknown' },
    ]);
    expect(await refusedOf({ sku: red.toLowerCase() })).toMatchObject([{ code: 'unknown_sku' }]);
    expect(await refusedOf({ sku, variation: `${red}-X` })).toMatchObject([
      { code: 'variation_unknown' },
    ]);
  });

  it('gives way to a SKU and to a value, and is refused where several products have it', async () => {
    const code = unique('TWICE');
    const variationCodes = { [KEYS.red]: code, [KEYS.blue]: 'M' };
    const first = await givenShirt(app, {}, { variationCodes });
    const second = await givenShirt(app, {}, { variationCodes });
    const [problem] = (await shop.orders.place([{ sku: code, quantity: 1 }]).refused(422)).errors;
    expect(problem).toMatchObject({ field: 'items.0.sku', code: 'unknown_sku' });
    for (const { sku } of [first, second]) expect(problem!.message).toContain(sku);
    // A value of the size: a value wins over a code.
    const single = await givenProduct(app, {
      variations: [{ name: 'Size', values: ['M', 'L'] }],
      variationCodes: { 'Size:L': 'M' },
      stock: { 'Size:M': 5, 'Size:L': 5 },
    });
    const order = await shop.orders.place({ sku: single.sku, quantity: 1, variation: 'm' });
    expect(await shop.orders.status(order)).toMatchObject({ items: [{ variation_key: 'Size:M' }] });
    const { sku } = await givenProduct(app, { sku: code, stock: 3 });
    await shop.orders.place({ sku: code, quantity: 1 });
    expect(await shop.available(sku)).toBe(2);
  });

  it('ends with the change that takes it from its product', async () => {
    const { sku, red } = await givenCoded();
    await shop.orders.place({ sku: red, quantity: 1 });
    await admin.products.change(sku, { variation_codes: { [KEYS.blue]: red } });
    const order = await shop.orders.place({ sku: red, quantity: 1 });
    expect(await shop.orders.status(order)).toMatchObject({
      items: [{ sku, variation_key: KEYS.blue }],
    });
    await admin.products.change(sku, { variation_codes: null });
    await shop.orders.place({ sku: red, quantity: 1 }).refused(422);
  });
});

describe('an order whose items are refused', () => {
  it('names the problems of all items at once, and reserves nothing', async () => {
    const plenty = await givenProduct(app, { stock: 50 });
    const few = await givenProduct(app, { stock: 2 });
    const shirt = await givenShirt(app);
    const inactive = await givenProduct(app, { active: false });
    const unpriced = await givenProduct(app, { basePriceMinor: null });
    const refusal = await shop.orders
      .place([
        { sku: plenty.sku, quantity: 1 },
        { sku: 'NO-SUCH', quantity: 1 },
        { sku: inactive.sku, quantity: 1 },
        { sku: few.sku, quantity: 3 },
        { sku: shirt.sku, quantity: 1 },
        { sku: unpriced.sku, quantity: 1 },
      ])
      .refused(422);
    expect(refusal).toMatchObject({ code: 'validation_failed' });
    const short = { code: 'insufficient_stock', requested: 3, available: 2 };
    expect(refusal.errors).toMatchObject([
      { field: 'items.1.sku', code: 'unknown_sku' },
      { field: 'items.2.sku', code: 'unknown_sku' },
      { field: 'items.3.quantity', ...short },
      { field: 'items.4.variation', code: 'variation_required' },
      { field: 'items.5.sku', code: 'unknown_sku' },
    ]);
    expect(await shop.available(plenty.sku)).toBe(50);
  });

  it('names them together with the fields that are invalid', async () => {
    const few = await givenProduct(app, { stock: 2 });
    const shirt = await givenShirt(app);
    const items = [
      { sku: few.sku, quantity: 0 },
      { sku: 'NO-SUCH', quantity: 1 },
      { sku: 'NO-SUCH', quantity: 1_000_000 },
      { sku: shirt.sku, quantity: 1.5, variation: 'XXL' },
      { sku: few.sku, quantity: 3 },
      { sku: few.sku, quantity: -5, variation: 7 },
      'a shirt',
      { sku: ' ', quantity: 1 },
    ];
    const body = { ...orderBody([]), items };
    const expected = [
      'items.0.quantity out_of_range',
      'items.2.quantity out_of_range',
      'items.3.quantity integer_expected',
      'items.5.quantity out_of_range',
      'items.5.variation string_expected',
      'items.6.sku required',
      'items.6.quantity required',
      'items.7.sku required',
      'items.1.sku unknown_sku',
      'items.2.sku unknown_sku',
      'items.3.variation variation_unknown',
      'items.4.quantity insufficient_stock',
    ];
    await shop.orders.placeBody(body).expectProblems(...expected);
    await shop.orders.quoteBody({ items }).expectProblems(...expected);
    await shop.orders.placeBody({ ...body, items: 'none' }).expectProblems('items list_expected');
  });

  it('counts items of the same product and combination together', async () => {
    const { sku } = await givenShirt(app);
    const item = (quantity: number, variation: string) => ({ sku, quantity, variation });
    const tooMany = [item(6, 'M / Red'), item(10, 'L / Red'), item(5, 'Red / M')];
    const short = { code: 'insufficient_stock', requested: 11, available: 10 };
    expect((await shop.orders.place(tooMany).refused(422)).errors).toMatchObject([
      { field: 'items.0.quantity', ...short },
      { field: 'items.2.quantity', ...short },
    ]);
    await shop.orders.place([item(6, 'M / Red'), item(4, 'Red / M')]);
  });
});
