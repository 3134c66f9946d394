import { givenBooking } from '../support/couriers/booked.js';
import { givenCourierAccount } from '../support/couriers/courier-accounts.js';
import { orderLock, rowLock, whileLocked } from '../support/database/locks.js';
import { givenOrderAfter } from '../support/shop/order-actions.js';
import { TestBrowser } from '../support/shop/people.js';
import { givenSuite } from '../support/shop/shop.js';
import { barCodesOf, pageSizesOf, pagesOf } from '../support/tax/read-pdf.js';

const { app, admin, shop } = await givenSuite();
const { id: account } = await givenCourierAccount(app);

const givenPaid = () => givenOrderAfter(shop, 'pay');
const labels = (query: string) => app.admin('get', `bookings/labels?${query}`).responseType('blob');
const pdfOf = ({ body }: { body: unknown }): Buffer => body as Buffer;
const textOf = async (pdf: Buffer): Promise<string> =>
  (await pagesOf(pdf)).join('\n').replaceAll(/\s+/g, ' ');

describe('labels of bookings', () => {
  it('are printed in the order of the pick list, each with its slip if that is asked, and marked when printed again', async () => {
    const [one, two] = [await givenPaid(), await givenPaid()];
    const second = await givenBooking(app, account, two, { routing: 'BLR/MGR' });
    const first = await givenBooking(app, account, one);
    const refused = await givenBooking(app, account, two, { state: 'refused', awb: null });
    const ids = [second.id, first.id, refused.id].join();

    const pdf = pdfOf(await labels(`ids=${ids}&slips=true`).expect(200));
    expect(await pageSizesOf(pdf)).toEqual(Array(4).fill('283 x 425'));
    const codes = [first.awb, second.awb, one, one, two, two];
    expect(await barCodesOf(pdf)).toEqual(codes.sort());
    const text = await textOf(pdf);
    expect(text.indexOf(first.awb)).toBeLessThan(text.indexOf(second.awb));
    expect(text).toContain('BlueLine Express');
    expect(text).toContain('BLR/MGR');
    expect(text).not.toContain('REPRINT');

    const again = pdfOf(await labels(`ids=${first.id}&paper=a4x4`).expect(200));
    expect(await pageSizesOf(again)).toEqual(['595 x 842']);
    expect(await textOf(again)).toContain('REPRINT');
    const printed = await app.sql<{ id: number }>`
      SELECT id FROM courier_bookings WHERE label_printed_at IS NOT NULL ORDER BY id`;
    expect(printed.map(({ id }) => id)).toEqual([second.id, first.id]);
  });

  it('are slips of the units that are booked, not of the whole order', async () => {
    const order = await givenPaid();
    const { id } = await givenBooking(app, account, order, { units: [{ line: 1, quantity: 2 }] });
    const pdf = pdfOf(await labels(`ids=${id}&slips=true`).expect(200));
    expect((await pagesOf(pdf))[1]).toMatch(/Units +2/);
  });

  it('that a courier made are passed on alone, as a file that runs nothing', async () => {
    const order = await givenPaid();
    const file = Buffer.from(`%PDF-1.4 ${'of the courier '.repeat(40)}%%EOF`);
    const made = await givenBooking(app, account, order, {
      label: file,
      units: [{ line: 1, quantity: 1 }],
    });
    const drawn = await givenBooking(app, account, order, { units: [{ line: 1, quantity: 1 }] });
    const { body, headers } = await labels(`ids=${made.id}`).expect(200);
    expect(body).toEqual(file);
    expect(headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-security-policy': 'sandbox',
      'x-content-type-options': 'nosniff',
    });
    const both = await app.admin('get', `bookings/labels?ids=${made.id},${drawn.id}`).expect(422);
    expect(both.body).toMatchObject({ errors: [{ field: 'ids', code: 'printed_alone' }] });
    const html = await givenBooking(app, account, await givenPaid(), {
      label: Buffer.from('<html>'),
    });
    await app.admin('get', `bookings/labels?ids=${html.id}`).expect(500);
  });

  it('are refused without a booking that has an AWB, with too many, and on another paper', async () => {
    const order = await givenPaid();
    const canceled = await givenBooking(app, account, order, { state: 'canceled' });
    const nothing = await app.admin('get', `bookings/labels?ids=${canceled.id},999999`).expect(404);
    expect(nothing.body).toMatchObject({ code: 'booking_not_found' });
    const many = Array.from({ length: 201 }, (_, index) => index + 1).join();
    for (const [query, field, code] of [
      ['', 'ids', 'required'],
      ['ids=1,x', 'ids', 'list_expected'],
      [`ids=${many}`, 'ids', 'list_expected'],
      ['ids=1&paper=a4', 'paper', 'unknown_value'],
    ]) {
      const { body } = await app.admin('get', `bookings/labels?${query}`).expect(422);
      expect(body).toMatchObject({ errors: [{ field, code }] });
    }
    const support = await TestBrowser.ofOperator(app, ['support']);
    expect((await support.admin('get', `bookings/labels?ids=${canceled.id}`)).status).toBe(403);
  });
});

