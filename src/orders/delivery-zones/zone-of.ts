import { foldName } from '../../platform/country.js';
import { canonicalCountry, plainPincode } from '../placing/request/address.js';
import type { FieldError } from '../../platform/http/errors.js';
import type { DeliveryZone } from './delivery-zone.entity.js';

/** Matches every country without its own zone. */
export const ELSEWHERE = '*';

export type Zone = Pick<DeliveryZone, 'country' | 'pincodePrefix' | 'surchargeMinor'>;

/** The fields of an order's destination that decide the surcharge. */
export interface Destination {
  country: string;
  pincode: string;
}

/**
 * Finds the zone of a destination: the one of its country with the longest prefix. A country without zones gets the zone of all
 * other countries.
 *
 * @returns null if there is no zone: delivery then costs the same as without zones
 */
export function zoneOf(zones: readonly Zone[], { country, pincode }: Destination): Zone | null {
  const own = zonesOfCountry(zones, country);
  const candidates = own.length > 0 ? own : zones.filter((zone) => zone.country === ELSEWHERE);
  const text = foldPincode(pincode);
  return candidates
    .filter(({ pincodePrefix }) => text.startsWith(foldPincode(pincodePrefix)))
    .reduce<Zone | null>(
      (longest, zone) =>
        // Without spaces, which would make `560 0` as long as `56001`.
        longest === null || foldedLength(zone) > foldedLength(longest) ? zone : longest,
      null,
    );
}

/** Lists the zones of a country itself, without those of all other countries. */
export function zonesOfCountry(zones: readonly Zone[], country: string): Zone[] {
  const canonical = canonicalCountry(country);
  const wanted = foldCountry(country);
  return zones.filter(
    // Folding each of 2,000 zones would take milliseconds of every order.
    (zone) => zone.country === canonical || foldCountry(zone.country) === wanted,
  );
}

/** Makes the error for an address where we do not deliver, for the field of its pincode. */
export function notServiceable(
  field: string,
  { country, pincode }: Destination,
): FieldError & { code: 'not_serviceable' } {
  const message = `we do not deliver to ${pincode} in ${country}`;
  return { field, code: 'not_serviceable', message };
}

/** Makes a key that is equal for zones with the same addresses. */
export function placeKey({ country, pincodePrefix }: Omit<Zone, 'surchargeMinor'>): string {
  return JSON.stringify([foldCountry(country), foldPincode(pincodePrefix)]);
}

function foldCountry(country: string): string {
  return foldName(canonicalCountry(country));
}

function foldedLength({ pincodePrefix }: Zone): number {
  return foldPincode(pincodePrefix).length;
}

function foldPincode(pincode: string): string {
  return plainPincode(pincode).toUpperCase();
}
