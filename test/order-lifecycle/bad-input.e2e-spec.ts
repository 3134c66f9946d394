import { givenProduct, SHIPMENT } from '../support/shop/given.js';
import { givenSuite } from '../support/shop/suite.js';

const ACTIONS = ['payments', 'shipments', 'deliver', 'return', 'cancel', 'close', 'refunds'];
const REASON = { reason: 'Broken' };
const BODIES: Partial<Record<string, object>> = {
  payments: { method: 'cash' },
  shipments: SHIPMENT,
  close: REASON,
  refunds: REASON,
};

const { app, admin, shop } = await givenSuite();

describe("bad input to an operator's changes of an order", () => {
  const givenOrder = async (): Promise<string> => {
    const { sku } = await givenProduct(app);
    return shop.orders.place({ sku, quantity: 2 });
  };

  it.each<[action: 'pay' | 'ship', string, string, unknown[]]>([
    ['pay', 'method', 'reserved_value', ['gateway', 'Gateway']],
    ['pay', 'amount', 'amount_mismatch', [1, 209.99, 210.01]],
    ['pay', 'amount', 'too_many_decimals', [210.001]],
    ['pay', 'reference', 'invalid_characters', ['a\nb']],
    ['ship', 'tracking_url', 'invalid_url', ['BL1', 'http://a.example', 'javascript:x']],
    ['ship', 'items', 'list_expected', [[], [[]], [null]]],
  ])('is refused: %s with a wrong %s is %s', async (action, field, code, values) => {
    const order = await givenOrder();
    for (const value of values) {
      await admin.orders[action](order, { [field]: value }).expectProblems(`${field} ${code}`);
    }
    expect(await admin.timeline(order)).toEqual(['awaiting_payment']);
  });

  it('is refused with an unknown field', async () => {
    const order = await givenOrder();
    await admin.orders.pay(order, { amnt: 1 }).expectProblems('amnt unknown_field');
    const items = [{ line: 1, quantity: 1, sku: 'ANY' }];
    const problems = await admin.orders.ship(order, { items, status: 'x' }).problems();
    expect(problems.sort()).toEqual(['items.0.sku unknown_field', 'status unknown_field']);
  });

  it.each(['0', '-1', '99999999999', 'WO-0000000000', '%00', '%ff', 'x'.repeat(500)])(
    'is 404 when the path names no order: %s',
    async (order) => {
      const code = order === '%ff' ? 'route_not_found' : 'order_not_found';
      for (const call of [
        ...ACTIONS.map((action) => app.admin('post', `orders/${order}/${action}`, BODIES[action])),
        app.admin('get', `orders/${order}`),
      ]) {
        expect((await call.expect(404)).body).toMatchObject({ code });
      }
    },
  );
});
