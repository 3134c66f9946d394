import { DeliveryFailuresRepository } from '../../src/couriers/failures/delivery-failures.repository.js';
import { DeliveryFailuresService } from '../../src/couriers/failures/delivery-failures.service.js';
import { OpenedCouriers } from '../../src/couriers/accounts/opened-couriers.js';
import { TrackedBookingsRepository } from '../../src/couriers/tracking/tracked-bookings.repository.js';
import { Deliveries } from '../support/couriers/deliveries.js';
import { testRules } from '../support/database/broken-rules.js';
import { Messages } from '../support/money/messages.js';
import { givenMember, TestBrowser } from '../support/shop/people.js';
import { eraseCustomers } from '../support/shop/order-actions.js';
import { givenShop, givenSuite } from '../support/shop/shop.js';
import { archiveOrders, makeAllOlder } from '../support/time.js';

const { app, admin, shop } = await givenSuite();
const deliveries = await Deliveries.of(app, shop);

const sendDue = () => app.service(DeliveryFailuresService).sendDue();
const failuresOf = async (order: string, state?: string) => {
  const { data } = await admin.call('listDeliveryFailures', { ...(state && { state }) });
  return data.filter(({ order_number: number }) => number === order);
};
const givenFailed = async () => {
  const sent = await deliveries.givenSent();
  await deliveries.answers(sent, ['OFD', 3], ['FA', 2]);
  const [failure] = await failuresOf(sent.order);
  return { ...sent, failure: failure! };
};

