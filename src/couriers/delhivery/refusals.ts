import {
  CAPACITY_EXCEEDED,
  CourierHasNoMoney,
  CourierKeysRefused,
  CourierRefused,
} from '../courier-errors.js';

/** Codes for Delhivery's words of refusal. The service acts on some of them and only shows the others. */
const REFUSALS: readonly (readonly [RegExp, string])[] = [
  // A token of the other environment is answered as a place that does not exist.
  [
    /ClientWarehouse matching query|Client-?Warehouse is not active|end_date/i,
    'pickup_place_unknown',
  ],
  [/non[- ]serviceable pincode|not a valid pincode/i, 'not_served'],
  [/pickup capacity/i, CAPACITY_EXCEEDED],
  [/suspicious order|historical delivery outcomes/i, 'consignee_blocked'],
  [/incorrect phone number/i, 'phone_invalid'],
];
const NO_MONEY = /insufficient balance/i;
const KEYS = /authentication|invalid token|unauthorized|login or api key required/i;
/** Delhivery's answer without JSON to a token that it does not know. */
export const KEYS_REFUSED = /^login or api key required/i;

/** Delhivery ends most refusals of a booking with these words. */
export const MAY_BE_SAVED = /might (?:have been|be) (?:partially )?saved/i;
/** The waybill or the order was booked, perhaps by a call whose answer was lost. */
export const MAY_BE_BOOKED = /duplicate (?:waybill|order id)|unable to consume waybill/i;

/** Reads words that say why a request was declined; null: words that the service does not know. */
export function knownRefusal(words: string): CourierRefused | null {
  if (NO_MONEY.test(words)) return new CourierHasNoMoney(words);
  if (KEYS.test(words)) return new CourierKeysRefused(words);
  const [, code = null] = REFUSALS.find(([pattern]) => pattern.test(words)) ?? [];
  return code === null ? null : new CourierRefused(code, words);
}

export function refusalOf(words: string): CourierRefused {
  return knownRefusal(words) ?? new CourierRefused('refused_by_courier', words);
}
