import {
  documentNumber,
  financialYearOf,
  greatestNumber,
  lastCreditDay,
} from './document-number.js';

describe('the number of a document', () => {
  it.each([
    ['2026-03-31', '2526', '2026-11-30'],
    ['2026-04-01', '2627', '2027-11-30'],
    ['2026-12-31', '2627', '2027-11-30'],
    ['2099-04-01', '9900', '2100-11-30'],
  ])('%s is in the financial year %s; its tax can be taken back until %s', (day, year, last) => {
    expect([financialYearOf(day), lastCreditDay(day)]).toEqual([year, last]);
  });

  it('has six digits or more, and at most 16 characters', () => {
    const place = { series: 'WS', financialYear: '2627' };
    expect(documentNumber({ ...place, number: 1 })).toBe('WS-2627-000001');
    expect(documentNumber({ ...place, number: greatestNumber('WS') })).toBe('WS-2627-99999999');
    expect(documentNumber({ ...place, series: 'WSKA', number: greatestNumber('WSKA') })).toBe(
      'WSKA-2627-999999',
    );
  });
});
