import fc from 'fast-check';
import { textsOf } from '../../order-texts.js';
import {
  repetitionHash,
  requestHash,
  type OrderRequest,
  type RequestedItem,
} from './order-request.js';

function item(sku: string, quantity: number, variation: string | null = null): RequestedItem {
  return { sku, quantity, variation };
}

const request: OrderRequest = {
  customer: { name: 'Asha Verma', phone: '+91 98765 43210', email: 'asha@example.com' },
  shipping: {
    address: '14, Lake View Road',
    city: 'Bengaluru',
    state: 'Karnataka',
    pincode: '560001',
    country: 'India',
  },
  items: [item('SHIRT', 2, 'M'), item('MUG', 1)],
  storeOrderId: 'SHOP-1001',
  ...textsOf({ notes: 'Please call before delivery' }),
};

describe('requestHash', () => {
  const { customer, shipping } = request;

  it('is the same for the same request, regardless of its store order id', () => {
    const again = { ...structuredClone(request), storeOrderId: null };
    expect(requestHash(again)).toEqual(requestHash(request));
    expect(requestHash(request)).toHaveLength(32);
  });

  it('does not depend on the order in which a body names its fields', () => {
    const reversed = Object.fromEntries(
      Object.entries(shipping).reverse(),
    ) as OrderRequest['shipping'];
    expect(Object.keys(reversed)[0]).toBe('country');
    expect(requestHash({ ...request, shipping: reversed })).toEqual(requestHash(request));
  });

  it.each<[string, Partial<OrderRequest>]>([
    ['name', { customer: { ...customer, name: 'Asha Varma' } }],
    ['phone', { customer: { ...customer, phone: '+91 98765 43211' } }],
    ['email', { customer: { ...customer, email: null } }],
    ['address', { shipping: { ...shipping, address: '15, Lake View Road' } }],
    ['city', { shipping: { ...shipping, city: 'Mysuru' } }],
    ['state', { shipping: { ...shipping, state: 'Kerala' } }],
    ['pincode', { shipping: { ...shipping, pincode: '560002' } }],
    ['country', { shipping: { ...shipping, country: 'Nepal' } }],
    ['notes', { notes: null }],
    ['SKU', { items: [item('SHIRT-2', 2, 'M'), item('MUG', 1)] }],
    ['quantity', { items: [item('SHIRT', 3, 'M'), item('MUG', 1)] }],
    ['variation', { items: [item('SHIRT', 2, 'L'), item('MUG', 1)] }],
    ['missing item', { items: [item('SHIRT', 2, 'M')] }],
    ['further item', { items: [...request.items, item('SCARF', 1)] }],
  ])('is another for another %s', (_, change) => {
    expect(requestHash({ ...request, ...change })).not.toEqual(requestHash(request));
  });

  it('tells fields apart whose texts run into each other', () => {
    const texts = fc.tuple(fc.string({ maxLength: 4 }), fc.string({ maxLength: 4 }));
    const hashOf = ([city, state]: [string, string]): Buffer =>
      requestHash({ ...request, shipping: { ...shipping, city, state } });
    fc.assert(
      fc.property(texts, texts, fc.nat({ max: 8 }), (one, other, at) => {
        const joined = one.join('');
        const moved: [string, string] = [joined.slice(0, at), joined.slice(at)];
        for (const another of [other, moved]) {
          const isSame = one[0] === another[0] && one[1] === another[1];
          expect(hashOf(one).equals(hashOf(another))).toBe(isSame);
        }
      }),
    );
  });
});

describe('repetitionHash', () => {
  it('is the same for the same request only, its store order id included', () => {
    expect(repetitionHash(structuredClone(request))).toEqual(repetitionHash(request));
    expect(repetitionHash(request)).toHaveLength(32);
    const others = [
      { ...request, storeOrderId: 'SHOP-1002' },
      { ...request, storeOrderId: null },
      { ...request, notes: null },
    ];
    for (const other of others) expect(repetitionHash(other)).not.toEqual(repetitionHash(request));
  });

  it('differs from requestHash for a request without a store order id', () => {
    const bare = { ...request, storeOrderId: null };
    expect(repetitionHash(bare)).not.toEqual(requestHash(bare));
  });
});
