import { TestApp } from '../support/app.js';
import { givenProduct } from '../support/shop/given.js';
import { Payer } from '../support/shop/checkouts.js';
import { givenShop } from '../support/shop/shop.js';
const app = await TestApp.start();
const shop = await givenShop(app);

describe('an optional field that is null counts as absent', () => {
  it.each(['customer', 'shipping'])('%s of a quote', async (field) => {
    const { sku } = await givenProduct(app);
    const body = { items: [{ sku, quantity: 1 }], [field]: null };
    expect((await app.post('/api/orders/quote', shop.client.headers, body)).status).toBe(200);
  });

  it.each(['owner_email', 'subscription'])('%s of a new client', async (field) => {
    const body = { name: 'A', email: `${field}@shop.example`, [field]: null };
    const { status, body: answer } = await app.admin('post', 'clients', body);
    expect([status, answer]).toMatchObject([201, { data: { subscription: null } }]);
    expect((answer as { data: object }).data).not.toHaveProperty('owner_invitation_link');
  });

  it('name and selection of a price list', async () => {
    await givenProduct(app);
    const none = { name: null, category: null, q: null };
    const body = { plan: shop.client.plan, percent: 5, ...none };
    const { status, body: answer } = await app.admin('post', 'price-lists', body);
    expect([status, answer]).toMatchObject([201, { data: { name: '+5 % on all products' } }]);
  });

  it('orders or amount of a checkout', async () => {
    const payer = await Payer.of(app, shop.client);
    const open = (body: object) => payer.browser.call('post', 'checkouts', body);
    expect((await open({ order_numbers: null, amount: 5 })).status).toBe(201);
    for (const body of [{ order_numbers: null }, { amount: null }]) {
      const { status, body: answer } = await open(body);
      expect([status, answer]).toMatchObject([422, { errors: [{ code: 'required' }] }]);
    }
  });
});
