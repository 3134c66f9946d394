import { isIndia } from '../../../platform/country.js';
import { plainSigns } from '../../../platform/plain-text.js';

/** Reasons why a phone number may not ring. No order is refused because of them. */
export const PHONE_WARNINGS = ['too_few_digits', 'one_digit', 'no_mobile'] as const;
type PhoneWarning = (typeof PHONE_WARNINGS)[number];

const DIGITS_IN_INDIA = 10;

/** A mobile number of India, with the prefixes that people write before it. */
const MOBILE = /^(?:(?:\+|00|0)?91)?0?([6-9]\d{9})$/;

/** Area codes of India that look like the beginning of a mobile number (Department of Telecommunications, numbering plan of 2003). */
const AREA_CODES =
  '79|80|612|621|641|651|657|661|663|671|674|680|712|721|724|731|744|751|755|761|771|788|816|820|821|824|831|832|836|861|863|866|870|877|883|884|891';
/** A number that is written with its area code apart: `080 4567 8900`, `+91-824-2222222`, `(079) 26301234`. */
const LANDLINE = new RegExp(`^(?:(?:\\+|00)91[\\s\\-.]*\\(?0?|\\(?0)(?:${AREA_CODES})[\\s\\-.)]`);

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
  return LANDLINE.test(plainSigns(phone)) ? null : (MOBILE.exec(plainPhone(phone))?.[1] ?? null);
}

/** Finds the reason why the phone number of an order may not ring; null: it may. */
export function phoneWarning(text: string, country: string): PhoneWarning | null {
  const phone = plainPhone(text);
  // A quote may lack it.
  if (phone === '') return null;
  const isIndian = phone.startsWith('+') ? phone.startsWith('+91') : isIndia(country);
  const number = phone.replace(isIndian ? /^(?:\+91|0091|91(?=\d{10}$))/ : '+', '');
  if (new Set(number).size === 1) return 'one_digit';
  if (!isIndian) return null;
  if (number.replace(/^0+/, '').length < DIGITS_IN_INDIA) return 'too_few_digits';
  return mobileDigits(text) === null ? 'no_mobile' : null;
}
