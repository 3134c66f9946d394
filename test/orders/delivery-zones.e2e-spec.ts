import { problemsOf } from '../support/call.js';
import { givenProduct, orderBody } from '../support/shop/given.js';
import { whileLocked } from '../support/database/locks.js';
import { givenSuite } from '../support/shop/shop.js';

const SHIPPING = { address: '1, Fort Road', city: 'Leh', state: 'Ladakh' };
const BENGALURU = { ...SHIPPING, pincode: '560001' };
const SRINAGAR = { ...SHIPPING, pincode: '190001' };
const LEH = { ...SHIPPING, pincode: '194 101' };
const NEW_YORK = { ...SHIPPING, pincode: '10001', country: 'United States' };

const { app, admin, shop } = await givenSuite();
const { sku } = await givenProduct(app, { stock: 1_000 });

describe('delivery zones', () => {
  beforeEach(() =>
    admin.deliveryZones.replace(
      { country: 'India', pincode_prefix: '19', surcharge: 45.5 },
      { country: 'IN', pincode_prefix: '1941', serviceable: false },
      { country: '*', serviceable: false },
    ),
  );

  const items = () => [{ sku, quantity: 2 }];
  const body = (shipping: object, rest: object = {}) => orderBody(items(), { shipping, ...rest });
  const total = async (shipping: object) => {
    const { delivery, total: sum } = await shop.orders.quoteBody(body(shipping));
    const order = await shop.orders.placeBody(body(shipping));
    expect((await shop.orders.status(order)).total_amount).toBe(sum);
    return [delivery, sum];
  };

  it('add their surcharge once to the delivery of an order', async () => {
    expect(await total(BENGALURU)).toEqual([10, 210]);
    expect(await total(SRINAGAR)).toEqual([55.5, 255.5]);
  });

  it('refuse orders and quotes outside of all zones, together with other problems', async () => {
    for (const shipping of [LEH, NEW_YORK]) {
      const refused = { code: 'not_serviceable', errors: [{ field: 'shipping.pincode' }] };
      expect(await shop.orders.placeBody(body(shipping)).refused(422)).toMatchObject(refused);
      expect(await shop.orders.quoteBody(body(shipping)).refused(422)).toMatchObject(refused);
    }
    const wrong = { ...body(LEH), items: [{ sku: 'UNKNOWN', quantity: 1 }] };
    await shop.orders
      .placeBody(wrong)
      .expectProblems('items.0.sku unknown_sku', 'shipping.pincode not_serviceable');
  });

  it('decide whether an address is serviceable, as an order is checked', async () => {
    const ask = (query: string) => app.get(`/api/serviceability?${query}`, shop.client.headers);
    const answers = [
      ['pincode=190%20002', { pincode: '190002', country: 'India', surcharge: 45.5 }],
      ['pincode=560001', { pincode: '560001', country: 'India', surcharge: 0 }],
      ['pincode=194101', { pincode: '194101', country: 'India', surcharge: null }],
      ['pincode=10001&country=USA', { pincode: '10001', country: 'USA', surcharge: null }],
    ] as const;
    for (const [query, data] of answers) {
      const { body, headers } = await ask(query).expect(200);
      const serviceable = data.surcharge !== null;
      expect(body).toEqual({ success: true, data: { ...data, serviceable } });
      await ask(query).set('If-None-Match', headers.etag!).expect(304);
    }
    expect(await problemsOf(ask('pincode=10001'))).toEqual(['pincode invalid_pincode']);
    expect(await problemsOf(ask('country=India'))).toEqual(['pincode required']);
    const { headers } = await ask('pincode=560001&zip=1').expect(200);
    expect(headers['x-ignored-parameters']).toBe('zip');
  });

  it('count in a quote once the pincode is known', async () => {
    const quote = (shipping?: object) => shop.orders.quoteBody({ items: items(), shipping });
    expect(await quote()).toMatchObject({ delivery: 10, delivery_surcharge: 0, total: 210 });
    expect(await quote({ country: 'Nepal' })).toMatchObject({ delivery_surcharge: 0 });
    expect(await quote({ pincode: '190002' })).toMatchObject({
      delivery: 55.5,
      delivery_surcharge: 45.5,
      total: 255.5,
      delivery_charges: [{ delivery_charge: 10, counted: true }],
    });
  });

  it('apply as they are now to an order that waited while they changed', async () => {
    const lock = `SELECT FROM stock_levels s JOIN products p ON p.id = s.product_id WHERE p.sku = '${sku}' FOR UPDATE OF s`;
    const before = `UPDATE delivery_zones SET surcharge_minor = 7000 WHERE pincode_prefix = '19'`;
    const order = await whileLocked(app, { lock, waiting: 1, before }, async () =>
      shop.orders.placeBody(body(SRINAGAR, { store_order_id: 'WAITED-1' })),
    );
    expect((await shop.orders.status(order)).total_amount).toBe(280);
  });

  it('leave placed orders as they are, also when the first request is repeated', async () => {
    const request = body(SRINAGAR, { store_order_id: 'KEPT-1' });
    const order = await shop.orders.placeBody(request).set('Idempotency-Key', 'kept');
    await admin.deliveryZones.replace({ country: 'India', serviceable: false });
    expect(await shop.orders.placeBody(request).set('Idempotency-Key', 'kept')).toBe(order);
    await shop.orders
      .placeBody(request)
      .expectRefusal(409, 'duplicate_order', { order_number: order, same_request: true });
    expect((await shop.orders.status(order)).total_amount).toBe(255.5);
  });

  it('allow corrections of the address only if delivery costs what the order was charged', async () => {
    const order = await shop.orders.placeBody(body(SRINAGAR));
    const move = (pincode: string) => shop.orders.changeShipping(order, { pincode });
    await move('190009');
    const errors = [{ field: 'pincode' }];
    await move('194101').expectRefusal(422, 'not_serviceable', { errors });
    const zone = (pincode_prefix: string, surcharge?: number) => {
      return { country: 'India', pincode_prefix, surcharge, serviceable: surcharge !== undefined };
    };
    await admin.deliveryZones.replace(zone('19'), zone('56', 45.5), zone('11', 100));
    await shop.orders.correct(order, { customer: { phone: '+91 99999 00000' } });
    await move('110001').expectRefusal(409, 'charge_changed');
    await move('560001');
    await admin.deliveryZones.replace(zone('56', 100), zone('11', 45.5));
    await move('110001');
    // As an order of an earlier release.
    await app.dataSource.query('UPDATE orders SET surcharge_minor = NULL');
    await move('560001').expectRefusal(409, 'charge_changed');
  });

  it('are replaced as a whole, with an entry in the audit log', async () => {
    const zones = await admin.deliveryZones.list();
    expect(zones).toEqual([
      { country: '*', pincode_prefix: '', serviceable: false, surcharge: 0 },
      { country: 'India', pincode_prefix: '19', serviceable: true, surcharge: 45.5 },
      { country: 'India', pincode_prefix: '1941', serviceable: false, surcharge: 0 },
    ]);
    expect(await admin.deliveryZones.replace()).toEqual([]);
    const { data } = await admin.audit.list({ subject: 'delivery zones', limit: 1 });
    expect(data).toMatchObject([
      { action: 'delivery_zones.replaced', before: { zones: { length: 3 } }, after: { zones: [] } },
    ]);
    expect(await total(LEH)).toEqual([10, 210]);
  });

  it('are refused with invalid fields', async () => {
    const twice = [
      { country: 'Bharat', pincode_prefix: '1 9' },
      { country: 'IN', pincode_prefix: '19' },
    ];
    const message =
      'zones must not name a country and prefix twice: ' +
      'zones 1 (Bharat 1 9) and 2 (IN 19) are the same place, keep one of them';
    expect(await admin.deliveryZones.replace(...twice).refused(422)).toMatchObject({
      errors: [{ field: 'zones', code: 'not_distinct', message }],
    });
    const wrong = admin.deliveryZones.replace({ country: 'India', pincode_prefix: '19*' });
    await wrong.expectProblems('zones.0.pincode_prefix invalid_prefix');
    expect(await admin.deliveryZones.list()).toHaveLength(3);
  });
});

describe('a country', () => {
  it('is serviceable only if it exists, by its names and codes, or if a zone names it', async () => {
    await admin.deliveryZones.replace({ country: 'Narnia', surcharge: 90 });
    const serviceable = async (country: string) => {
      const query = new URLSearchParams({ pincode: '560001', country });
      const { body } = await app.get(
        `/api/serviceability?${query.toString()}`,
        shop.client.headers,
      );
      return (body as { data: { serviceable: boolean } }).data.serviceable;
    };
    for (const country of [
      'India',
      'bharat',
      'USA',
      'U.S.A.',
      'gb',
      'Viet Nam',
      'Vietnam',
      'narnia',
    ]) {
      expect([country, await serviceable(country)]).toEqual([country, true]);
    }
    for (const country of ['Atlantis', 'Indai', 'XX']) {
      expect([country, await serviceable(country)]).toEqual([country, false]);
    }
    const shipping = { ...BENGALURU, country: 'Atlantis' };
    await shop.orders.placeBody(orderBody([{ sku, quantity: 2 }], { shipping }));
  });
});
