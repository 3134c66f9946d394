import { upiLink } from './upi.js';

const PAYMENT = {
  address: 'indigo@upi',
  payee: 'Indigo & Sons',
  amount: 1_234.5,
  reference: 'CL000017',
};

describe('the link of a payment by UPI', () => {
  it('names payee, amount, payment reference and order, without a plus for a space', () => {
    expect(upiLink({ ...PAYMENT, orders: ['WO-7K3M9QX2ZB'] })).toBe(
      'upi://pay?pa=indigo@upi&pn=Indigo%20%26%20Sons&am=1234.50&cu=INR&tn=CL000017%20WO-7K3M9QX2ZB',
    );
  });

  it('names no order of several, because the remark would be cut', () => {
    const link = upiLink({ ...PAYMENT, orders: ['WO-7K3M9QX2ZB', 'WO-7K3M9QX2ZC'] });
    expect(link.endsWith('&tn=CL000017')).toBe(true);
  });
});
