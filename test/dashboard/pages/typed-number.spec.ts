import { typedNumber } from '../../../web/src/shared/forms/typed-number.js';

it.each([
  ['₹1,950.00', 1950],
  [' Rs. 1,23,456/- ', 123_456],
  ['1.234', '1.234'],
  ['0.125', 0.125],
  ['1.5', 1.5],
  ['1,950', 1950],
  ['₹1.950', '₹1.950'],
  ['$19.50', '$19.50'],
  ['0', 0],
  ['-5', -5],
  ['abc', 'abc'],
  ['', ''],
])('a typed number %j is read as %j', (text, number) => {
  expect(typedNumber(text)).toBe(number);
});