describe('a delivery that failed', () => {
  it('waits for an answer for as long as the courier gives', async () => {
    const { failure, awb } = await givenFailed();
    expect(failure).toMatchObject({
      attempt: 1,
      reason: 'unavailable',
      state: 'open',
      actions: ['reattempt', 'return', 'dispute'],
      awb,
    });
    const hours = (Date.parse(failure.answer_by) - Date.parse(failure.failed_at)) / 3_600_000;
    expect(hours).toBe(24);
  });

  it('is opened by a push, and by the answer about the same scan not again', async () => {
    const sent = await deliveries.givenSent();
    await deliveries.pushed(sent.awb, ['FA', 2]);
    await deliveries.answers(sent, ['FA', 2]);
    expect(await failuresOf(sent.order)).toHaveLength(1);
    const { source } = await app.row<{ source: string }>`
      SELECT source FROM shipment_events WHERE shipment_id = ${sent.shipmentId}`;
    expect(source).toBe('asked');
  });

  it('is answered by an operator, and the answer is replaced until it is sent', async () => {
    const { failure, order, awb } = await givenFailed();
    const answer = (body: object) => admin.call('answerDeliveryFailure', failure.id, body);
    await answer({ action: 'return' });
    await answer({ action: 'reattempt', phone: '9876543210', address: ['Second floor'] });
    await sendDue();
    expect(await failuresOf(order, 'sent')).toMatchObject([
      { action: 'reattempt', sent_at: expect.any(String), actions: [] },
    ]);
    const { script } = await app.row<{
      script: string;
    }>`SELECT script FROM sandbox_shipments WHERE awb = ${awb}`;
    expect(script).toBe('tried_again');
    await answer({ action: 'return' }).expectRefusal(409, 'not_answerable');
    const { data } = await admin.audit.list({ subject: `order ${order}` });
    const answered = data.filter(({ action }) => action === 'delivery_failure.answered');
    expect(answered).toHaveLength(2);
    expect(JSON.stringify(answered)).not.toMatch(/9876543210|Second floor/);
  });

  it('is not answered with what its courier does not take', async () => {
    const sent = await deliveries.givenSent();
    await deliveries.answers(sent, ['FA', 9], ['OFD', 8], ['FA', 7], ['OFD', 6], ['FA', 2]);
    const failures = await failuresOf(sent.order);
    expect(failures).toMatchObject([{ attempt: 3, actions: [] }]);
    const call = admin.call('answerDeliveryFailure', failures[0]!.id, { action: 'reattempt' });
    await call.expectRefusal(409, 'not_answerable', { actions: [] });
    await admin
      .call('answerDeliveryFailure', failures[0]!.id, { action: 'give up', address: [] })
      .expectProblems('action unknown_value', 'address list_expected');
    await admin
      .call('answerDeliveryFailure', 999_999, { action: 'return' })
      .expectRefusal(404, 'failure_not_found');
  });

  it('is overtaken by the next attempt, and by the way back', async () => {
    const [again, back] = [await givenFailed(), await givenFailed()];
    await deliveries.answers(again, ['OFD', 3], ['FA', 2], ['OFD', 1]);
    await deliveries.pushed(back.awb, ['RT', 1]);
    expect(await failuresOf(back.order)).toHaveLength(1);
    await deliveries.answers(back, ['OFD', 3], ['FA', 2], ['RT', 1]);
    for (const { order } of [again, back]) {
      expect(await failuresOf(order)).toEqual([]);
      expect(await failuresOf(order, 'overtaken')).toHaveLength(1);
    }
  });

  it('is forgotten with its customer, and leaves with its order', async () => {
    const failed = await givenFailed();
    const { failure, order } = failed;
    await admin.call('answerDeliveryFailure', failure.id, {
      action: 'reattempt',
      phone: '9876543210',
      address: ['Second floor'],
      comment: 'Ring twice',
    });
    await deliveries.answers(failed, ['FA', 2], ['RT', 1], ['DL', 0.5]);
    await makeAllOlder(app, 2, order);
    await eraseCustomers(app);
    const rows = () => app.sql`
      SELECT words, phone, address, comment FROM delivery_failures WHERE id = ${failure.id}`;
    expect(await rows()).toEqual([{ words: null, phone: null, address: null, comment: null }]);
    expect(await archiveOrders(app, order)).toBe(1);
    expect(await rows()).toEqual([]);
  });

  it('is listed before those with more time', async () => {
    const [later, sooner] = [await givenFailed(), await givenFailed()];
    await app.sql`UPDATE delivery_failures SET answer_by = now() + interval '1 hour' WHERE id = ${sooner.failure.id}`;
    const first = await admin.call('listDeliveryFailures', { limit: 1 });
    expect(first.data).toMatchObject([{ id: sooner.failure.id }]);
    const rest = await admin.call('listDeliveryFailures', { cursor: first.next_cursor });
    expect(rest.data.map(({ id }) => id)).toContain(later.failure.id);
    expect(rest.data.map(({ id }) => id)).not.toContain(sooner.failure.id);
  });

  it('expires without an answer in time', async () => {
    const { failure, order } = await givenFailed();
    await app.sql`UPDATE delivery_failures SET answer_by = now() WHERE id = ${failure.id}`;
    await sendDue();
    expect(await failuresOf(order, 'expired')).toMatchObject([{ actions: [] }]);
    await admin
      .call('answerDeliveryFailure', failure.id, { action: 'return' })
      .expectRefusal(409, 'not_answerable');
  });

  it('is open again if the courier refuses the answer in time, with its words', async () => {
    const { failure, order, awb } = await givenFailed();
    await admin.call('answerDeliveryFailure', failure.id, { action: 'reattempt' });
    await deliveries.tells(awb, ['FA', 2], ['OFD', 1]);
    await sendDue();
    expect(await failuresOf(order)).toMatchObject([
      { state: 'open', problem: 'The shipment is on its way again' },
    ]);
  });

  it('that was not attempted is asked for again automatically if the settings say so', async () => {
    const open = async () => {
      const sent = await deliveries.givenSent();
      const booking = (await app
        .service(TrackedBookingsRepository)
        .findByShipment(app.dataSource.manager, sent.shipmentId))!;
      const { courier } = await app.service(OpenedCouriers).open(deliveries.accountId, 'check');
      const failure = { reason: 'not_attempted', attempt: null } as const;
      const event = { at: new Date(), state: 'failed_attempt', code: 'FA', failure } as const;
      const events = [{ ...event, words: '', place: null, isUnknown: false }];
      await app
        .service(DeliveryFailuresService)
        .openAll(app.dataSource.manager, booking, events, courier);
      return (await failuresOf(sent.order))[0];
    };
    expect(await open()).toMatchObject({ reason: 'not_attempted', state: 'open' });
    await app.sql`INSERT INTO booking_rules (id, reattempts) VALUES (1, true)
      ON CONFLICT (id) DO UPDATE SET reattempts = true`;
    expect(await open()).toMatchObject({
      reason: 'not_attempted',
      state: 'decided',
      action: 'reattempt',
      decided_by: 'service',
    });
  });
});

