import request from 'supertest';
import { OPERATOR } from '../../support/app.js';
import { givenPlan, givenProduct, givenShirt } from '../../support/shop/given.js';
import { givenSuite } from '../../support/shop/shop.js';

const { app, admin } = await givenSuite();
const plan = (await givenPlan(app)).code;
await givenProduct(app, {
  sku: 'TW-GLS-06',
  name: "Tumbler (300 ml) d'Or",
  category: 'Tableware',
  images: ['https://images.example/tumbler.jpg'],
});
await givenProduct(app, { sku: 'BB-01', name: 'Bowl', brand: 'Kiran', stock: 0 });
await givenProduct(app, { sku: 'BB-02', name: 'Bowl, large', active: false });
await givenShirt(app, { 'Size:M|Colour:Red': 0 });
await admin.plans.setPrice(plan, 'BB-01', 5);

describe('the list of products', () => {
  const skus = async (query: string): Promise<string[]> => {
    return (await admin.products.list(query)).data.map(({ sku }) => sku);
  };

  it.each([
    ['q=tw-gls', ['TW-GLS-06']],
    ['q=TUMBLER', ['TW-GLS-06']],
    ["q=d'or%20table", ['TW-GLS-06']],
    ['q=kir', ['BB-01']],
    ['q=bowl', ['BB-01', 'BB-02']],
    ['q=owl', []],
    ['q=%5C%27%20%26%20!', []],
    ['q=bowl&active=true', ['BB-01']],
    ['active=false', ['BB-02']],
    ['has_stock=false', ['BB-01']],
    ['has_image=true', ['TW-GLS-06']],
    ['q=b&has_image=false', ['BB-01', 'BB-02']],
    ['q=b&has_stock=true', ['BB-02']],
  ])('finds with %s: %j', async (query, expected) => {
    expect(await skus(query)).toEqual(expected);
  });

  it('finds the products that a plan sells at the discounted base price', async () => {
    expect(await skus(`q=b&without_price_of=${plan}`)).toEqual(['BB-02']);
    expect(await skus(`q=b&without_price_of=unknown`)).toEqual(['BB-01', 'BB-02']);
  });

  it('is exported as it is filtered, and refuses unknown filters', async () => {
    const { text } = await request(app.server)
      .get('/admin/products/export?q=bowl&active=false')
      .set(OPERATOR)
      .expect(200);
    expect(text.split('\r\n').map((line) => line.split(',')[0])).toEqual(['sku', 'BB-02', '']);
    await app.admin('get', 'products/export?limit=5').expect(422);
  });

  it('activates and deactivates many at once, with an outcome for each', async () => {
    const change = { skus: ['BB-01', 'BB-02', 'NONE'], active: false };
    expect(await admin.call('setProductsActive', change)).toEqual([
      { sku: 'BB-01', outcome: 'changed' },
      { sku: 'BB-02', outcome: 'unchanged' },
      { sku: 'NONE', outcome: 'not_found' },
    ]);
    expect(await skus('active=false')).toEqual(['BB-01', 'BB-02']);
    const entries = await app.sql<{ after: { active: boolean } }>`
      SELECT after FROM audit_entries WHERE subject = 'product BB-01' AND action = 'product.updated'`;
    expect(entries.map(({ after }) => after.active)).toEqual([false]);
    await app.admin('post', 'products/activation', { skus: [], active: true }).expect(422);
  });
});
