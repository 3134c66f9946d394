import { ISO_UTC, RETURN_ADDRESS } from '../support/shop/given.js';
import { givenLines } from '../support/shop/order-actions.js';
import { givenShop, givenSuite, givenTestShop } from '../support/shop/shop.js';
const { app, admin, shop } = await givenSuite();

const units = (line: number, quantity: number): object => ({ line, quantity });

const NOT_SENT = {
  instructions: null,
  courier: null,
  tracking_number: null,
  tracking_url: null,
  sent_at: null,
};

const givenDelivered = (...quantities: number[]) =>
  givenLines(shop, quantities, 'pay', 'ship', 'deliver');

const returnsOf = async (order: string) => (await shop.orders.get(order)).returns;

describe('the place that a return goes to', () => {
  const elsewhere = { ...RETURN_ADDRESS, name: 'Second warehouse', phone: null };

  it('is the one of the settings, and stays with a return when these change', async () => {
    expect(await admin.orders.returnPlace()).toEqual({ return_address: null, shown_address: null });
    const { order } = await givenDelivered(2);
    const { id } = await shop.orders.requestReturn(order, [units(1, 1)]);
    const accept = (body: object) =>
      admin.orders.acceptReturn(order, id, { return_address: null, ...body });
    await accept({}).expectProblems('return_address required');
    expect(await returnsOf(order)).toMatchObject([{ status: 'requested', return_address: null }]);
    const { phone: _phone, country: _country, ...named } = elsewhere;
    const stored = await admin.orders.putReturnPlace({ return_address: named });
    expect(stored).toEqual({ return_address: elsewhere, shown_address: elsewhere });
    await accept({ instructions: 'Two boxes\nat most' });
    const told = { return_address: elsewhere, instructions: 'Two boxes\nat most' };
    expect(await returnsOf(order)).toMatchObject([{ status: 'awaited', ...told }]);

    await admin.orders.putReturnPlace({ return_address: RETURN_ADDRESS });
    const { next_cursor: cursor } = await shop.orders.list();
    const [asked] = await returnsOf(order);
    await accept({});
    expect(await returnsOf(order)).toEqual([asked]);
    expect((await shop.orders.list({ cursor })).data).toEqual([]);
    await accept({ return_address: RETURN_ADDRESS });
    expect(await returnsOf(order)).toEqual([{ ...asked, return_address: RETURN_ADDRESS }]);
    expect((await shop.orders.list({ cursor })).data).toHaveLength(1);
    const { data } = await admin.audit.list({ subject: 'return place' });
    expect(data.map(({ action, before }) => [action, before])).toEqual([
      ['return_place.changed', elsewhere],
      ['return_place.changed', null],
    ]);
    await admin.orders.putReturnPlace({});
    expect(await admin.orders.returnPlace()).toEqual({ return_address: null, shown_address: null });
  });

  it("is the company's address by its tax profile if none is set, also of units that come back without a request", async () => {
    const day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
    await admin.call('putTaxProfile', {
      effective_from: day,
      legal_name: 'Asha Wholesale Private Limited',
      gstin: '27AAPFU0939F1ZV',
      address: {
        line1: '14, Dock Road',
        line2: 'Gate 2',
        place: 'Mumbai',
        state: '27',
        pincode: '400001',
      },
    });
    const { order } = await givenDelivered(2);
    await admin.orders.recordReturn(order, [units(1, 1)]);
    expect(await returnsOf(order)).toMatchObject([
      {
        status: 'awaited',
        return_address: {
          name: 'Asha Wholesale Private Limited',
          address: '14, Dock Road\nGate 2',
          city: 'Mumbai',
          state: 'Maharashtra',
          pincode: '400001',
          country: 'India',
          phone: null,
        },
        instructions: null,
      },
    ]);
  });

  it.each([
    ['return_address object_expected', { return_address: 'Bengaluru' }],
    ['return_address.pincode invalid_pincode', { return_address: { ...elsewhere, pincode: '12' } }],
    ['return_address.phone invalid_phone', { return_address: { ...elsewhere, phone: 'ring' } }],
    ['return_address.city required', { return_address: { ...elsewhere, city: null } }],
    ['instructions too_long', { instructions: 'x'.repeat(1001) }],
  ])('is refused if it is wrong: %s', async (problem, body) => {
    const { order } = await givenDelivered(1);
    const { id } = await shop.orders.requestReturn(order, [units(1, 1)]);
    await admin.orders.acceptReturn(order, id, body).expectProblems(problem);
  });
});

