import { Deliveries } from '../support/couriers/deliveries.js';
import { AccountSecrets } from '../../src/couriers/accounts/account-secrets.js';
import { PushHandlingService } from '../../src/couriers/pushes/push-handling.service.js';
import { RateLimits } from '../../src/platform/http/limits/rate-limits.js';
import { givenSuite } from '../support/shop/shop.js';

const { app, admin, shop } = await givenSuite();
const deliveries = await Deliveries.of(app, shop);

const outcomes = async (): Promise<string[]> => {
  const { data } = await admin.call('listCourierPushes');
  return data.map(({ outcome }) => outcome);
};
const countStored = async (): Promise<number> =>
  (await app.row<{ count: number }>`SELECT count(*)::integer AS count FROM courier_pushes`).count;

describe('a push of a courier', () => {
  it('is stored once for each body, and answered at once', async () => {
    const before = await countStored();
    for (let time = 0; time < 3; time += 1) {
      const answer = await deliveries.push('1', ['IT']);
      expect(answer).toMatchObject({ status: 200, body: { status: 'ok' } });
    }
    expect(await countStored()).toBe(before + 1);
    const { data } = await admin.call('listCourierPushes');
    expect(data[0]).toMatchObject({ outcome: 'new', account_id: deliveries.accountId });
    const { at } = await app.row<{ at: Date | null }>`
      SELECT last_push_at AS at FROM courier_accounts WHERE id = ${deliveries.accountId}`;
    expect(at).toEqual(expect.any(Date));
  });

  it('is refused and not stored without its key and secret', async () => {
    const before = await countStored();
    const answer = await deliveries.pushBody('{}', 'wrong');
    expect(answer).toMatchObject({ status: 401, body: { code: 'push_refused' } });
    expect((await deliveries.pushBody('{}', undefined, 'a'.repeat(32))).status).toBe(404);
    expect((await deliveries.pushBody('{}', undefined, 'no-key')).status).toBe(404);
    const other = await Deliveries.of(app, shop);
    const secrets = app.service(AccountSecrets);
    await app.sql`UPDATE courier_accounts SET push_secret = ${secrets.seal(other.accountId, 'pushSecret', 'another')}
      WHERE id = ${other.accountId}`;
    // The secret of one account with the key of another.
    expect((await other.pushBody('{}')).status).toBe(401);
    expect(await countStored()).toBe(before);
  });

  it('is accepted with the header and at the address before for a day', async () => {
    const renamed = await Deliveries.of(app, shop);
    const { accountId: id } = renamed;
    const account = { kind: 'sandbox', name: renamed.pushKey, environment: 'staging' };
    await app.admin('put', `courier-accounts/${id}`, { ...account, push_header: 'x-token' });
    expect((await renamed.pushBody('{"b":1}')).status).toBe(200);
    await app.admin('post', `courier-accounts/${id}/push-key`).expect(200);
    expect((await renamed.pushBody('{"b":2}')).status).toBe(200);
    await app.sql`UPDATE courier_accounts SET previous_pushes =
      jsonb_set(previous_pushes, '{0,until}', to_jsonb(now() - interval '1 second')) WHERE id = ${id}`;
    expect((await renamed.pushBody('{"b":3}')).status).toBe(401);
    await app.sql`UPDATE courier_accounts SET previous_pushes =
      jsonb_set(previous_pushes, '{1,until}', to_jsonb(now() - interval '1 second')) WHERE id = ${id}`;
    expect((await renamed.pushBody('{"b":4}')).status).toBe(404);
    await app.sql`UPDATE courier_pushes SET due_at = NULL WHERE account_id = ${id}`;
  });

  it('is stored with any content, and shown as unreadable', async () => {
    await deliveries.handlePushes();
    const before = await countStored();
    const bodies = [
      ...['[]', 'null', '', 'not JSON', '{"awb":1}', '<xml/>', '\u0000{"awb":null}'],
      ...[Buffer.from([0xff, 0xfe, 0x00]), 'x'.repeat(255 * 1024), '['.repeat(100_000)],
    ];
    for (const body of bodies) expect((await deliveries.pushBody(body)).status).toBe(200);
    expect((await deliveries.pushBody('x'.repeat(257 * 1024))).status).toBe(413);
    await deliveries.handlePushes();
    expect(await countStored()).toBe(before + bodies.length);
    expect((await outcomes()).slice(0, bodies.length)).toEqual(bodies.map(() => 'unreadable'));
  });

  it('is sent again later after 600 in a minute', async () => {
    const busy = await Deliveries.of(app, shop);
    for (let sent = 1; sent < 600; sent += 1)
      await app.service(RateLimits).takePush(busy.accountId);
    expect((await busy.pushBody('busy')).status).toBe(200);
    const answer = await busy.pushBody('busy');
    expect(answer).toMatchObject({ status: 503, body: { code: 'unavailable' } });
    expect(answer.headers['retry-after']).toMatch(/^\d+$/);
  });

  it('waits an hour for its AWB, which may be named later', async () => {
    await deliveries.push('123456789', ['IT']);
    await deliveries.handlePushes();
    expect((await outcomes())[0]).toBe('unknown_awb');
    const late = await app.row`
      UPDATE courier_pushes SET received_at = now() - interval '1 hour', due_at = now()
      WHERE body LIKE '%123456789%' RETURNING id`;
    expect(late).toBeDefined();
    await deliveries.handlePushes();
    const { due } = await app.row<{ due: Date | null }>`
      SELECT due_at AS due FROM courier_pushes WHERE body LIKE '%123456789%'`;
    expect(due).toBeNull();
  });

  it('of another account about an AWB moves nothing', async () => {
    const sent = await deliveries.givenSent();
    const other = await Deliveries.of(app, shop);
    await other.pushed(sent.awb, ['OFD']);
    expect(await deliveries.stateOf(sent)).toBe('handed_over');
    expect((await outcomes())[0]).toBe('unknown_awb');
  });

  it('about a box that was noted as not handed over is listed', async () => {
    const kept = await deliveries.givenSent();
    await admin.call('noteShipmentEvent', kept.shipmentId, { state: 'not_handed_over' });
    await deliveries.pushed(kept.awb, ['PU', 0]);
    expect(await deliveries.findingsOf(kept)).toEqual(['moving_but_canceled', 'returned']);
  });

  it('is deleted after 30 days', async () => {
    const count = await countStored();
    await app.sql`UPDATE courier_pushes SET received_at = now() - interval '30 days' WHERE id = (SELECT min(id) FROM courier_pushes)`;
    await app.service(PushHandlingService).deleteOld();
    expect(await countStored()).toBe(count - 1);
  });
});

