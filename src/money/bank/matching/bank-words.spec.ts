// Words as banks write them: spelling: off
import { accountNumbersIn, saysCharge, saysInterest, saysReturned } from './bank-words.js';

describe('words of the bank', () => {
  it.each([
    ...[
      'SMS charges',
      'SMS ALERT',
      'SMSChgsApr-Jun26+GST',
      'NEFT CHARGES',
      'IMPS CHG 632512345678',
    ],
    ...['GST @18% ON CHARGES', '.ACH DEBIT RETURN CHARGES 140426', 'CHQ RTN CHGS 150426-GST'],
    ...['CONSOLIDATED CHRG FOR A/C', 'NEFT HDFCN52026112101 SMS CHARGES', 'CHQ BOOK ISSUE CHRGS'],
  ])('say that %s is a charge', (text) => {
    expect(saysCharge(text)).toBe(true);
  });

  it.each([
    ...['RENT NOVEMBER', 'GST PAYMENT CPIN 26112900012345', 'SALARY RAMESH', 'RECHARGE MOBILE'],
    ...['UPI/632512345678/DELIVERY CHARGES/RAJU', 'NEFT DR-SMS TRADERS', 'SMS TRADERS', ''],
    ...['IMPS-632512345678-MAINTENANCE CHARGES', 'CHQ PAID-SURCHARGE'],
  ])('do not say that %s is a charge', (text) => {
    expect(saysCharge(text)).toBe(false);
  });

  it('say that a payment came back', () => {
    for (const text of ['NEFT RTN CL000017', 'Return', 'REV-UPI-ASHA', 'RETURNED: account closed'])
      expect(saysReturned(text)).toBe(true);
    for (const text of ['REVATHI STORES', 'PRTN', 'RETAIL', 'NEFT'])
      expect(saysReturned(text)).toBe(false);
  });

  it('say that a line is interest', () => {
    for (const text of ['INT.PD 01-07-2026 TO 30-09-2026', 'Credit Interest', 'INT COLL:SEP'])
      expect(saysInterest(text)).toBe(true);
    for (const text of ['PRINT PAID', 'INTERNET BILL', 'INTERESTING']) {
      expect(saysInterest(text)).toBe(false);
    }
  });

  it('have account numbers or their ends, but no other numbers', () => {
    for (const text of ['TRF TO OWN ACCOUNT XX4321', 'TPT-******4321-SELF']) {
      expect(accountNumbersIn(text)).toEqual(['4321']);
    }
    expect(accountNumbersIn('TPT-50100012344321-XX98765')).toEqual(['50100012344321', '98765']);
    for (const text of ['UPI/633112344321/4321', '4321', 'A4321', 'RENT 2026', 'XX432']) {
      expect(accountNumbersIn(text)).toEqual([]);
    }
  });
});
