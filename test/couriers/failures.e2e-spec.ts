import { DeliveriesJob } from '../../src/couriers/findings/deliveries.job.js';
import { DeliveryFailuresService } from '../../src/couriers/failures/delivery-failures.service.js';
import { OpenedCouriers } from '../../src/couriers/accounts/opened-couriers.js';
import { TrackedBookingsRepository } from '../../src/couriers/tracking/tracked-bookings.repository.js';
import { failedDeliveriesOf } from '../support/couriers/deliveries.js';
import { testRules } from '../support/database/broken-rules.js';
import { Messages } from '../support/money/messages.js';
import { givenMember } from '../support/shop/people.js';
import { eraseCustomers } from '../support/shop/order-actions.js';
import { givenSuite } from '../support/shop/shop.js';
import { archiveOrders, makeAllOlder } from '../support/time.js';

const { app, admin, shop } = await givenSuite();
const { deliveries, failuresOf, givenFailed, sendDue } = await failedDeliveriesOf(app, shop);

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
    await answer({ action: 'reattempt', date: '2026-01-18' }).expectProblems('date out_of_range');
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

it('a delivery that failed is open again if the courier refuses the answer in time, with its words', async () => {
  const { failure, order, awb } = await givenFailed();
  await admin.call('answerDeliveryFailure', failure.id, { action: 'reattempt' });
  await deliveries.tells(awb, ['FA', 2], ['OFD', 1]);
  await sendDue();
  const problem = 'The shipment is on its way again';
  const refused = { state: 'open', problem, sent_at: null };
  expect(await failuresOf(order)).toMatchObject([{ ...refused, action: 'reattempt' }]);
  // For its client and its store, no answer waits.
  expect((await shop.orders.get(order)).shipments[0]!.failure).toMatchObject({ answer: null });
  await admin.call('answerDeliveryFailure', failure.id, { action: 'return' });
  expect(await failuresOf(order)).toMatchObject([
    { state: 'decided', action: 'return', problem: null },
  ]);
  expect((await shop.orders.get(order)).shipments[0]!.failure).toMatchObject({ answer: 'return' });
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

it('failed deliveries are counted in the metrics while they wait, and before they expire', async () => {
  const { failure, shipmentId } = await givenFailed();
  const job = app.service(DeliveriesJob) as unknown as { run: () => Promise<void> };
  const figures = async () => {
    await job.run();
    const names = ['delivery_failures_open', 'delivery_failures_expiring'];
    return Promise.all(names.map((name) => app.metric(name)));
  };
  const [open, expiring] = await figures();
  await app.sql`UPDATE delivery_failures SET answer_by = now() + interval '179 minutes' WHERE id = ${failure.id}`;
  expect(await figures()).toEqual([open, expiring! + 1]);
  await app.sql`UPDATE shipment_progress SET next_ask_at = now() - interval '300 s' WHERE shipment_id = ${shipmentId}`;
  await admin.call('answerDeliveryFailure', failure.id, { action: 'return' });
  expect(await figures()).toEqual([open! - 1, expiring]);
  expect(Math.round((await app.metric('courier_ask_delay_seconds')) / 100)).toBe(3);
  await deliveries.askDue();
  expect(await app.metric('courier_budget_share')).toBeGreaterThan(0);
});

it('an order that came back as a whole gets no return of one shipment, which would limit its refund', async () => {
  const order = await shop.placeNew(2);
  const { total } = await admin.orders.pay(order);
  const units = [{ line: 1, quantity: 1 }];
  const [one, two] = [
    await deliveries.bookUnits(order, units),
    await deliveries.bookUnits(order, units),
  ];
  for (const booking of [one, two]) await deliveries.handOver(booking, units);
  await admin.orders.return(order);
  await deliveries.answers(one, ['RT', 4], ['RTO', 1]);
  expect((await shop.orders.get(order)).returns).toEqual([]);
  expect(await deliveries.findingsOf(one)).toEqual(['return_by_hand']);
  expect(await admin.orders.refund(order)).toMatchObject({ refunds: [{ amount: total }] });
});

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
