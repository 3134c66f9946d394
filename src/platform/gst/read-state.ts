import { distance } from 'fastest-levenshtein';
import { isIndia } from '../country.js';
import { ADDRESS_STATES, hasPincode, stateOfPincode, type State } from './states.js';

/** Doubts about an address in India. No order is refused because of them. */
export const ADDRESS_WARNINGS = ['state_unknown', 'pincode_of_other_state'] as const;
export type AddressWarning = (typeof ADDRESS_WARNINGS)[number];

// spelling: off
/** Codes of stores and license plates, former names and codes, and usual short forms, in the form of {@link plain}, by code of the state. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  '01': 'jk jandk jammu kashmir jammukashmir',
  '02': 'hp himachal',
  '03': 'pb',
  '04': 'ch',
  '05': 'uk ut ua uttaranchal',
  '06': 'hr',
  '07': 'dl newdelhi delhincr delhinct nctofdelhi nationalcapitalterritoryofdelhi',
  '08': 'rj',
  '09': 'up',
  '10': 'br',
  '11': 'sk',
  '12': 'ar arunachal',
  '13': 'nl',
  '14': 'mn',
  '15': 'mz',
  '16': 'tr',
  '17': 'ml',
  '18': 'as',
  '19': 'wb bengal paschimbanga',
  '20': 'jh',
  '21': 'od or orissa',
  '22': 'cg ct',
  '23': 'mp',
  '24': 'gj',
  '26': '25 dh dn dd dnhdd daman diu damananddiu damandiu dadraandnagarhaveli dadranagarhaveli',
  '27': 'mh',
  '29': 'ka',
  '30': 'ga',
  '31': 'ld',
  '32': 'kl keralam',
  '33': 'tn',
  '34': 'py pondicherry',
  '35': 'an andaman andamanandnicobar andamannicobar andamannicobarislands',
  '36': 'ts tg',
  '37': '28 ap ad andhra',
  '38': 'la',
};
// spelling: on

const BY_NAME = new Map(
  ADDRESS_STATES.flatMap((state) =>
    [state.code, plain(state.name), ...(OTHER_NAMES[state.code]?.split(' ') ?? [])].map(
      (name): [string, State] => [name, state],
    ),
  ),
);
/** Shorter names are too much like others to guess. */
const GUESSED_LENGTH_MIN = 6;
const GUESSED = [...BY_NAME].filter(([name]) => name.length >= GUESSED_LENGTH_MIN);

/**
 * Finds a state by a name or code as people and stores write it, with at most one wrong letter.
 *
 * @returns null if no state is similar
 */
function readState(text: string): State | null {
  const wanted = plain(text);
  const known =
    BY_NAME.get(wanted) ?? BY_NAME.get(wanted.replace(/^(in|stateof)|(state|india)$/g, ''));
  if (known !== undefined || wanted.length < GUESSED_LENGTH_MIN) return known ?? null;
  return GUESSED.find(([name]) => distance(name, wanted) === 1)?.[1] ?? null;
}

/**
 * Finds the code of the state of an address by its name or code, as people write it. Otherwise the first digits of the PIN code
 * decide, if only one state has them.
 *
 * @returns null if no state is found
 */
export function stateOfAddress(state: string, pincode: string): string | null {
  const named = readState(state);
  if (named !== null) return named.code;
  return stateOfPincode(pincode)?.code ?? null;
}

/** Returns a warning about the state of an address. Returns null if it is plausible, missing or abroad. */
export function addressWarning({
  state,
  pincode,
  country,
}: {
  state: string;
  pincode: string;
  country: string;
}): AddressWarning | null {
  if (state === '' || !isIndia(country)) return null;
  const found = readState(state);
  if (found === null) return 'state_unknown';
  if (hasPincode(found, pincode)) return null;
  // Those of the army are of no state.
  const isOfOther = ADDRESS_STATES.some((other) => hasPincode(other, pincode));
  return isOfOther ? 'pincode_of_other_state' : null;
}

/** Reduces a name to its letters before a comma or bracket, or to two digits. */
function plain(text: string): string {
  const [name = ''] = text.split(/[,(]/);
  const letters = name
    .toLowerCase()
    .replaceAll('&', 'and')
    .replace(/[^a-z]/g, '');
  return letters === '' ? name.replace(/\D/g, '').padStart(2, '0') : letters;
}