describe('a client', () => {
  const path = ({ order, shipmentId }: { order: string; shipmentId: number }) =>
    `orders/${order}/shipments/${shipmentId}/answer`;
  const failureIn = ({ body }: { body: { data?: unknown } }) =>
    (body.data as { shipments: { failure: object | null }[] }).shipments[0]!.failure;

  it('sees what to answer until when, and answers in the dashboard', async () => {
    await app.sql`UPDATE delivery_failures SET state = 'expired'`;
    const failed = await givenFailed();
    const member = await TestBrowser.ofMember(app, shop.client, 'member');
    const { answer_by: until } = failed.failure;
    const overview = async () => (await member.call('get', 'overview')).body.data;
    expect(await overview()).toMatchObject({
      failed_deliveries: { count: 1, answer_by: until, order_numbers: [failed.order] },
    });
    const order = await member.call('get', `orders/${failed.order}`);
    expect(failureIn(order)).toEqual({
      attempt: 1,
      reason: 'unavailable',
      answer_by: until,
      actions: ['reattempt', 'return', 'dispute'],
      answer: null,
    });
    const answer = { action: 'reattempt', phone: '9876543210', comment: 'Ring twice' };
    const answered = await member.call('post', path(failed), answer);
    expect(failureIn(answered)).toMatchObject({ answer: 'reattempt' });
    expect(await overview()).toMatchObject({
      failed_deliveries: { count: 0, answer_by: null, order_numbers: [] },
    });
    expect(await failuresOf(failed.order)).toMatchObject([
      { state: 'decided', comment: 'Ring twice', decided_by: expect.stringMatching(/^user /) },
    ]);
    await sendDue();
    expect(failureIn(await member.call('get', `orders/${failed.order}`))).toBeNull();
  });

  it('answers no delivery of another client, none that did not fail, and none too late', async () => {
    const failed = await givenFailed();
    const stranger = await TestBrowser.ofMember(app, (await givenShop(app)).client);
    const owner = await TestBrowser.ofMember(app, shop.client);
    const refusal = async (browser: TestBrowser, of = path(failed), answer: object = {}) => {
      const { status, body } = await browser.call('post', of, { action: 'return', ...answer });
      return [status, (body as unknown as { code: string }).code];
    };
    expect(await refusal(stranger)).toEqual([404, 'order_not_found']);
    const sent = await deliveries.givenSent();
    for (const shipmentId of [sent.shipmentId, failed.shipmentId]) {
      const of = path({ order: sent.order, shipmentId });
      expect(await refusal(owner, of)).toEqual([404, 'failure_not_found']);
    }
    expect(await refusal(owner, path(failed), { pincode: '560002' })).toEqual([
      422,
      'unknown_field',
    ]);
    await app.sql`UPDATE delivery_failures SET answer_by = now() WHERE id = ${failed.failure.id}`;
    expect(await refusal(owner)).toEqual([409, 'not_answerable']);
    expect(await failuresOf(failed.order)).toMatchObject([{ state: 'open', action: null }]);
  });

  it('answers while the answer of another is sent: the later one is sent, too', async () => {
    const failed = await givenFailed();
    await admin.call('answerDeliveryFailure', failed.failure.id, { action: 'dispute' });
    const repository = app.service(DeliveryFailuresRepository);
    const { manager } = app.dataSource;
    const claimed = await repository.claimDue(manager, 100);
    const owner = await TestBrowser.ofMember(app, shop.client);
    const answers = ['reattempt', 'return'].map((action) =>
      owner.call('post', path(failed), { action }),
    );
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200]);
    for (const one of claimed) await repository.end(manager, one, { state: 'sent', dueAt: null });
    const [{ action } = { action: null }, ...others] = await failuresOf(failed.order, 'decided');
    expect([action, others]).toEqual([expect.stringMatching(/^(reattempt|return)$/), []]);
    await sendDue();
    expect(await failuresOf(failed.order, 'sent')).toMatchObject([{ action }]);
  });
});

describe('a store', () => {
  const answer = ({ order, shipmentId }: { order: string; shipmentId: number }, body: object) =>
    shop.orders.answerFailure(order, shipmentId, body);

  it('sees a failed delivery of an order with its shipments, and answers it', async () => {
    const failed = await givenFailed();
    const { answer_by } = failed.failure;
    const include = { include: 'shipments' };
    const failure = {
      attempt: 1,
      reason: 'unavailable',
      answer_by,
      actions: ['reattempt', 'return', 'dispute'],
      answer: null,
    };
    const shown = async () => [
      (await shop.orders.status(failed.order, include)).shipments![0]!.failure,
      (await shop.orders.get(failed.order)).shipments[0]!.failure,
    ];
    expect(await shown()).toEqual([failure, failure]);
    expect(await shop.orders.status(failed.order)).not.toHaveProperty('shipments');
    const { shipments } = await answer(failed, { action: 'return' });
    expect(shipments![0]!.failure).toEqual({ ...failure, answer: 'return' });
    expect(await failuresOf(failed.order)).toMatchObject([
      { action: 'return', decided_by: expect.stringMatching(/^token /) },
    ]);
    await sendDue();
    expect(await shown()).toEqual([null, null]);
    const refused = answer(failed, { action: 'reattempt' });
    await refused.expectRefusal(409, 'not_answerable', { state: 'sent' });
  });

  it('is refused answers about orders of others, unknown shipments and unknown fields', async () => {
    const failed = await givenFailed();
    const other = await givenShop(app);
    const { order, shipmentId } = failed;
    await other.orders
      .answerFailure(order, shipmentId, { action: 'return' })
      .expectRefusal(404, 'order_not_found');
    await answer({ order, shipmentId: 1 }, { action: 'return' }).expectRefusal(
      404,
      'failure_not_found',
    );
    await answer(failed, { action: 'return', city: 'Pune' }).expectProblems('city unknown_field');
    expect(await failuresOf(order)).toMatchObject([{ state: 'open' }]);
  });
});

