import { accountNumberIn } from '../../../src/money/bank/statement-file/account-number.js';

describe('the account number above a statement', () => {
  it.each([
    ['Account No : 501000999922', '9922'],
    ['Account No : 5010 0099 9943 22', '4322'],
    ['A/C NO. XXXXXXXX9999', '9999'],
    ['Account Number: 50-1000-9999-22', '9922'],
    ['Account No 501000999922 01/11/2026 to 30/11/2026', '9922'],
    ['Account holder: Asha', null],
    ['Account No: none', null],
  ])('is read from "%s"', (text, last4) => {
    expect(accountNumberIn([['Some Bank'], [text]])).toBe(last4);
  });
});
