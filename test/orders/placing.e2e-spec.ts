import { OrderLifecycleService } from '../../src/orders/fulfillment/order-lifecycle.service.js';
import { ShippingService } from '../../src/orders/fulfillment/shipping.service.js';
import { OrderPaymentsService } from '../../src/payments/order-payments/order-payments.service.js';
import { TestApp } from '../support/app.js';
import {
  givenClient,
  givenPlan,
  givenProduct,
  givenShirt,
  orderBody,
  unique,
  type GivenClient,
  type OrderItemBody,
} from '../support/given.js';

interface ErrorBody {
  code: string;
  errors: Record<string, unknown>[];
}

describe('POST /api/orders', () => {
  let app: TestApp;
  let client: GivenClient;
  beforeAll(async () => {
    app = await TestApp.start();
    client = await givenClient(app);
  });
  afterEach(() => app.expectInvariants());
  afterAll(() => app.stop());

  const place = (items: OrderItemBody | OrderItemBody[], rest: Record<string, unknown> = {}) =>
    app.post('/api/orders', client.headers, orderBody(items, rest));
  const stockOf = async (sku: string): Promise<Record<string, unknown>> =>
    (await app.get(`/api/products/${sku}/stock`, client.headers)).body as Record<string, unknown>;

  it('answers the amounts: wholesale price × quantity, plus delivery once a product', async () => {
    const plan = await givenPlan(app, { discountBp: 500 });
    const buyer = await givenClient(app, { plan: plan.code });
    const one = await givenProduct(app, { basePriceMinor: 24_999, deliveryChargeMinor: 3_050 });
    const two = await givenProduct(app, { basePriceMinor: 999, deliveryChargeMinor: 0 });
    const items = [
      { sku: one.sku, quantity: 3 },
      { sku: two.sku, quantity: 10 },
      { sku: one.sku, quantity: 1 },
    ];
    const { body } = await app.post('/api/orders', buyer.headers, orderBody(items)).expect(201);
    expect(body).toEqual({
      success: true,
      order_number: expect.stringMatching(/^WO-[0-9A-HJKMNP-TV-Z]{10}$/),
      // 237.49 × 4 + 9.49 × 10
      subtotal: 1_044.86,
      delivery: 30.5,
      total: 1_075.36,
      items_count: 3,
      status: 'awaiting_payment',
      message: expect.any(String),
    });
  });

  it('takes the highest delivery charge where that is the policy', async () => {
    const other = await TestApp.start({ DELIVERY_POLICY: 'highest' });
    const buyer = await givenClient(other);
    const light = await givenProduct(other, { deliveryChargeMinor: 1_000 });
    const heavy = await givenProduct(other, { deliveryChargeMinor: 9_000 });
    const items = [light, heavy].map(({ sku }) => ({ sku, quantity: 1 }));
    const { body } = await other.post('/api/orders', buyer.headers, orderBody(items)).expect(201);
    expect(body).toMatchObject({ subtotal: 200, delivery: 90, total: 290 });
    await other.stop();
  });

  it('ignores prices and whatever else it does not know, and names it', async () => {
    const { sku } = await givenProduct(app);
    const item = { sku, quantity: 1, price: 0.01, unit_price: 1 };
    const { body, headers } = await place(item, {
      total: 1,
      subtotal_minor: 1,
      client_id: 1,
      status: 'paid',
      'Präis, x': 1,
      customer: { name: 'A', phone: '9876543210', vip: true },
    }).expect(201);
    expect(body).toMatchObject({ subtotal: 100, total: 110 });
    const named = (headers['x-ignored-fields'] ?? '').split(', ').sort();
    expect(named).toEqual(
      [
        'Pr%C3%A4is%2C%20x',
        'client_id',
        'customer.vip',
        'items.0.price',
        'items.0.unit_price',
        'status',
        'subtotal_minor',
        'total',
      ].sort(),
    );
  });

  it('freezes prices, delivery and total', async () => {
    const { id, sku } = await givenProduct(app);
    const placed = await place({ sku, quantity: 2 }).expect(201);
    const { order_number: number } = placed.body as { order_number: string };
    await app.dataSource.query(
      'UPDATE products SET base_price_minor = 1, delivery_charge_minor = 99999 WHERE id = $1',
      [id],
    );
    const { body } = await app.get(`/api/orders/${number}/status`, client.headers).expect(200);
    expect(body).toMatchObject({
      total_amount: 210,
      items: [{ unit_price: 100, line_total: 200 }],
    });
  });

  it('reserves the stock at once', async () => {
    const { sku } = await givenProduct(app, { stock: 10 });
    await place({ sku, quantity: 4 }).expect(201);
    expect(await stockOf(sku)).toMatchObject({ stock_qty: 6 });
  });

  it('keeps what was sent, trimmed; blank and null optional texts are absent', async () => {
    const { sku } = await givenProduct(app);
    const placed = await place(
      { sku, quantity: 1, variation: '  anything  ' },
      {
        customer: { name: '  Asha Verma ', phone: ' (020) 2567-8899 ', email: '  ' },
        shipping: {
          address: 'Line one\nLine two',
          city: 'Pune',
          state: 'MH',
          pincode: '411 004',
          country: null,
        },
        store_order_id: '   ',
        notes: 'First\r\nSecond',
      },
    ).expect(201);
    const { order_number: number } = placed.body as { order_number: string };
    const [row] = await app.dataSource.query<object[]>(
      'SELECT * FROM orders WHERE order_number = $1',
      [number],
    );
    expect(row).toMatchObject({
      customer_name: 'Asha Verma',
      customer_phone: '(020) 2567-8899',
      customer_email: null,
      shipping_address: 'Line one\nLine two',
      shipping_pincode: '411004',
      shipping_country: 'India',
      store_order_id: null,
      notes: 'First\r\nSecond',
    });
    const { body } = await app.get(`/api/orders/${number}/status`, client.headers);
    expect(body).toMatchObject({ items: [{ variation: 'anything', variation_key: null }] });
  });

  describe('variations', () => {
    it.each([
      ['the exact key', 'Size:M|Colour:Red'],
      ['the documented form', 'M / Red'],
      ['other separators', 'M|Red'],
      ['another order', 'Red, M'],
      ['names and another case', 'COLOUR: red / size: m'],
    ])('are found by %s', async (_, variation) => {
      const { sku } = await givenShirt(app);
      await place({ sku, quantity: 2, variation }).expect(201);
      expect(await stockOf(sku)).toMatchObject({
        stock_qty: 38,
        variation_stocks: { 'Size:M|Colour:Red': 8 },
      });
    });

    it('are shown as sent and as understood', async () => {
      const { sku } = await givenShirt(app);
      await place({ sku, quantity: 1, variation: 'red / l' }, { store_order_id: 'V-1' }).expect(
        201,
      );
      const { body } = await app.get('/api/orders/V-1/status', client.headers).expect(200);
      expect(body).toMatchObject({
        items: [{ variation: 'red / l', variation_key: 'Size:L|Colour:Red' }],
      });
    });

    it.each([
      ['variation_required', undefined],
      ['variation_required', ' '],
      ['variation_unknown', 'XXL / Red'],
      ['variation_unknown', 'M'],
    ])('are refused as %s with the keys that would do: %p', async (code, variation) => {
      const { sku } = await givenShirt(app);
      const { body } = await place({ sku, quantity: 1, variation }).expect(422);
      expect(body).toMatchObject({ code, errors: [{ field: 'items.0.variation', code }] });
      expect((body as ErrorBody).errors[0]?.keys).toContain('Size:M|Colour:Red');
    });

    it('are refused as variation_ambiguous with the candidates', async () => {
      const { sku } = await givenProduct(app, {
        variations: [
          { name: 'Inner', values: ['Red', 'Blue'] },
          { name: 'Outer', values: ['Blue', 'Red'] },
          { name: 'Size', values: ['S'] },
        ],
        stock: { 'Inner:Red|Outer:Blue|Size:S': 5 },
      });
      const { body } = await place({ sku, quantity: 1, variation: 'S / Red / Blue' }).expect(422);
      expect(body).toMatchObject({ code: 'variation_ambiguous' });
      expect((body as ErrorBody).errors[0]?.keys).toEqual([
        'Inner:Red|Outer:Blue|Size:S',
        'Inner:Blue|Outer:Red|Size:S',
      ]);
    });

    it('need no choice where there is one combination only', async () => {
      const { sku } = await givenProduct(app, {
        variations: [{ name: 'Size', values: ['One'] }],
        stock: { 'Size:One': 5 },
      });
      await place({ sku, quantity: 1 }).expect(201);
      expect(await stockOf(sku)).toMatchObject({ stock_qty: 4 });
    });
  });

  describe('refusals for the items', () => {
    it('judge all lines and come all at once; nothing is reserved', async () => {
      const plenty = await givenProduct(app, { stock: 50 });
      const few = await givenProduct(app, { stock: 2 });
      const shirt = await givenShirt(app);
      const inactive = await givenProduct(app, { active: false });
      const { body } = await place([
        { sku: plenty.sku, quantity: 1 },
        { sku: 'NO-SUCH', quantity: 1 },
        { sku: inactive.sku, quantity: 1 },
        { sku: few.sku, quantity: 3 },
        { sku: shirt.sku, quantity: 1 },
      ]).expect(422);
      expect(body).toMatchObject({ code: 'validation_failed' });
      expect((body as ErrorBody).errors).toEqual([
        expect.objectContaining({ field: 'items.1.sku', code: 'unknown_sku' }),
        expect.objectContaining({ field: 'items.2.sku', code: 'unknown_sku' }),
        expect.objectContaining({
          field: 'items.3.quantity',
          code: 'insufficient_stock',
          requested: 3,
          available: 2,
        }),
        expect.objectContaining({ field: 'items.4.variation', code: 'variation_required' }),
      ]);
      expect(await stockOf(plenty.sku)).toMatchObject({ stock_qty: 50 });
    });

    it('carry the code of the one kind of problem there is', async () => {
      const { sku } = await givenProduct(app, { stock: 2 });
      const short = await place({ sku, quantity: 3 }).expect(422);
      expect(short.body).toMatchObject({ code: 'insufficient_stock' });
      const unknown = await place({ sku: 'NO-SUCH', quantity: 3 }).expect(422);
      expect(unknown.body).toMatchObject({ code: 'unknown_sku' });
    });

    it('sum lines of the same product and combination', async () => {
      const { sku } = await givenShirt(app);
      const line = (quantity: number, variation: string): OrderItemBody => ({
        sku,
        quantity,
        variation,
      });
      const { body } = await place([
        line(6, 'M / Red'),
        line(10, 'L / Red'),
        line(5, 'Red / M'),
      ]).expect(422);
      const short = { code: 'insufficient_stock', requested: 11, available: 10 };
      expect((body as ErrorBody).errors).toEqual([
        expect.objectContaining({ field: 'items.0.quantity', ...short }),
        expect.objectContaining({ field: 'items.2.quantity', ...short }),
      ]);
      await place([line(6, 'M / Red'), line(4, 'Red / M')]).expect(201);
    });
  });

  describe('store_order_id', () => {
    it('can be used once by a client, and says what it is used for', async () => {
      const { sku } = await givenProduct(app);
      const id = unique('SHOP');
      const first = await place({ sku, quantity: 1 }, { store_order_id: id }).expect(201);
      const { order_number: number } = first.body as { order_number: string };
      const again = await place({ sku, quantity: 1 }, { store_order_id: ` ${id} ` }).expect(409);
      expect(again.body).toMatchObject({
        code: 'duplicate_order',
        order_number: number,
        order_status: 'awaiting_payment',
        same_request: true,
      });
      const changed = await place({ sku, quantity: 2 }, { store_order_id: id }).expect(409);
      expect(changed.body).toMatchObject({ order_number: number, same_request: false });
      expect(await stockOf(sku)).toMatchObject({ stock_qty: 99 });
    });

    it('answers 409 also when the repeated order could not be placed any more', async () => {
      const { sku } = await givenProduct(app, { stock: 1 });
      const id = unique('SHOP');
      await place({ sku, quantity: 1 }, { store_order_id: id }).expect(201);
      await place({ sku, quantity: 1 }, { store_order_id: id }).expect(409);
      await place({ sku: 'NO-SUCH', quantity: 1 }, { store_order_id: id }).expect(409);
    });

    it('stays taken after the order was cancelled', async () => {
      const { sku } = await givenProduct(app);
      const id = unique('SHOP');
      const placed = await place({ sku, quantity: 1 }, { store_order_id: id }).expect(201);
      await app
        .service(OrderLifecycleService)
        .cancel((placed.body as { order_number: string }).order_number);
      const { body } = await place({ sku, quantity: 1 }, { store_order_id: id }).expect(409);
      expect(body).toMatchObject({ order_status: 'cancelled' });
    });

    it('may be the same for two clients', async () => {
      const { sku } = await givenProduct(app);
      const other = await givenClient(app);
      const id = unique('SHOP');
      const body = orderBody({ sku, quantity: 1 }, { store_order_id: id });
      await app.post('/api/orders', client.headers, body).expect(201);
      await app.post('/api/orders', other.headers, body).expect(201);
    });
  });
});