it.each([
  ['behind', 24 * 365 * 50],
  ['ahead', -24 * 365 * 50],
])(
  'a delivery that failed is answered from its receipt on if the clock of the courier is %s',
  async (_, hours) => {
    const sent = await deliveries.givenSent();
    await deliveries.pushed(sent.awb, ['FA', hours]);
    await deliveries.answers(sent, ['FA', hours]);
    const [failure, ...others] = await failuresOf(sent.order);
    expect(others).toEqual([]);
    expect(failure).toMatchObject({ state: 'open', actions: ['reattempt', 'return', 'dispute'] });
    const left = Date.parse(failure!.answer_by) - Date.now();
    expect(Math.round(left / 3_600_000)).toBe(24);
  },
);

describe('verify', () => {
  beforeAll(async () => {
    const [sent, arrived] = [await deliveries.givenSent(), await deliveries.givenSent()];
    await deliveries.answers(sent, ['OFD', 3], ['FA', 2]);
    await deliveries.answers(arrived, ['DL', 1]);
  });

  testRules(
    'couriers/delivery_faults',
    {
      'phase of a shipment differs from its events': [
        'DELETE FROM shipment_events',
        "UPDATE shipment_events SET source = 'push'",
        'UPDATE shipment_progress SET phase = 0',
        "UPDATE shipment_progress SET state = 'lost' WHERE state = 'delivered'",
      ],
      'order that its courier delivered, with a shipment that is not delivered':
        "UPDATE shipment_progress SET state = 'in_transit', phase = 1",
      'event before the booking of its shipment':
        "UPDATE courier_bookings SET created_at = now() + interval '1 hour'",
      'event of another order than its shipment':
        'UPDATE shipment_events SET order_id = (SELECT max(id) FROM orders WHERE id <> order_id)',
      'failed delivery of an ended shipment that can still be answered':
        "UPDATE shipment_progress SET phase = 3, state = 'lost' WHERE state = 'failed_attempt'",
    },
    () => app.connection,
  );
});

describe('files', () => {
  it('have the deliveries that failed', async () => {
    const { failure, order, awb } = await givenFailed();
    const { text } = await app.admin('get', 'delivery-failures/export').expect(200);
    expect(text).toContain(`${failure.id},${order},Sandbox courier,${awb},`);
  });

  it('have what is on the way, and bookings', async () => {
    const sent = await deliveries.givenSent();
    const { text: way } = await app.admin('get', 'deliveries/export').expect(200);
    expect(way).toContain(`${sent.order},Sandbox courier,${sent.awb}`);
    const { text: booked } = await app.admin('get', 'bookings/export?state=handed_over');
    expect(booked).toMatch(
      new RegExp(`^${sent.id},${sent.order},.*,handed_over,${sent.awb},`, 'm'),
    );
    expect((await app.admin('get', 'bookings/export?state=refused')).text).not.toContain(sent.awb);
  });
});

describe('the owners of a client', () => {
  it('are mailed once the courier has said so itself, but not about what it did not try', async () => {
    const messages = new Messages(app);
    const { email } = await givenMember(app, shop.client);
    await messages.forget();
    const mails = async () => {
      await messages.find();
      await messages.letPass(6);
      return (await messages.deliver()).filter(({ to }) => to === email);
    };
    await app.sql`UPDATE delivery_failures SET state = 'expired'`;
    const sent = await deliveries.givenSent();
    await deliveries.pushed(sent.awb, ['FA', 2]);
    expect(await mails()).toEqual([]);
    await deliveries.answers(sent, ['FA', 2]);
    const untried = await givenFailed();
    await app.sql`UPDATE delivery_failures SET reason = 'not_attempted' WHERE shipment_id = ${untried.shipmentId}`;
    const [mail] = await mails();
    expect(mail!.subject).toBe('1 delivery failed');
    for (const part of [sent.order, 'Bengaluru', 'the customer was not there', 'until'])
      expect(mail!.text).toContain(part);
    expect(await mails()).toHaveLength(1);
  });
});
