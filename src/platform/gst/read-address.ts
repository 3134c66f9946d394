import { ADDRESS_LINE_LENGTH, ADDRESS_PART_MIN, PLACE_LENGTH, type Address } from './address.js';
import { stateOfGstin } from './gstin.js';
import { ADDRESS_STATES, findState, hasPincode } from './states.js';

const LAST_PINCODE = /^(?<before>.*?)[\s,.-]*(?<pincode>[1-9]\d{2} ?\d{3})[\s,.]*$/s;
const COUNTRY = /[\s,.-]+india[\s,.]*$/i;
const AT_THE_ENDS = /^[\s,.-]+|[\s,.-]+$/g;

/**
 * Reads an address that was written as one text: lines, the place, then the state and the PIN code. The state is the named one,
 * else that of the GSTIN; the PIN code must belong to it.
 *
 * @param gstin a valid one, or null
 * @returns null if anything about it is in doubt
 */
export function readAddress(text: string, gstin: string | null): Address | null {
  const { before, pincode } = LAST_PINCODE.exec(text.replace(COUNTRY, ''))?.groups ?? {};
  if (before === undefined || pincode === undefined) return null;
  const named = ADDRESS_STATES.find(({ name }) => endsWithWord(before, name));
  const state = named ?? (gstin === null ? null : findState(stateOfGstin(gstin)));
  if (state === null || !hasPincode(state, pincode)) return null;
  if (gstin !== null && stateOfGstin(gstin) !== state.code) return null;
  const rest = named === undefined ? before : before.slice(0, -named.name.length);
  const parts = rest
    .split(/[\n,]/)
    .map((part) => part.replace(AT_THE_ENDS, ''))
    .filter((part) => part !== '');
  const place = parts.pop() ?? '';
  const line1 = parts.join(', ');
  if (line1 === '' || [...line1].length > ADDRESS_LINE_LENGTH) return null;
  if (place.length < ADDRESS_PART_MIN || [...place].length > PLACE_LENGTH) return null;
  return { line1, line2: null, place, state: state.code, pincode: pincode.replace(' ', '') };
}

function endsWithWord(text: string, word: string): boolean {
  const end = text.slice(-word.length - 1).toLowerCase();
  return /^[\s,.(-]/.test(end) && end.slice(1) === word.toLowerCase();
}