describe('GET /api/orders/{order_number}/status', () => {
  let app: TestApp;
  let client: GivenClient;
  beforeAll(async () => {
    app = await TestApp.start();
    client = await givenClient(app);
  });
  afterAll(() => app.stop());

  const ISO_UTC = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

  it('is found by order number and by store order id', async () => {
    const { sku } = await givenProduct(app, { name: 'Tawa' });
    const placed = await app
      .post(
        '/api/orders',
        client.headers,
        orderBody({ sku, quantity: 2 }, { store_order_id: 'A/1 #2' }),
      )
      .expect(201);
    const { order_number: number } = placed.body as { order_number: string };
    const byNumber = await app.get(`/api/orders/${number}/status`, client.headers).expect(200);
    const byId = await app
      .get(`/api/orders/${encodeURIComponent('A/1 #2')}/status`, client.headers)
      .expect(200);
    expect(byId.body).toEqual(byNumber.body);
    expect(byNumber.body).toEqual({
      success: true,
      order_number: number,
      store_order_id: 'A/1 #2',
      status: 'awaiting_payment',
      payment_status: 'unpaid',
      total_amount: 210,
      tracking: { courier: null, tracking_number: null, tracking_url: null, shipped_at: null },
      items: [
        {
          sku,
          name: 'Tawa',
          variation: null,
          variation_key: null,
          quantity: 2,
          unit_price: 100,
          line_total: 200,
        },
      ],
      timeline: [{ status: 'awaiting_payment', changed_at: expect.stringMatching(ISO_UTC) }],
    });
  });

  it('follows the order until it is delivered', async () => {
    const { sku } = await givenProduct(app, { stock: 10 });
    const placed = await app
      .post('/api/orders', client.headers, orderBody({ sku, quantity: 4 }))
      .expect(201);
    const { order_number: number } = placed.body as { order_number: string };
    const life = app.service(OrderLifecycleService);
    const shipping = app.service(ShippingService);
    const parcel = {
      courier: 'BlueLine',
      trackingNumber: 'BL1',
      trackingUrl: 'https://track.example.com/BL1',
      shippedAt: new Date('2026-01-02T03:04:05.678Z'),
    };
    await app.service(OrderPaymentsService).pay(number, { method: 'cash', reference: null });
    await shipping.ship(number, { ...parcel, items: [{ line: 1, quantity: 1 }] });
    const partly = await app.get(`/api/orders/${number}/status`, client.headers);
    expect(partly.body).toMatchObject({ status: 'partially_shipped', payment_status: 'paid' });

    await shipping.ship(number, { ...parcel, trackingNumber: 'BL2', items: null });
    await life.deliver(number);
    const { body } = await app.get(`/api/orders/${number}/status`, client.headers).expect(200);
    expect(body).toMatchObject({
      status: 'delivered',
      tracking: {
        courier: 'BlueLine',
        tracking_number: 'BL2',
        tracking_url: 'https://track.example.com/BL1',
        shipped_at: '2026-01-02T03:04:05.678Z',
      },
    });
    const { timeline } = body as { timeline: { status: string; changed_at: string }[] };
    expect(timeline.map(({ status }) => status)).toEqual([
      'awaiting_payment',
      'pending',
      'partially_shipped',
      'shipped',
      'delivered',
    ]);
    const instants = timeline.map(({ changed_at }) => changed_at);
    expect(instants).toEqual([...instants].sort());
    await app.expectInvariants();
  });

  it.each(['nothing', 'WO-0000000000', '%00', '%ff', 'x'.repeat(500)])(
    'answers 404 for %p',
    async (reference) => {
      await app.get(`/api/orders/${reference}/status`, client.headers).expect(404);
    },
  );
});
