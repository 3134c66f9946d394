import { isIndia } from '../../../platform/country.js';
import { plainSigns, withoutInvisible } from '../../../platform/plain-text.js';

/** The country of an address without one. */
export const DEFAULT_COUNTRY = 'India';

/** Description of a valid pincode, for error messages. */
export const PINCODE_FORM =
  'must have six digits, the first not 0 (in India), or 3 to 12 letters, digits, spaces and - (elsewhere)';

/** Returns true if a text is a pincode of a country. Without a country it is one of India. */
export function isPincode(pincode: string, country: unknown): boolean {
  return isIndia(country)
    ? /^[1-9]\d{5}$/.test(plainPincode(pincode))
    : /^[A-Za-z0-9 -]{3,12}$/.test(plainSigns(pincode));
}

/** Writes the pincode as it is stored: in India six plain digits, elsewhere as it was sent. */
export function normalizePincode(pincode: string, country: string): string {
  return isIndia(country) ? plainPincode(pincode) : withoutInvisible(pincode);
}

/** Writes a pincode as it is compared: in plain letters and digits. */
export function plainPincode(pincode: string): string {
  return plainSigns(pincode).replace(/[\s-]/g, '');
}

/** Converts a country to the form that is stored for comparisons. */
export function canonicalCountry(country: string): string {
  return isIndia(country) ? DEFAULT_COUNTRY : country.trim();
}
