import { OldestTransaction } from './oldest-transaction.js';

it('the oldest open transaction has the age for which it was seen', () => {
  const oldest = new OldestTransaction();
  expect(oldest.ageOf('700:700:', 0)).toBe(0);
  expect(oldest.ageOf('700:720:700,711', 10_000)).toBe(0);
  expect(oldest.ageOf('700:800:700,790', 70_000)).toBe(60);
  // It ended, and a younger one is still open.
  expect(oldest.ageOf('790:810:790', 80_000)).toBe(0);
  expect(oldest.ageOf('790:900:790,899', 90_000)).toBe(10);
  expect(oldest.ageOf('901:901:', 100_000)).toBe(0);
  expect(oldest.ageOf('901:902:901', 110_000)).toBe(0);
});