describe('how a store sent the units of a return', () => {
  const sent = { courier: 'BlueLine', tracking_number: 'BACK7731204' };
  const page = 'https://track.example.com/elsewhere';

  it('is stored while the return is awaited, and may be corrected', async () => {
    await admin.couriers.replace({
      name: 'BlueLine',
      url_template: 'https://blueline.example/{tracking_number}',
    });
    const { order } = await givenDelivered(2);
    const { id } = await shop.orders.requestReturn(order, [units(1, 1)]);
    const tell = (body: object) => shop.orders.setReturnTracking(order, id, body);
    const [asked] = await returnsOf(order);
    await tell(sent).expectRefusal(409, 'not_awaited', {
      order_number: order,
      store_order_id: null,
      order_status: 'delivered',
      return: asked,
    });
    await admin.orders.acceptReturn(order, id);
    let { next_cursor: cursor } = await shop.orders.list();
    const listedAgain = async (): Promise<boolean> => {
      const list = await shop.orders.list({ cursor });
      cursor = list.next_cursor;
      return list.data.some(({ order_number }) => order_number === order);
    };
    const first = await tell(sent);
    expect(first).toMatchObject({
      ...sent,
      tracking_url: 'https://blueline.example/BACK7731204',
      sent_at: expect.stringMatching(ISO_UTC),
    });
    expect(await returnsOf(order)).toEqual([first]);
    expect((await admin.orders.get(order)).returns).toEqual([{ ...first, shipment_id: null }]);
    expect(await listedAgain()).toBe(true);
    expect(await tell(sent)).toEqual(first);
    expect(await listedAgain()).toBe(false);
    const corrected = { courier: 'Other', tracking_number: 'BACK7731299', tracking_url: page };
    expect(await tell(corrected)).toEqual({ ...first, ...corrected });
    expect(await listedAgain()).toBe(true);
    expect(await tell({ ...corrected, tracking_url: null })).toMatchObject({ tracking_url: null });
    for (const found of [
      admin.orders.list({ q: 'back7731299' }),
      admin.orders.list({ q: '731299' }),
    ]) {
      expect((await found).data).toMatchObject([{ order_number: order }]);
    }
    const scan = await admin.orders.scan('back7731299');
    expect(scan).toMatchObject({ found_by: 'tracking_number', orders: [{ order_number: order }] });
    const { data } = await admin.audit.list({ subject: `order ${order}` });
    expect(data[0]).toMatchObject({ action: 'order.return_sent', after: { return_id: id } });
    expect(JSON.stringify(data)).not.toContain('BACK77');
    await admin.orders.return(order);
    const late = { order_status: 'returned', return: { status: 'received' } };
    await tell(sent).expectRefusal(409, 'not_awaited', late);
  });

  it('is of a return of the own order that exists', async () => {
    const { order } = await givenDelivered(1);
    const { id } = await shop.orders.requestReturn(order, [units(1, 1)]);
    await admin.orders.acceptReturn(order, id);
    const { order: other } = await givenDelivered(1);
    const stranger = await givenShop(app);
    const tester = await givenTestShop(shop);
    for (const by of [stranger, tester]) {
      const call = by.orders.setReturnTracking(order, id, sent);
      await call.expectRefusal(404, 'order_not_found');
    }
    const call = shop.orders.setReturnTracking(other, id, sent);
    await call.expectRefusal(404, 'return_not_found');
    for (const [body, ...problems] of [
      [{}, 'courier required', 'tracking_number required'],
      [{ courier: 'BlueLine' }, 'tracking_number required'],
      [{ ...sent, tracking_number: 'A\u0007B' }, 'tracking_number invalid_characters'],
      [{ ...sent, tracking_number: 'x'.repeat(81) }, 'tracking_number too_long'],
      [{ ...sent, courier: 'x'.repeat(81) }, 'courier too_long'],
      [{ ...sent, tracking_url: 'http://track.example.com' }, 'tracking_url invalid_url'],
      [{ ...sent, sent_at: '2026-01-01' }, 'sent_at unknown_field'],
    ] as const) {
      const refused = shop.orders.setReturnTracking(order, id, body);
      await refused.expectProblems(...problems);
    }
    expect(await returnsOf(order)).toMatchObject([{ status: 'awaited', ...NOT_SENT }]);
  });
});