describe('handing a booking over', () => {
  const handOver = (id: number, body: object = {}) => admin.call('handOverBooking', id, body);

  it('ships its units with its AWB, and answers with the same shipment when it is pressed again', async () => {
    await admin.couriers.replace();
    const order = await givenPaid();
    const { id, awb } = await givenBooking(app, account, order);
    const first = await handOver(id, { weight_grams: 1_130 });
    const { status, shipments } = await admin.orders.get(order);
    expect(status).toBe('shipped');
    expect(shipments).toMatchObject([
      {
        id: first.shipment_id,
        courier: 'BlueLine Express',
        tracking_number: awb,
        tracking_url: `https://sandbox.example/${awb}`,
      },
    ]);
    expect(first).toMatchObject({ id, order_number: order, awb });
    expect(await handOver(id)).toEqual(first);
    const { weight } = await app.row<{ weight: number }>`
      SELECT weight_grams AS weight FROM courier_bookings WHERE id = ${id}`;
    expect(weight).toBe(1_130);
  });

  it('takes the tracking page of the courier that operators keep, and ships the rest by another booking', async () => {
    const url_template = 'https://track.example.com/{tracking_number}';
    await admin.couriers.replace({ name: 'BLUELINE EXPRESS', url_template });
    const order = await givenPaid();
    const part = await givenBooking(app, account, order, { units: [{ line: 1, quantity: 1 }] });
    const rest = await givenBooking(app, account, order, { units: [{ line: 1, quantity: 2 }] });
    await handOver(part.id);
    expect(await admin.orders.get(order)).toMatchObject({
      status: 'partially_shipped',
      shipments: [{ tracking_url: `https://track.example.com/${part.awb}` }],
    });
    await handOver(rest.id);
    expect((await admin.orders.get(order)).status).toBe('shipped');
  });

  it('is refused for an old label, which names the AWB of now, and for what has no AWB', async () => {
    const order = await givenPaid();
    const old = await givenBooking(app, account, order, { state: 'canceled' });
    const none = await handOver(old.id).refused(409);
    expect(none).toMatchObject({ code: 'booking_canceled', awb: null });
    const wanted = await givenBooking(app, account, order, { state: 'wanted', awb: null });
    const early = await handOver(wanted.id).refused(409);
    expect(early).toMatchObject({ code: 'booking_state_refused' });
    await app.sql`UPDATE courier_bookings SET state = 'booked', awb = 'NEW1' WHERE id = ${wanted.id}`;
    const replaced = await handOver(old.id).refused(409);
    expect(replaced).toMatchObject({ code: 'booking_canceled', awb: 'NEW1' });
    expect(replaced.message).toContain('print the label with AWB NEW1');
    expect((await admin.orders.get(order)).status).toBe('pending');
    await handOver(999_999).expectRefusal(404, 'booking_not_found');
  });

  it('locks the boxes of an order by their ids, and so do their labels', async () => {
    const order = await givenPaid();
    const first = await givenBooking(app, account, order, { units: [{ line: 1, quantity: 1 }] });
    const last = await givenBooking(app, account, order, { units: [{ line: 1, quantity: 2 }] });
    const lock = rowLock('courier_bookings', first.id);
    const before = `${rowLock('courier_bookings', last.id)} NOWAIT`;
    const print = async () => labels(`ids=${last.id},${first.id}`).expect(200);
    await whileLocked(app, { lock, waiting: 1, before }, print);
    await whileLocked(app, { lock, waiting: 1, before }, async () => handOver(last.id));
    expect((await admin.orders.get(order)).status).toBe('partially_shipped');
  });

  it('is done once for two presses at the same moment', async () => {
    const order = await givenPaid();
    const { id } = await givenBooking(app, account, order);
    const lock = { lock: orderLock(order), waiting: 2 };
    const press = async () => handOver(id);
    const answers = await whileLocked(app, lock, () => Promise.all([press(), press()]));
    expect(new Set(answers.map(({ shipment_id }) => shipment_id)).size).toBe(1);
    expect((await admin.orders.get(order)).shipments).toHaveLength(1);
  });

  it('waits for a cancellation of the booking that has locked the order, and is then refused', async () => {
    const order = await givenPaid();
    const { id } = await givenBooking(app, account, order);
    const before = `UPDATE courier_bookings SET state = 'canceling' WHERE id = ${id}`;
    const lock = { lock: orderLock(order), waiting: 1, before };
    const body = await whileLocked(app, lock, () => handOver(id).refused(409));
    expect(body).toMatchObject({ code: 'booking_canceled' });
    expect((await admin.orders.get(order)).status).toBe('pending');
  });

  it('needs the count of the units where articles are checked, by a press for one', async () => {
    await admin.orders.checkArticles('required');
    const order = await givenPaid();
    const { id } = await givenBooking(app, account, order);
    await handOver(id).expectProblems('scanned required');
    await handOver(id, { scanned: 2, counted_by_hand: 1 });
    await admin.orders.checkArticles('off');
  });

  it('answers a repeated Idempotency-Key with the first answer', async () => {
    const order = await givenPaid();
    const { id } = await givenBooking(app, account, order);
    const press = () => handOver(id).set('Idempotency-Key', `hand-over-${id}`);
    const first = await press().response();
    const again = await press().response();
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect(again.body).toEqual(first.body);
  });

  it('of many does the good ones, and lists the others with their reason', async () => {
    const [first, second, other] = [await givenPaid(), await givenPaid(), await givenPaid()];
    const [one, two, three] = [
      await givenBooking(app, account, first),
      await givenBooking(app, account, second),
      await givenBooking(app, account, other, { state: 'canceled' }),
    ];
    const ids = [three.id, one.id, two.id, 999_999];
    const data = await admin.call('handOverBookings', { ids });
    expect(data.handed_over.map(({ id }) => id)).toEqual([one.id, two.id]);
    expect(data.refused).toMatchObject([
      { id: three.id, order_number: other, code: 'booking_canceled' },
      { id: 999_999, order_number: null, code: 'booking_not_found' },
    ]);
    expect(await admin.call('handOverBookings', { ids })).toEqual(data);
    for (const wrong of [[], [1, 1], ['1'], Array.from({ length: 201 }, (_, at) => at + 1)]) {
      await admin.call('handOverBookings', { ids: wrong }).expectProblems('ids list_expected');
    }
  });
});

