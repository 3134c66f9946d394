import { isPhone, mobileDigits, phoneWarning, plainPhone } from './phone.js';

describe('phoneWarning', () => {
  it.each([
    ['+91 98765 43210', 'India', null],
    ['098765 43210', 'India', null],
    ['919876543210', 'India', null],
    ['0091 98765 43210', 'India', null],
    ['1800 123 4567', 'India', 'no_mobile'],
    ['080 4567 8900', 'India', 'no_mobile'],
    ['022 2345 6789', 'India', 'no_mobile'],
    ['+1 202 555 0123', 'India', null],
    ['+298 123456', 'India', null],
    ['7654321', 'Denmark', null],
    ['+91 98765 4321', 'India', 'too_few_digits'],
    ['0987654321', 'India', 'too_few_digits'],
    ['7654321', 'Bharat', 'too_few_digits'],
    ['+91 7654321', 'Nepal', 'too_few_digits'],
    ['+91 99999 99999', 'India', 'one_digit'],
    ['91 99999 99999', 'India', 'one_digit'],
    ['0000000000', 'India', 'one_digit'],
    ['+1 111 111 1111', 'Canada', 'one_digit'],
    ['९९९९९९९९९९', 'India', 'one_digit'],
    ['', 'India', null],
  ])('of %j in %s is %j', (phone, country, warning) => {
    expect(phoneWarning(phone, country)).toBe(warning);
  });
});

it('a phone number is compared as digits and +, in every script of India', () => {
  for (const zero of '०০੦૦୦௦౦೦൦０۰') {
    const digit = (value: number): string => String.fromCodePoint(zero.codePointAt(0)! + value);
    const phone = `＋${[9, 1, 2, 3, 4, 5, 6, 7, 8, 0].map(digit).join('\u2012')}`;
    expect([zero, plainPhone(phone), isPhone(phone)]).toEqual([zero, '+9123456780', true]);
  }
});

describe('mobileDigits', () => {
  it.each([
    ['9876543210', '9876543210'],
    ['98765 43210', '9876543210'],
    ['09876543210', '9876543210'],
    ['+91 98765-43210', '9876543210'],
    ['+91-98765 43210', '9876543210'],
    ['+91 098765 43210', '9876543210'],
    ['0091 9876543210', '9876543210'],
    ['919876543210', '9876543210'],
    ['091 9876543210', '9876543210'],
    ['9198765432', '9198765432'],
    ['(98765) 43210', '9876543210'],
    ['\u202a+91 98765 43210\u202c', '9876543210'],
    ['९८७६५४३२१०', '9876543210'],
    ['5876543210', null],
    ['98765 4321', null],
    ['98765 432109', null],
    ['+9876543210', null],
    ['+1 202 555 0123', null],
    ['+7 9876543210', null],
    ['022 2345 6789', null],
    ['080 4567 8900', null],
    ['+91 80 4567 8900', null],
    ['(079) 26301234', null],
    ['0824-2222222', null],
    ['80456 78900', '8045678900'],
    ['1800 123 4567', null],
    ['98765 43210 x5', null],
    ['', null],
  ])('of %j are %j', (phone, digits) => {
    expect(mobileDigits(phone)).toBe(digits);
  });
});
