import { CourierHasNoMoney, CourierRefused } from '../../src/couriers/courier-errors.js';
import { UNLIMITED } from '../support/app.js';
import { Bookings, givenAccount } from '../support/couriers/bookings.js';
import { ScriptedCourier } from '../support/couriers/scripted-courier.js';
import { orderLock, whileLocked, whileQueued } from '../support/database/locks.js';
import { TestBrowser } from '../support/shop/people.js';
import { givenSuite } from '../support/shop/shop.js';

const courier = new ScriptedCourier('scripted');
const { app: one, admin, shop } = await givenSuite(UNLIMITED);
const bookings = await Bookings.of(one, shop, 'scripted');

beforeEach(async () => {
  // What earlier tests left is not worked on.
  await one.sql`UPDATE courier_bookings SET due_at = NULL`;
  courier.forget();
});
afterAll(() => one.expectInvariants());

describe('wanting a booking', () => {
  it('stores it at once, and the job books it', async () => {
    const order = await bookings.givenPaid(2);
    const wanted = await bookings.want(order);
    expect(wanted).toMatchObject({
      order_number: order,
      outcome: 'wanted',
      booking: {
        state: 'wanted',
        items: [{ line: 1, quantity: 2 }],
        box: { name: 'Small' },
        weight_grams: 500,
        awb: null,
      },
    });
    expect(courier.calls).toEqual([]);
    await bookings.work();
    const [{ awb, booking }] = courier.shipments as [(typeof courier.shipments)[0]];
    expect(await bookings.get(wanted.booking!.id)).toMatchObject({ state: 'booked', awb });
    expect(booking).toMatchObject({
      orderNumber: order,
      consignee: {
        name: 'Asha Verma',
        phone: '9876543210',
        lines: ['14, Lake View Road'],
        pincode: '560001',
      },
      declaredMinor: 20_000,
      weightGrams: 500,
      items: [{ quantity: 2, unitMinor: 10_000 }],
    });
    const { status, shipments } = await admin.orders.get(order);
    expect([status, shipments]).toEqual(['pending', []]);
  });

  it('again changes nothing', async () => {
    const { id, order_number: order } = await bookings.givenBooked(2);
    expect(await bookings.want(order)).toMatchObject({ outcome: 'unchanged', booking: { id } });
    const items = [{ line: 1, quantity: 2 }];
    expect(await bookings.want(order, { items })).toMatchObject({
      outcome: 'unchanged',
      booking: { id },
    });
    expect(courier.shipments).toHaveLength(1);
  });

  it('has an outcome for each order', async () => {
    const paid = await bookings.givenPaid();
    const unpaid = await shop.placeNew();
    const abroad = await bookings.givenPaid(1, {
      customer: { name: 'Asha', phone: '+1 202 555 0123' },
    });
    const orders = ['WO-0000000000', unpaid, abroad, paid].map((order_number) => ({
      order_number,
    }));
    const data = await admin.call('bookOrders', { orders });
    expect(data.map(({ outcome, code }) => [outcome, code])).toEqual([
      ['refused', 'order_not_found'],
      ['refused', 'transition_refused'],
      ['refused', 'validation_failed'],
      ['wanted', null],
    ]);
    expect(data[2]!.errors).toMatchObject([{ field: 'customer.phone', code: 'phone_invalid' }]);
  });

  it('is shown with its order, and its freight to people who may read costs', async () => {
    courier.answers.push(async (booking) => ({
      ...(await courier.book(booking)),
      freightMinor: 8_150,
    }));
    const { id, order_number: order } = await bookings.givenBooked();
    const seenBy = async (role: 'finance' | 'support' | 'warehouse') => {
      const browser = await TestBrowser.ofOperator(one, [role]);
      const { body } = await browser.admin('get', `orders/${order}`);
      return (body.data as { bookings: object[] }).bookings;
    };
    const shown = { id, order_number: order, state: 'booked', items: [{ line: 1, quantity: 1 }] };
    expect(await seenBy('finance')).toMatchObject([{ ...shown, freight: 81.5 }]);
    expect(await seenBy('support')).toMatchObject([{ ...shown, freight: null }]);
    expect(await seenBy('warehouse')).toEqual([
      expect.not.objectContaining({ freight: expect.anything() }),
    ]);
    expect((await admin.orders.get(await bookings.givenPaid())).bookings).toEqual([]);
  });

  it('names the products without a weight, unless the packer weighs the box', async () => {
    const order = await bookings.givenPaid(2);
    await one.sql`UPDATE booking_rules SET unit_grams = NULL`;
    const { items } = await admin.orders.get(order);
    expect(await bookings.want(order)).toMatchObject({
      outcome: 'refused',
      errors: [{ field: 'weight_grams', code: 'weight_missing', skus: [items[0]!.sku] }],
    });
    expect(await bookings.want(order, { weight_grams: 1_200 })).toMatchObject({
      outcome: 'wanted',
      booking: { weight_grams: 1_200, box: { name: 'Large' } },
    });
    await one.sql`UPDATE booking_rules SET unit_grams = 200`;
  });

  it('takes only units that are left and in no booking', async () => {
    const order = await bookings.givenPaid(3);
    const items = [{ line: 1, quantity: 2 }];
    expect(await bookings.want(order, { items })).toMatchObject({ outcome: 'wanted' });
    const more = await bookings.want(order, { items: [{ line: 1, quantity: 3 }] });
    expect(more).toMatchObject({ outcome: 'refused', errors: [{ field: 'items.0.quantity' }] });
    expect(await bookings.want(order)).toMatchObject({
      outcome: 'wanted',
      booking: { items: [{ line: 1, quantity: 1 }] },
    });
  });

  it('with an account that is deleted at the same moment is refused, and the other orders are booked', async () => {
    const [account, order, other] = [
      await givenAccount(one, 'scripted'),
      await bookings.givenPaid(),
      await bookings.givenPaid(),
    ];
    const lock = `DELETE FROM courier_accounts WHERE id = ${account}`;
    const outcomes = await whileLocked(one, { lock, waiting: 1 }, async () =>
      admin.call('bookOrders', {
        orders: [{ order_number: order, account }, { order_number: other }],
      }),
    );
    expect(outcomes).toMatchObject([
      { outcome: 'refused', errors: [{ field: 'account', code: 'account_inactive' }] },
      { outcome: 'wanted' },
    ]);
  });

  it('twice at the same moment books the units once', async () => {
    const order = await bookings.givenPaid();
    const wanting = [admin, admin].map(
      (operator) => () =>
        operator
          .call('bookOrders', { orders: [{ order_number: order }] })
          .then(([first]) => first!),
    );
    const outcomes = await whileQueued(one, orderLock(order), wanting);
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['wanted', 'unchanged']);
    expect(outcomes[1]!.booking!.id).toBe(outcomes[0]!.booking!.id);
  });
});

