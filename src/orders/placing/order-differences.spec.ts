import { textsOf } from '../order-texts.js';
import { differencesOf, type OrderContent } from './order-differences.js';
import type { OrderRequest, RequestedItem } from './request/order-request.js';

const REQUEST: OrderRequest = {
  customer: { name: 'Asha Verma', phone: '+91 98765 43210', email: null },
  shipping: {
    address: '14, Lake View Road',
    city: 'Bengaluru',
    state: 'Karnataka',
    pincode: '560001',
    country: 'India',
  },
  items: [{ sku: 'KT-APR-85', quantity: 2, variation: 'M / Indigo' }],
  storeOrderId: 'SHOP-1',
  ...textsOf({}),
};
const { customer, shipping, items } = REQUEST;
const CONTENT: OrderContent = {
  customer,
  shipping,
  ...textsOf({}),
  items: [{ ...items[0]!, variationKey: 'Size:M|Colour:Indigo' }],
};

/** Writes an item as the service understands it: of this product, both texts are its key. */
const inKeys = (item: RequestedItem): RequestedItem =>
  item.variation?.includes('Indigo') && !item.variation.startsWith('L')
    ? { ...item, variation: 'Size:M|Colour:Indigo' }
    : item;

const differences = (change: Partial<OrderRequest>): string[] =>
  differencesOf({ ...REQUEST, ...change }, CONTENT, (change.items ?? items).map(inKeys));

describe('the differences of a request and an order', () => {
  it('do not exist for the same content, nor for a variation written as its key', () => {
    expect(differences({})).toEqual([]);
    expect(differences({ storeOrderId: 'SHOP-2' })).toEqual([]);
    const byKey = { ...items[0]!, variation: 'Size:M|Colour:Indigo' };
    expect(differences({ items: [byKey] })).toEqual([]);
  });

  it('are paths of the request', () => {
    const all = differences({
      customer: { name: 'A. Verma', phone: '9876543210', email: 'asha@example.com' },
      shipping: { address: 'A', city: 'B', state: 'C', pincode: '560002', country: 'Nepal' },
      items: [],
      notes: 'Ring twice',
    });
    expect(all).toEqual([
      ...['customer.name', 'customer.phone', 'customer.email'],
      ...['shipping.address', 'shipping.city', 'shipping.state'],
      ...['shipping.pincode', 'shipping.country', 'items', 'notes'],
    ]);
  });

  it.each([
    ['another SKU', { sku: 'BB-TWL-75' }],
    ['another quantity', { quantity: 3 }],
    ['another variation', { variation: 'L / Indigo' }],
    ['no variation', { variation: null }],
  ])('name the items for %s', (_, change) => {
    expect(differences({ items: [{ ...items[0]!, ...change }] })).toEqual(['items']);
  });

  it('name the items for a further line', () => {
    expect(differences({ items: [...items, ...items] })).toEqual(['items']);
  });
});
