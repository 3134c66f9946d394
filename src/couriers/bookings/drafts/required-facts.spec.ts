import { consigneeFor, weightProblems } from './required-facts.js';

const order = {
  customerName: 'Asha Rao',
  customerPhone: '+91 98765 43210',
  shippingAddress: '12, MG Road',
  shippingCity: 'Bengaluru',
  shippingState: 'Karnataka',
  shippingPincode: '560 001',
  shippingCountry: 'India',
  anonymizedAt: null,
};
const rules = { nameMax: 20, address: { lines: 2, lineMax: 20 } };
const codesOf = (change: Partial<typeof order>) =>
  consigneeFor({ ...order, ...change }, rules).problems.map(
    ({ field, code }) => `${field} ${code}`,
  );

describe('the recipient of a booking', () => {
  it('is written as the courier takes it', () => {
    expect(consigneeFor(order, rules)).toEqual({
      consignee: {
        name: 'Asha Rao',
        phone: '9876543210',
        lines: ['12, MG Road'],
        city: 'Bengaluru',
        state: 'Karnataka',
        pincode: '560001',
      },
      problems: [],
    });
  });

  it.each([
    [
      'a phone of another country',
      { customerPhone: '+1 202 555 0123' },
      ['customer.phone phone_invalid'],
    ],
    [
      'an address that does not fit',
      { shippingAddress: 'a'.repeat(21) },
      ['shipping.address address_too_long'],
    ],
    ['an empty address', { shippingAddress: ' ' }, ['shipping.address required']],
    ['no state', { shippingState: ' ' }, ['shipping.state required']],
    ['a wrong pincode', { shippingPincode: '0' }, ['shipping.pincode invalid_pincode']],
    [
      'another country',
      { shippingCountry: 'Nepal', customerPhone: '1' },
      ['shipping.country not_served'],
    ],
    [
      'several problems',
      { customerPhone: '1', shippingCity: '', shippingAddress: 'a'.repeat(30) },
      [
        'customer.phone phone_invalid',
        'shipping.address address_too_long',
        'shipping.city required',
      ],
    ],
  ])('with %s is refused with every problem', (_, change, problems) => {
    expect(codesOf(change)).toEqual(problems);
  });

  it('whose data was removed is refused', () => {
    const removed = consigneeFor({ ...order, anonymizedAt: new Date() }, rules);
    expect(removed.problems).toMatchObject([{ code: 'customer_removed' }]);
  });
});

it('products without a weight are named once', () => {
  const line = { sku: 'A', quantity: 2, unitGrams: null };
  const lines = [line, { ...line, sku: 'B', unitGrams: 100 }, line, { ...line, sku: 'C' }];
  expect(weightProblems(lines)).toMatchObject([{ code: 'weight_missing', skus: ['A', 'C'] }]);
  expect(weightProblems([{ ...line, unitGrams: 1 }])).toEqual([]);
});
