import request from 'supertest';
import { givenProduct, givenStore } from './support/given.js';
import { startApp } from './support/start-app.js';

const api = request(await startApp());
const store = await givenStore({ discountPercent: 10 });

describe('GET /api/products/{sku}', () => {
  it('has exactly these fields (2, 4)', async () => {
    await givenProduct({ sku: 'KETTLE', price: 100, delivery: 12.5, stock: 5 });
    const { body } = await api.get('/api/products/KETTLE').set(store).expect(200);
    expect(body).toEqual({
      success: true,
      data: {
        sku: 'KETTLE',
        name: 'The KETTLE',
        stock_qty: 5,
        has_variations: false,
        variations: [],
        variation_stocks: {},
        delivery_charge: 12.5,
        pricing: { wholesale_price: 90 },
      },
    });
  });

  it('has the stock of each combination of its variations, by name:value pairs (2, 4)', async () => {
    const variations = [
      { name: 'Size', values: ['M', 'L'] },
      { name: 'Colour', values: ['Indigo', 'Red'] },
    ];
    const stock = {
      'Size:M|Colour:Indigo': 3,
      'Size:M|Colour:Red': 0,
      'Size:L|Colour:Indigo': 2,
      'Size:L|Colour:Red': 1,
    };
    await givenProduct({ sku: 'APRON', variations, stock });
    const { body } = await api.get('/api/products/APRON').set(store).expect(200);
    expect(body).toEqual({
      success: true,
      data: expect.objectContaining({
        stock_qty: 6,
        has_variations: true,
        variations,
        variation_stocks: stock,
      }),
    });
  });

  it("has the price of the caller's plan (1)", async () => {
    await givenProduct({ sku: 'POT 1/2', price: 100 });
    const other = await givenStore({ domain: 'other.example', discountPercent: 5 });
    const { body } = await api.get('/api/products/POT%201%2F2').set(other).expect(200);
    expect(body).toMatchObject({ data: { sku: 'POT 1/2', pricing: { wholesale_price: 95 } } });
  });

  it('is 404 for a product that does not exist (4)', async () => {
    await api.get('/api/products/NOTHING').set(store).expect(404);
  });
});