it('pushes are counted by their outcome, with their news and the codes that are not known', async () => {
  const names = [
    ...['stored', 'repeated', 'refused', 'applied', 'asked', 'unreadable'].map(
      (outcome) => `courier_pushes_total{outcome="${outcome}"}`,
    ),
    ...['push', 'asked'].map((source) => `courier_news_total{source="${source}"}`),
    'courier_unknown_codes_total',
  ];
  const read = () => Promise.all(names.map(async (name) => (await app.metric(name)) || 0));
  const sent = await deliveries.givenSent();
  await deliveries.handlePushes();
  const before = await read();
  await deliveries.push(sent.awb, ['IT', 3], ['NEW', 2]);
  await deliveries.push(sent.awb, ['IT', 3], ['NEW', 2]);
  await deliveries.push(sent.awb, ['DL', 1]);
  await deliveries.pushBody('counted');
  await deliveries.pushBody('{}', 'wrong');
  await deliveries.handlePushes();
  await deliveries.answers(sent, ['IT', 3], ['DL', 1]);
  const counted = (await read()).map((count, index) => count - before[index]!);
  expect(Object.fromEntries(names.map((name, index) => [name, counted[index]]))).toEqual({
    'courier_pushes_total{outcome="stored"}': 3,
    'courier_pushes_total{outcome="repeated"}': 1,
    'courier_pushes_total{outcome="refused"}': 1,
    'courier_pushes_total{outcome="applied"}': 1,
    'courier_pushes_total{outcome="asked"}': 1,
    'courier_pushes_total{outcome="unreadable"}': 1,
    'courier_news_total{source="push"}': 2,
    'courier_news_total{source="asked"}': 1,
    courier_unknown_codes_total: 1,
  });
  await app.sql`DELETE FROM courier_codes`;
  await app.sql`UPDATE courier_pushes SET due_at = NULL`;
});