describe('a booking that the courier refuses', () => {
  it('is changed and sent again under another reference', async () => {
    courier.answers.push(() => Promise.reject(new CourierRefused('bad_box', 'Too long')));
    const wanted = await bookings.givenWanted();
    await bookings.work();
    const refused = await bookings.get(wanted.id);
    expect(refused).toMatchObject({
      state: 'refused',
      problem: 'bad_box',
      problem_words: 'Too long',
    });
    await admin.call('editBooking', wanted.id, { weight_grams: 5_000 });
    const again = await admin.call('retryBooking', wanted.id);
    expect(again).toMatchObject({
      state: 'wanted',
      attempt: 2,
      weight_grams: 5_000,
      box: { name: 'Large' },
    });
    expect(again.reference).not.toBe(refused.reference);
    await bookings.work();
    expect(await bookings.stateOf(wanted.id)).toBe('booked');
    expect(courier.shipments[0]).toMatchObject({ reference: again.reference });
  });

  it('gives way to another one of the same units', async () => {
    courier.answers.push(() => Promise.reject(new CourierRefused('no', 'No')));
    const { id, order_number: order } = await bookings.givenBooked();
    expect(await bookings.want(order)).toMatchObject({ outcome: 'wanted' });
    expect(await bookings.get(id)).toMatchObject({ state: 'canceled', released_why: 'withdrawn' });
  });

  it('because of its account needs a person, and keeps its units', async () => {
    courier.answers.push(() => Promise.reject(new CourierHasNoMoney('Recharge')));
    const { id, order_number: order } = await bookings.givenBooked();
    expect(await bookings.get(id)).toMatchObject({
      state: 'needs_person',
      problem: 'no_money_at_courier',
    });
    expect(await bookings.want(order)).toMatchObject({ outcome: 'unchanged', booking: { id } });
    const next = await bookings.givenWanted();
    await bookings.work();
    expect(await bookings.stateOf(next.id)).toBe('wanted');
    const { data } = await admin.call('listOrdersToPick', { order_numbers: next.order_number });
    const waits = { state: 'booking', problem: 'no money at courier' };
    expect(data[0]!.bookings).toMatchObject([waits]);
    await one.sql`UPDATE courier_accounts SET paused_until = NULL, pause_reason = NULL`;
    await admin.call('retryBooking', id);
    await bookings.work();
    expect([await bookings.stateOf(id), await bookings.stateOf(next.id)]).toEqual([
      'booked',
      'booked',
    ]);
  });
});

