import { clientsReferredTo, ordersReferredTo, payerWords } from './payer-words.js';

describe('the words of a payer', () => {
  it.each([
    ['NEFT CR-SBIN0001234-BHARAT ENTERPRISES-CL000013', ['BHARAT ENTERPRISES']],
    ['NEFT CR-SBIN0001234-MARINA LIVING CL000005-HDFC', ['MARINA LIVING']],
    ['UPI/432112345678/Payment for order/Asha@UPI/State Bank of India', ['ASHA@UPI']],
    [
      'IMPS-432112345678-Meera Stores Pvt Ltd-HDFC-50100012345678-orders',
      ['MEERA STORES PVT LTD', '50100012345678'],
    ],
    ['BY TRANSFER-NEFT*SBIN0001234*N325261234567890*KITCHENWARE', ['KITCHENWARE']],
    ['RTGS CR  HDFCR52026112155555555  CASH DEPOSIT', []],
    ['NEFT-BHARAT ENTERPRISES-bharat@upi', ['BHARAT@UPI', 'BHARAT ENTERPRISES']],
    ['', []],
  ])('the words of the payer in %j are %j', (description, words) => {
    expect(payerWords(description)).toEqual(words);
  });
});

it('finds all clients that a line refers to', () => {
  expect(clientsReferredTo('neft cl000017 and CL 000018-CL000017')).toEqual([17, 18]);
  expect(clientsReferredTo('ACL000017 CL00017')).toEqual([]);
});

it('finds all orders that a line names, with and without their hyphens', () => {
  expect(ordersReferredTo('upi wo-9123456789/WO D12345678G-WO9123456789')).toEqual([
    'WO-9123456789',
    'WO-D12345678G',
  ]);
  expect(ordersReferredTo('TWO-9123456789 WO-912345678 WO-91234567890 WO-IL12345678')).toEqual([]);
});
