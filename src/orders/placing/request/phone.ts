import { isIndia } from '../../../platform/country.js';
import { plainSigns } from '../../../platform/plain-text.js';

/** Reasons why a phone number may not ring. No order is refused because of them. */
export const PHONE_WARNINGS = ['too_few_digits', 'one_digit'] as const;
type PhoneWarning = (typeof PHONE_WARNINGS)[number];

const DIGITS_IN_INDIA = 10;

/** A mobile number of India, with the prefixes that people write before it. */
const MOBILE = /^(?:(?:\+|00|0)?91)?0?([6-9]\d{9})$/;

/** Returns true if a text is a phone number of any country. */
export function isPhone(phone: string): boolean {
  return /^\+?\d{7,15}$/.test(plainPhone(phone));
}

/** Writes a phone number as digits, and + in front if it has one. */
export function plainPhone(phone: string): string {
  return plainSigns(phone).replace(/[\s\-.()]/g, '');
}

/** Reads a phone number as the ten digits that couriers take; null: no mobile number of India. */
export function mobileDigits(phone: string): string | null {
  return MOBILE.exec(plainPhone(phone))?.[1] ?? null;
}

/** Finds the reason why the phone number of an order may not ring; null: it may. */
export function phoneWarning(text: string, country: string): PhoneWarning | null {
  const phone = plainPhone(text);
  // A quote may lack it.
  if (phone === '') return null;
  const isIndian = phone.startsWith('+') ? phone.startsWith('+91') : isIndia(country);
  const number = phone.replace(isIndian ? /^(?:\+91|0091|91(?=\d{10}$))/ : '+', '');
  if (new Set(number).size === 1) return 'one_digit';
  const isShort = isIndian && number.replace(/^0+/, '').length < DIGITS_IN_INDIA;
  return isShort ? 'too_few_digits' : null;
}