describe('the pick list and scans', () => {
  it('show what is booked, and find orders by it', async () => {
    const bare = await givenPaid();
    const booked = await givenPaid();
    const refused = await givenPaid();
    const wanted = await givenPaid();
    const { id, awb } = await givenBooking(app, account, booked);
    await givenBooking(app, account, refused, { state: 'refused', awb: null });
    await givenBooking(app, account, wanted, { state: 'wanted', awb: null });
    const found = async (booking: string): Promise<string[]> => {
      const { data } = await admin.orders.pickList({
        booking,
        order_numbers: [bare, booked, refused, wanted].join(),
      });
      return data.map((order) => order.order_number);
    };
    expect(await found('none')).toEqual([bare]);
    expect(await found('booked')).toEqual([booked]);
    expect(await found('not_printed')).toEqual([booked]);
    expect(await found('problem')).toEqual([refused]);
    expect(await found('booking')).toEqual([wanted]);
    await labels(`ids=${id}`).expect(200);
    expect(await found('not_printed')).toEqual([]);
    const [order] = (await admin.orders.pickList({ order_numbers: booked })).data;
    expect(order!.bookings).toEqual([
      {
        id,
        awb,
        state: 'booked',
        courier: 'BlueLine Express',
        box: 'Small',
        weight_grams: 900,
        units: [{ line: 1, quantity: 3 }],
        printed: true,
        printed_alone: false,
        needs_way_bill: false,
        problem: null,
      },
    ]);
  });

  it('know the AWB of a booking, and say that an old one is old', async () => {
    const order = await givenPaid();
    const old = await givenBooking(app, account, order, { state: 'canceled' });
    const { id, awb } = await givenBooking(app, account, order);
    expect(await admin.orders.scan(awb)).toMatchObject({
      found_by: 'awb',
      to_ship: { order_number: order, bookings: [{ id }] },
      booking: { id, old: false, current_awb: awb },
    });
    expect(await admin.orders.scan(old.awb)).toMatchObject({
      found_by: 'awb',
      orders: [{ order_number: order }],
      to_ship: null,
      booking: { id: old.id, old: true, current_awb: awb },
    });
    await admin.call('handOverBooking', id, {});
    expect(await admin.orders.scan(awb)).toMatchObject({
      found_by: 'tracking_number',
      booking: null,
    });
  });
});
