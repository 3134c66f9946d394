import { CourierHasNoMoney, CourierRefused } from '../courier-errors.js';

/** Codes for Shiprocket's words of refusal. The service acts on some of them and only shows the others. */
const REFUSALS: readonly (readonly [RegExp, string])[] = [
  [/pickup[ _]location/i, 'pickup_place_unknown'],
  [/not serviceable|no courier|serviceability/i, 'not_served'],
  [/billing_phone|phone number/i, 'phone_invalid'],
];
const NO_MONEY = /insufficient (?:amount|balance|wallet)|recharge your/i;

/** The shipment has an AWB, perhaps from a call whose answer was lost. */
export const MAY_BE_ASSIGNED = /already (?:been )?assigned|cannot (?:be )?reassign/i;
/** The pick-up of a shipment was asked for before. */
export const IS_QUEUED = /already in pickup queue|pickup (?:is )?already/i;
export const IS_CANCELED = /already (?:been )?cancel|is cancell?ed/i;
/** A shipment that the courier has. */
export const IS_TOO_LATE =
  /(?:can ?not|can't|unable to) (?:be )?cancel|delivered|picked up|in transit|out for delivery|shipped/i;

export function refusalOf(words: string): CourierRefused {
  if (NO_MONEY.test(words)) return new CourierHasNoMoney(words);
  const [, code = 'refused_by_courier'] = REFUSALS.find(([pattern]) => pattern.test(words)) ?? [];
  return new CourierRefused(code, words);
}
