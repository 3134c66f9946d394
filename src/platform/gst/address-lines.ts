import type { Address } from './address.js';
import { stateName } from './states.js';

/** Writes an address as the lines that papers show. */
export function addressLines({ line1, line2, place, state, pincode }: Address): string[] {
  return [
    line1,
    ...(line2 === null ? [] : [line2]),
    `${place} ${pincode}`,
    `State: ${stateName(state)} (${state})`,
  ];
}
