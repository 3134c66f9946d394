import type { AddressDto } from '../../api/generated/dashboard-types';
import { findState, hasPincode, stateName } from '../../../../src/platform/gst/states.ts';

/** An address as the service answers it. */
export interface Address {
  line1: string;
  line2?: string | null;
  place: string;
  state: string;
  pincode: string;
}

/** An address in the inputs of a form. */
export interface AddressValues {
  line1: string;
  line2: string;
  place: string;
  state: string;
  pincode: string;
}

const BLANK: AddressValues = { line1: '', line2: '', place: '', state: '', pincode: '' };

/** Makes an address for the inputs of a form; null: none yet. */
export function addressValues(address: Address | null): AddressValues {
  return address === null ? BLANK : { ...address, line2: address.line2 ?? '' };
}

/** Reads the address that a form describes, or null if its inputs are blank. A state alone does not count: the GSTIN fills it in. */
export function addressOf(values: AddressValues): AddressDto | null {
  const { line1, line2, place, state, pincode } = values;
  const isBlank = [line1, line2, place, pincode].every((text) => text.trim() === '');
  return isBlank ? null : ({ line1, line2, place, state, pincode } as AddressDto);
}

/** Writes the lines of an address, as people write them. */
export function addressLines({ line1, line2, place, state, pincode }: Address): string[] {
  return [line1, ...(line2 ? [line2] : []), `${place} ${pincode}`, stateName(state)];
}

/** Writes a warning about a PIN code that the state has probably not; null: none. */
export function pincodeWarning({ state, pincode }: AddressValues): string | null {
  const found = findState(state);
  if (found === null || found.pins.length === 0 || !/^\d{6}$/.test(pincode.trim())) return null;
  if (hasPincode(found, pincode.trim())) return null;
  return `PIN codes of ${found.name} usually begin differently. Check both.`;
}