describe('a person', () => {
  const givenUnclear = async (): Promise<number> => {
    const { id } = await bookings.givenWanted();
    await one.sql`UPDATE courier_bookings SET state = 'needs_person', problem_code = 'unknown_too_long', due_at = NULL,
      called_at = now() - interval '1 hour', step = 'order', tries = 5 WHERE id = ${id}`;
    return id;
  };

  it('says that it is booked, with an AWB of no other booking', async () => {
    const id = await givenUnclear();
    const { id: holder } = await bookings.givenWanted();
    await one.sql`UPDATE courier_bookings SET awb = '0098765' WHERE id = ${holder}`;
    const data = await admin.call('resolveBooking', id, { outcome: 'booked', awb: '0012345' });
    expect(data).toMatchObject({ state: 'booked', awb: '0012345', problem: null });
    const other = await givenUnclear();
    for (const [problem, answer] of [
      ['awb awb_taken', { outcome: 'booked', awb: '0012345' }],
      ['awb awb_taken', { outcome: 'booked', awb: '0098765' }],
      ['awb required', { outcome: 'booked' }],
      ['awb digits_lost', { outcome: 'booked', awb: '1.49E+12' }],
      ['awb not_allowed', { outcome: 'not_booked', awb: '1' }],
    ] as const) {
      await admin.call('resolveBooking', other, answer).expectProblems(problem);
    }
  });

  it('cannot name an AWB that another booking is given at the same moment', async () => {
    const [id, other] = [await givenUnclear(), await givenUnclear()];
    const lock = `INSERT INTO courier_awbs (kind, awb, booking_id) VALUES ('scripted', '0045678', ${other})`;
    await whileLocked(one, { lock, waiting: 1 }, () =>
      admin
        .call('resolveBooking', id, { outcome: 'booked', awb: '0045678' })
        .expectProblems('awb awb_taken'),
    );
  });

  it('says that it is not booked, so that it is sent again', async () => {
    const id = await givenUnclear();
    await admin.call('resolveBooking', id, { outcome: 'not_booked' });
    await bookings.work();
    expect(await bookings.get(id)).toMatchObject({ state: 'booked', attempt: 2 });
  });
});

it('bookings are listed by state, account, day, order and print', async () => {
  const { id, order_number: order, account_id: account } = await bookings.givenBooked();
  const ids = async (query: Record<string, unknown>): Promise<number[]> =>
    (await admin.call('listBookings', { order_number: order, ...query })).data.map((row) => row.id);
  const day = new Date(Date.now() + 5.5 * 3_600_000).toISOString().slice(0, 10);
  expect(await ids({ state: 'booked', account, day, printed: 'false' })).toEqual([id]);
  expect(await ids({ printed: 'true' })).toEqual([]);
  expect(await ids({ day: '2020-01-01' })).toEqual([]);
  expect(await ids({ state: 'wanted' })).toEqual([]);
});

it('what is booked and withdrawn is in the audit log of the order', async () => {
  const { id, order_number: order } = await bookings.givenBooked();
  await admin.call('cancelBooking', id);
  await admin.call('cancelBooking', id);
  const entries = await one.sql<{ action: string }>`
    SELECT action FROM audit_entries WHERE subject = ${`order ${order}`} AND action LIKE 'booking.%' ORDER BY id`;
  expect(entries.map(({ action }) => action)).toEqual([
    'booking.wanted',
    'booking.booked',
    'booking.withdrawn',
  ]);
});
