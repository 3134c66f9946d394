import { plainPhone } from '../../orders/placing/request/phone.js';

/** A mobile number of India, with the prefixes that people write before it. */
const MOBILE = /^(?:(?:\+|00|0)?91)?0?([6-9]\d{9})$/;

/** Reads a phone number as the ten digits that couriers take; null: no mobile number of India. */
export function mobileDigits(phone: string): string | null {
  return MOBILE.exec(plainPhone(phone))?.[1] ?? null;
}
