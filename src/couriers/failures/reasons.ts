import type { FailureReason } from '../courier-gateway.js';

/** Our words for why a delivery failed. They name no person, unlike the courier's. */
export const REASON_WORDS: Readonly<Record<FailureReason, string>> = {
  unavailable: 'the customer was not there',
  refused: 'the customer refused it',
  address_wrong: 'the address was not found',
  phone_unreachable: 'the customer could not be called',
  asked_later: 'the customer asked for another day',
  self_collect: 'the customer wants to collect it',
  wants_open_delivery: 'the customer wants to open it first',
  entry_restricted: 'the courier could not enter',
  moved: 'the customer has moved',
  not_attempted: 'the courier did not try',
  other: 'another reason',
};