describe('what a push tells', () => {
  it('ends nothing: an end, a return and an early pick-up only make the courier due for asking', async () => {
    const sent = await deliveries.givenSent();
    const early = await deliveries.book();
    await deliveries.askDue();
    await deliveries.pushed(sent.awb, ['DL']);
    await deliveries.pushed(early.awb, ['PU']);
    await deliveries.pushed(sent.awb, ['RTO'], ['RT']);
    await deliveries.pushed(sent.awb, ['LOST']);
    expect((await outcomes()).slice(0, 4)).toEqual(Array(4).fill('asked'));
    expect(await deliveries.statusOf(sent.order)).toBe('shipped');
    expect(await deliveries.statusOf(early.order)).toBe('pending');
    expect(await deliveries.stateOf(sent)).toBe('handed_over');
    const due = await app.row`
      SELECT FROM shipment_progress WHERE shipment_id = ${sent.shipmentId} AND next_ask_at <= now()`;
    const dueEarly =
      await app.row`SELECT FROM courier_bookings WHERE id = ${early.id} AND ask_at <= now()`;
    expect([due, dueEarly]).toEqual([{}, {}]);
  });

  it('is listed if the courier, when asked, does not tell it for six hours', async () => {
    const [doubted, confirmed] = [await deliveries.givenSent(), await deliveries.givenSent()];
    await deliveries.pushed(doubted.awb, ['DL']);
    await deliveries.pushed(confirmed.awb, ['DL']);
    await deliveries.answers(confirmed, ['DL']);
    await deliveries.answers(doubted, ['OFD']);
    await app.sql`UPDATE courier_pushes SET due_at = now() WHERE outcome = 'asked'`;
    await deliveries.handlePushes();
    expect(await deliveries.findingsOf(doubted)).toEqual(['push_not_confirmed']);
    expect(await deliveries.findingsOf(confirmed)).toEqual([]);
    expect(await deliveries.statusOf(confirmed.order)).toBe('delivered');
  });

  it('is read once with any characters and numbers', async () => {
    const sent = await deliveries.givenSent();
    const told = (awb: string, event: object): string =>
      JSON.stringify({ awb, events: [{ at: new Date().toISOString(), ...event }] });
    const bodies = [
      told(`${sent.awb}\u0000`, { code: 'IT' }),
      told('9'.repeat(100_000), { code: 'IT' }),
      told(sent.awb, { code: 'X\u0000' }),
      told(sent.awb, { code: 'X\uD800' }),
      told(sent.awb, { code: 'FA', attempt: 1e9 }),
      told(sent.awb, { code: 'FA', attempt: -1e9 }),
      told(sent.awb, { code: 'IT', at: '+275760-09-13T00:00:00.000Z' }),
      told(sent.awb, { code: 'IT', at: '-271821-04-20T00:00:00.000Z' }),
    ];
    for (const body of bodies) expect((await deliveries.pushBody(body)).status).toBe(200);
    await deliveries.handlePushes();
    const left =
      await app.sql`SELECT body FROM courier_pushes WHERE outcome = 'new' AND due_at IS NOT NULL`;
    expect(left).toEqual([]);
  });

  it('is kept with a code that is not known, which is counted', async () => {
    const sent = await deliveries.givenSent();
    await deliveries.pushed(sent.awb, ['XYZ', 3], ['IT', 4]);
    await deliveries.pushed(sent.awb, ['XYZ', 2]);
    expect(await deliveries.stateOf(sent)).toBe('in_transit');
    expect(await app.sql`SELECT kind, code, count FROM courier_codes`).toEqual([
      { kind: 'sandbox', code: 'XYZ', count: 2 },
    ]);
  });
});

describe('a box that the courier has although it was not handed over', () => {
  it('is shipped by its scan once the courier itself tells of it, at the time of the scan', async () => {
    const early = await deliveries.book(2);
    await deliveries.pushed(early.awb, ['PU', 5]);
    expect(await deliveries.statusOf(early.order)).toBe('pending');
    await deliveries.answers(early, ['PU', 5], ['IT', 3]);
    expect(await deliveries.stateOf(early)).toBe('in_transit');
    expect(await deliveries.findingsOf(early)).toEqual(['picked_up_early']);
    const { shipments } = await admin.orders.get(early.order);
    const agoMs = Date.now() - Date.parse(shipments[0]!.shipped_at);
    expect(Math.round(agoMs / 3_600_000)).toBe(5);
    const tracking_url = `https://sandbox.example/${early.awb}`;
    expect(shipments).toMatchObject([{ tracking_number: early.awb, tracking_url }]);
    const { data } = await admin.audit.list({ subject: `order ${early.order}` });
    expect(data[0]).toMatchObject({ action: 'order.shipped', actor: 'courier' });
  });

  it('is delivered by the same answer if it tells that, too', async () => {
    const early = await deliveries.book();
    await deliveries.answers(early, ['PU', 5], ['FA', 4], ['OFD', 2], ['DL', 1]);
    expect(await deliveries.statusOf(early.order)).toBe('delivered');
  });

  it('is left to a person if its order cannot be shipped', async () => {
    const early = await deliveries.book();
    await app.sql`UPDATE order_items SET canceled_quantity = 1 FROM orders o
      WHERE o.id = order_id AND o.order_number = ${early.order}`;
    await deliveries.answers(early, ['PU', 5]);
    await app.sql`UPDATE order_items SET canceled_quantity = 0 FROM orders o
      WHERE o.id = order_id AND o.order_number = ${early.order}`;
    expect(await deliveries.findingsOf(early)).toEqual(['picked_up_not_shippable']);
    const booking =
      await app.row`SELECT state, problem_code FROM courier_bookings WHERE id = ${early.id}`;
    expect(booking).toEqual({ state: 'needs_person', problem_code: 'picked_up_not_shippable' });
    expect(await deliveries.statusOf(early.order)).toBe('pending');
  });

  it('is shipped even if a person was to say whether it is booked', async () => {
    const early = await deliveries.book();
    await app.sql`UPDATE courier_bookings SET state = 'needs_person', problem_code = 'unknown_too_long' WHERE id = ${early.id}`;
    await deliveries.answers(early, ['PU', 2]);
    expect(await deliveries.statusOf(early.order)).toBe('shipped');
    expect(await deliveries.findingsOf(early)).toEqual(['picked_up_early']);
  });

  it('is listed if its booking was canceled', async () => {
    const early = await deliveries.book();
    await app.sql`UPDATE courier_bookings SET state = 'canceled' WHERE id = ${early.id}`;
    await deliveries.pushed(early.awb, ['PU', 2]);
    await deliveries.answers(early, ['PU', 2]);
    expect(await deliveries.findingsOf(early)).toEqual(['moving_but_canceled']);
    expect(await deliveries.statusOf(early.order)).toBe('pending');
  });
});
