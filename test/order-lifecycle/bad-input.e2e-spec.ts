import { Admin } from '../support/shop/admin.js';
import { TestApp } from '../support/app.js';
import { givenProduct, SHIPMENT } from '../support/shop/given.js';
import { givenShop } from '../support/shop/shop.js';

const ACTIONS = [
  'payments',
  'shipments',
  'deliver',
  'return',
  'cancel',
  'close',
  'refunds',
] as const;
const REASON = { reason: 'Broken' };
const BODIES: Partial<Record<string, object>> = {
  payments: { method: 'cash' },
  shipments: SHIPMENT,
  close: REASON,
  refunds: REASON,
};

/** Makes a shipment's only item. */
function item(line: unknown, quantity: unknown): object[] {
  return [{ line, quantity }];
}

const app = await TestApp.start();
const admin = new Admin(app);
const shop = await givenShop(app);

describe("bad input to an operator's changes of an order", () => {
  afterAll(() => app.expectInvariants());

  const givenOrder = async (): Promise<string> => {
    const { sku } = await givenProduct(app);
    return shop.orders.place({ sku, quantity: 2 });
  };

  it.each<[action: 'pay' | 'ship' | 'return', string, string, unknown[]]>([
    ['pay', 'method', 'reserved_value', ['gateway', 'Gateway']],
    ['pay', 'amount', 'amount_mismatch', [1, 209.99, 210.01]],
    ['pay', 'amount', 'too_many_decimals', [210.001]],
    ['pay', 'reference', 'invalid_characters', ['a\u0000', '\ud800', 'a\nb']],
    ['ship', 'tracking_url', 'invalid_url', ['BL1', 'http://a.example', 'javascript:x']],
    ['ship', 'shipped_at', 'instant_expected', ['now', 5, [], {}, '2026-01-01']],
    ['ship', 'items', 'list_expected', ['1', {}, [], [[]], [null], Array(101).fill({})]],
    ['ship', 'items.0.line', 'out_of_range', [item(0, 1), item(101, 1)]],
    ['ship', 'items.0.quantity', 'out_of_range', [item(1, 0), item(1, 1e9)]],
    ['return', 'reason', 'invalid_characters', ['\u0007']],
  ])('is refused: %s with a wrong %s is %s', async (action, field, code, values) => {
    const order = await givenOrder();
    const [key = ''] = field.split('.');
    for (const value of values) {
      const problems = await admin.orders[action](order, { [key]: value }).problems();
      expect(problems).toEqual([`${field} ${code}`]);
    }
    expect(await admin.timeline(order)).toEqual(['awaiting_payment']);
  });

  it('is refused with an unknown field', async () => {
    const order = await givenOrder();
    expect(await admin.orders.pay(order, { amnt: 1 }).problems()).toEqual(['amnt unknown_field']);
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
