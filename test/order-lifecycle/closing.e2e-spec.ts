import { givenProduct } from '../support/shop/given.js';
import { givenShop } from '../support/shop/shop.js';
import { givenSuite } from '../support/shop/suite.js';

const { app, admin, shop } = await givenSuite();

describe('closing a partly shipped order', () => {
  it('releases the rest and credits its price to the wallet, without the delivery charge', async () => {
    const { sku } = await givenProduct(app, { stock: 10 });
    const order = await shop.orders.place([2, 3].map((quantity) => ({ sku, quantity })));
    await admin.orders.pay(order);
    await admin.orders.ship(order, { items: [{ line: 2, quantity: 1 }] });
    const closed = await admin.orders.close(order, { reason: 'No longer made' });
    expect(closed).toMatchObject({
      status: 'shipped',
      payment_status: 'paid',
      total: 510,
      items: [
        { quantity: 2, shipped_quantity: 0, canceled_quantity: 2 },
        { quantity: 3, shipped_quantity: 1, canceled_quantity: 2 },
      ],
      refunds: [{ amount: 400, reason: 'No longer made' }],
    });
    expect(await admin.walletBalance(shop.client)).toBe(400);
    expect((await admin.stock.get(sku)).levels).toMatchObject([{ on_hand: 9, reserved: 0 }]);
    expect(await shop.orders.status(order)).toMatchObject({
      status: 'shipped',
      payment_status: 'paid',
      total_amount: 510,
      items: [{ quantity: 2 }, { quantity: 3 }],
    });
  });

  it('can be followed by a return, which refunds the remaining amount', async () => {
    const { sku } = await givenProduct(app, { stock: 10 });
    const buyer = await givenShop(app);
    const order = await buyer.orders.place({ sku, quantity: 3 });
    await admin.orders.pay(order);
    await admin.orders.ship(order, { items: [{ line: 1, quantity: 1 }] });
    await admin.orders.close(order);
    await admin.orders.ship(order).refused(409);
    await admin.orders.deliver(order);
    await admin.orders.return(order);
    const tooMany = { restock: [{ line: 1, quantity: 2 }] };
    await admin.orders.refund(order, tooMany).expectProblems('restock.0.quantity out_of_range');
    const refunded = await admin.orders.refund(order, { restock: [{ line: 1, quantity: 1 }] });
    expect(refunded).toMatchObject({
      status: 'returned',
      payment_status: 'refunded',
      refunds: [{ amount: 200 }, { amount: 110 }],
    });
    expect(await admin.walletBalance(buyer.client)).toBe(310);
    expect((await admin.stock.get(sku)).levels).toMatchObject([{ on_hand: 10, reserved: 0 }]);
  });
});
