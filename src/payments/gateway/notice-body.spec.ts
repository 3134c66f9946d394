import fc from 'fast-check';
import { readNotice } from './notice-body.js';

describe('readNotice', () => {
  it('reads which payment and order it is about', () => {
    const body = JSON.stringify({
      event: 'payment.captured',
      payload: { payment: { entity: { id: 'pay_1', order_id: 'order_1', amount: 100 } } },
    });
    expect(readNotice(body)).toEqual({
      ...{ event: 'payment.captured', gatewayOrderId: 'order_1', paymentId: 'pay_1', body },
    });
    const paid = { event: 'order.paid', payload: { order: { entity: { id: 'order_2' } } } };
    expect(readNotice(JSON.stringify(paid))).toMatchObject({ gatewayOrderId: 'order_2' });
  });

  it('takes anything, and names nothing that is not an id', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.json()), (body) => {
        expect(readNotice(body)).toMatchObject({ gatewayOrderId: null, paymentId: null });
      }),
    );
    const odd = { payload: { payment: { entity: { id: 'a b', order_id: 7 } } } };
    expect(readNotice(JSON.stringify(odd))).toMatchObject({
      ...{ event: 'unknown', gatewayOrderId: null, paymentId: null },
    });
  });
});
