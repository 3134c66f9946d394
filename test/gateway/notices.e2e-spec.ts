import request from 'supertest';
import { DayChecksService } from '../../src/money/gateway/day-checks/day-checks.service.js';
import { noticeHeaders } from '../../src/start/sandbox/sandbox-messages.js';
import {
  deliverNotices,
  handleNotices,
  payer,
  startGatewaySuite,
} from '../support/shop/checkouts.js';
import { admin, app, balance, place, read } from '../support/money/suite.js';

startGatewaySuite();

const send = (body: string, headers: Record<string, string> = {}) =>
  request(app.server).post('/gateway/notices').set(noticeHeaders(body)).set(headers).send(body);
const captured = (orderId: string) =>
  JSON.stringify({ event: 'payment.captured', order_id: orderId, payment_id: 'pay_x' });
const listed = (query = '') => read<object[]>(`gateway/notices${query}`);

describe('a notice of the gateway', () => {
  it('is stored once if it is sent repeatedly', async () => {
    const order = await place();
    const checkout = await payer.open([order]);
    const body = ` ${captured(checkout.gateway.order_id)}\n`;
    const before = (await listed()).length;
    for (const id of ['event_1', 'event_2', 'event_2']) {
      // An id in a header is not signed: it makes no other notice of the same body.
      expect((await send(body, { 'X-Sandbox-Event-Id': id })).status).toBe(200);
    }
    expect(await listed()).toHaveLength(before + 1);
    await handleNotices(app);
    const checked = [{ body, event: 'payment.captured' }];
    expect(await listed('?outcome=checked')).toMatchObject(checked);
    expect((await send(body)).status).toBe(200);
    expect(await listed('?outcome=checked')).toMatchObject(checked);
    // It is a hint only: the gateway has no such payment.
    expect((await admin.orders.get(order)).status).toBe('awaiting_payment');
  });

  it('is refused and not stored if its signature is missing or wrong', async () => {
    const before = await listed();
    const body = captured('order_1');
    for (const answer of [
      await send(body, noticeHeaders(`${body} `)),
      await send(body, { 'X-Sandbox-Signature': '' }),
      await request(app.server).post('/gateway/notices').send(body),
    ]) {
      expect([answer.status, (answer.body as { code: string }).code]).toEqual([
        ...[401, 'signature_invalid'],
      ]);
    }
    expect(await listed()).toEqual(before);
  });

  it('is shown as unknown if its order is, and as ignored if it cannot be read', async () => {
    await send(captured('order_unknown'));
    await send('not JSON \u0000');
    await handleNotices(app);
    expect(await listed('?limit=2')).toMatchObject([
      { outcome: 'ignored', event: 'unknown' },
      { outcome: 'unknown_order', gateway_order_id: 'order_unknown' },
    ]);
  });

  it('pays nothing if it is forged, and once if it is sent three times', async () => {
    const [forged, order] = [await place(), await place()];
    await payer.payAt(await payer.open([forged]), 'tampered');
    await payer.payAt(await payer.open([order]), 'thrice');
    await deliverNotices(app);
    expect((await admin.orders.get(forged)).status).toBe('awaiting_payment');
    expect((await admin.orders.get(order)).status).toBe('pending');
    expect(await balance()).toBe(0);
  });

  it('may be lost: the nightly comparison finds the payment, also of a paid intent', async () => {
    const order = await place();
    const checkout = await payer.open([order]);
    await payer.payAt(checkout);
    await deliverNotices(app);
    await payer.payAt(checkout, 'lost');
    await app.sql`UPDATE payment_intents SET created_at = created_at - interval '1 day'`;
    // The service has compared yesterday when it started.
    await app.sql`DELETE FROM gateway_day_checks`;
    await app.service(DayChecksService).checkYesterday();
    await app.service(DayChecksService).checkYesterday();
    expect(await balance()).toBe(110);
    expect(await read('gateway/days')).toMatchObject([
      { failed: 0, found: 1, found_amount: 110, finished_at: expect.any(String) },
    ]);
  });
});
