import { DeliveryFailuresRepository } from '../../src/couriers/failures/delivery-failures.repository.js';
import { failedDeliveriesOf } from '../support/couriers/deliveries.js';
import { unique } from '../support/shop/given.js';
import { TestBrowser } from '../support/shop/people.js';
import { givenShop, givenSuite } from '../support/shop/shop.js';

const { app, admin, shop } = await givenSuite();
const { deliveries, failuresOf, givenFailed, sendDue } = await failedDeliveriesOf(app, shop);

/** A failed delivery as clients and stores see it while it is not answered. */
const OPEN = {
  attempt: 1,
  reason: 'unavailable',
  actions: ['reattempt', 'return', 'dispute'],
  answer: null,
};

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
    expect(failureIn(order)).toEqual({ ...OPEN, answer_by: until });
    for (const phone of ['98765', 'no phone', '022 2222 3333']) {
      const refused = await member.call('post', path(failed), { action: 'reattempt', phone });
      expect(refused.body).toMatchObject({ errors: [{ field: 'phone', code: 'invalid_phone' }] });
    }
    const answer = { action: 'reattempt', phone: '+91 98765 43210', comment: 'Ring twice' };
    const answered = await member.call('post', path(failed), answer);
    expect(failureIn(answered)).toMatchObject({ answer: 'reattempt' });
    expect(await overview()).toMatchObject({
      failed_deliveries: { count: 0, answer_by: null, order_numbers: [] },
    });
    expect(await failuresOf(failed.order)).toMatchObject([
      { state: 'decided', comment: 'Ring twice', decided_by: expect.stringMatching(/^user /) },
    ]);
    const stored = app.sql`SELECT phone FROM delivery_failures WHERE id = ${failed.failure.id}`;
    expect(await stored).toEqual([{ phone: '9876543210' }]);
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
    const failure = { ...OPEN, answer_by: failed.failure.answer_by };
    const shown = async () => [
      (await shop.orders.status(failed.order, { include: 'shipments' })).shipments![0]!.failure,
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

  it('gets the first answer again for its key, also after the courier was sent it', async () => {
    const failed = await givenFailed();
    const key = unique('answer');
    const send = (body: object) => answer(failed, body).set('Idempotency-Key', key);
    const first = await send({ action: 'return' }).expect(200);
    await sendDue();
    const again = await send({ action: 'return' }).expect(200);
    expect([again.text, again.headers['idempotent-replayed']]).toEqual([first.text, 'true']);
    await send({ action: 'dispute' }).expectRefusal(422, 'idempotency_mismatch');
    await answer(failed, { action: 'return' }).expectRefusal(409, 'not_answerable');
    const answers = app.sql`SELECT actor FROM audit_entries
      WHERE action = 'delivery_failure.answered' AND subject = ${`order ${failed.order}`}`;
    expect(await answers).toHaveLength(1);
  });

  it('may repeat the key of an answer that was refused', async () => {
    const late = await givenFailed();
    const key = unique('answer');
    const send = () => answer(late, { action: 'return' }).set('Idempotency-Key', key);
    const moveDeadline = (hours: number) => app.sql`UPDATE delivery_failures
      SET answer_by = now() + make_interval(hours => ${hours}) WHERE id = ${late.failure.id}`;
    await moveDeadline(0);
    await send().expectRefusal(409, 'not_answerable', { state: 'open' });
    await moveDeadline(1);
    await send().expect(200);
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
