import fc from 'fast-check';
import { readNoticeBody } from './razorpay-notice.js';

describe('readNoticeBody', () => {
  it('reads the ids of payment and order', () => {
    const body = JSON.stringify({
      event: 'payment.captured',
      payload: { payment: { entity: { id: 'pay_1', order_id: 'order_1', amount: 100 } } },
    });
    expect(readNoticeBody(body)).toEqual({
      event: 'payment.captured',
      orderId: 'order_1',
      paymentId: 'pay_1',
      about: null,
    });
    const paid = { event: 'order.paid', payload: { order: { entity: { id: 'order_2' } } } };
    expect(readNoticeBody(JSON.stringify(paid))).toMatchObject({ orderId: 'order_2' });
  });

  it.each([
    ['refund', 'refund.failed', 'rfnd_1'],
    ['dispute', 'payment.dispute.lost', 'disp_1'],
    ['settlement', 'settlement.processed', 'setl_1'],
  ])('reads the id of a %s', (kind, event, id) => {
    const payload = { [kind]: { entity: { id } } };
    expect(readNoticeBody(JSON.stringify({ event, payload }))).toEqual({
      event,
      orderId: null,
      paymentId: null,
      about: { kind, id },
    });
  });

  it('accepts any text, and returns only valid ids', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.json()), (body) => {
        expect(readNoticeBody(body)).toMatchObject({ orderId: null, paymentId: null, about: null });
      }),
    );
    const odd = {
      payload: { payment: { entity: { id: 'a b', order_id: 7 } }, refund: { entity: { id: {} } } },
    };
    expect(readNoticeBody(JSON.stringify(odd))).toMatchObject({
      event: 'unknown',
      orderId: null,
      paymentId: null,
      about: null,
    });
  });
});
