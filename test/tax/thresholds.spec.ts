import { eWayBillThreshold } from '../../src/tax/india/thresholds.js';

const LAKH = 100_000_00;

it('goods need an e-way bill above the value of their state and day', () => {
  const [maharashtra, westBengal, karnataka] = ['27', '19', '29'];
  const on = (day: string) =>
    [null, maharashtra, westBengal, karnataka].map((state) => eWayBillThreshold(day, state) / LAKH);
  expect(on('2026-05-31')).toEqual([0.5, 1, 1, 0.5]);
  expect(on('2026-06-01')).toEqual([0.5, 1, 0.5, 0.5]);
});
