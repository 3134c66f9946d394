import type { ShipmentState } from '../../orders/tracking/shipment-state.js';
import type { FailureReason } from '../courier-gateway.js';
import type { ScanMeaning } from '../courier-scans.js';

/**
 * What each type and status of Delhivery means, in lower case; null: known, and moves nothing. The type alone says too little: DL
 * is also the end of a return.
 */
const STATES: Readonly<Record<string, ShipmentState | null>> = {
  'ud|manifested': null,
  'ud|not picked': null,
  'ud|in transit': 'in_transit',
  'ud|pending': 'at_destination',
  'ud|dispatched': 'out_for_delivery',
  'ud|undelivered': 'failed_attempt',
  'ud|ndr': 'failed_attempt',
  'ud|lost': 'lost',
  'dl|delivered': 'delivered',
  'rt|in transit': 'returning',
  'rt|pending': 'returning',
  'rt|dispatched': 'returning',
  'rt|lost': 'lost',
  'dl|rto': 'returned',
  // Of pick-ups from customers, which the service does not book.
  'dl|dto': 'returned',
  'pp|open': null,
  'pp|scheduled': null,
  'pp|dispatched': null,
  'pu|in transit': 'returning',
  'pu|pending': 'returning',
  'pu|dispatched': 'returning',
  'cn|canceled': null,
  'cn|cancelled': null,
  'cn|closed': null,
  'lt|lost': 'lost',
};

/** Codes (NSL) of a forward shipment that is back at the destination's depot because its delivery failed. */
const FAILURES: Readonly<Record<string, FailureReason>> = {
  'EOD-3': 'asked_later',
  'EOD-6': 'refused',
  'EOD-11': 'unavailable',
  'EOD-15': 'moved',
  'EOD-16': 'other',
  'EOD-40': 'other',
  'EOD-43': 'self_collect',
  'EOD-69': 'wants_open_delivery',
  'EOD-74': 'address_wrong',
  'EOD-86': 'not_attempted',
  'EOD-104': 'entry_restricted',
  'EOD-111': 'refused',
};

/** Codes after which Delhivery takes a request for another attempt, and after how many attempts. */
const REATTEMPTED = [
  'EOD-74',
  'EOD-15',
  'EOD-104',
  'EOD-43',
  'EOD-86',
  'EOD-11',
  'EOD-69',
  'EOD-6',
];
const REATTEMPTED_AFTER = [1, 2];

const PICKED_UP = 'X-PPOM';
/** The seller canceled before the pick-up. Type and status then stay what they were. */
const CANCELED_BY_SELLER = 'DTUP-210';
/** Begins the codes of the end of a day. */
const END_OF_DAY = 'EOD-';

/** A scan as Delhivery writes it, with type and code in capitals. */
export interface RawScan {
  type: string;
  status: string;
  /** NSL code; empty: none. */
  nsl: string;
}

/**
 * Reads a scan; one that is not in the tables moves nothing and is unknown.
 *
 * @param wasOut true: the shipment was out for delivery, so that every code of the end of a day tells of a failed one
 */
export function meaningOf({ type, status, nsl }: RawScan, wasOut = false): ScanMeaning {
  const key = `${type}|${status}`.toLowerCase();
  const state = Object.hasOwn(STATES, key) ? STATES[key] : undefined;
  const reason = Object.hasOwn(FAILURES, nsl) ? FAILURES[nsl] : undefined;
  if (state === undefined) return { state: null, reason: null, isUnknown: true };
  const isEndOfDay = key === 'ud|pending' && nsl.startsWith(END_OF_DAY);
  if (state === 'failed_attempt' || (isEndOfDay && (wasOut || reason !== undefined))) {
    return { state: 'failed_attempt', reason: reason ?? 'other', isUnknown: false };
  }
  if (isEndOfDay) return { state: null, reason: null, isUnknown: true };
  const isPickUp = state === 'in_transit' && nsl === PICKED_UP;
  const forPerson = isCanceled({ type, nsl }) ? 'in_a_day' : undefined;
  return { state: isPickUp ? 'picked_up' : state, reason: null, isUnknown: false, forPerson };
}

export function isCanceled({ type, nsl }: Omit<RawScan, 'status'>): boolean {
  return type === 'CN' || nsl === CANCELED_BY_SELLER;
}

export function isReattempted({ code, attempt }: { code: string; attempt: number }): boolean {
  return REATTEMPTED.includes(code) && REATTEMPTED_AFTER.includes(attempt);
}
