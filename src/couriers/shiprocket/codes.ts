import type { ShipmentState } from '../../orders/tracking/shipment-state.js';
import type { FailureReason } from '../courier-gateway.js';
import type { ScanMeaning } from '../courier-scans.js';

/** Delayed, delivered in part, damaged, fulfilled by the seller and the like: a person decides. */
const TROUBLES = ['22', '23', '25', '26', '43', '47', '76', '77'];
/** Status of a shipment that was canceled before its pick-up, or is about to be. */
const CANCELED = ['8', '16', '45'];
const FOR_PERSON = {
  ...each('at_once' as const, TROUBLES),
  ...each('in_a_day' as const, CANCELED),
};

/** What each status id of a shipment means; null: known, and moves nothing. */
const STATES: Readonly<Record<string, ShipmentState | null>> = {
  // Until the pick-up: AWB, label, pick-up asked for and put off, manifest.
  ...each(null, ['1', '2', '3', '4', '5', '11', '13', '15', '19', '20', '27', '52']),
  '6': 'picked_up',
  '7': 'delivered',
  ...each(null, CANCELED),
  '9': 'returning',
  '10': 'returned',
  '12': 'lost',
  '14': 'returning',
  '17': 'out_for_delivery',
  '18': 'in_transit',
  '21': 'failed_attempt',
  ...each('in_transit' as const, TROUBLES),
  '24': 'destroyed',
  '38': 'at_destination',
  '39': 'in_transit',
  '40': 'returning',
  '41': 'returning',
  '42': 'picked_up',
  '44': 'destroyed',
  '46': 'returning',
  '49': 'in_transit',
  '50': 'in_transit',
  '51': 'in_transit',
  // Steps in a warehouse of Shiprocket, before a courier has it.
  ...each(null, ['48', '59', '60', '61', '62', '63', '67', '71', '72']),
  '75': 'returning',
  '78': 'returning',
};

/** Why a delivery failed, by the words of the driver. The first that fits counts. */
const REASONS: readonly (readonly [RegExp, FailureReason])[] = [
  [/not attempted|unattempted|could not attempt|vehicle/i, 'not_attempted'],
  [/open delivery/i, 'wants_open_delivery'],
  [/self.?collect/i, 'self_collect'],
  [/refus|reject|do(?:es)? not want|cancell?ed by/i, 'refused'],
  [/resched|future|later|another day|next day|delay/i, 'asked_later'],
  [/shifted|moved/i, 'moved'],
  [/restricted|entry|not permitted/i, 'entry_restricted'],
  [/address|pin ?code|landmark/i, 'address_wrong'],
  [/not contactable|unreachable|phone|contact|not respond|call/i, 'phone_unreachable'],
  [/unavailable|not available|closed|locked|not at home/i, 'unavailable'],
];

/** Status of an order that was canceled, or is about to be. */
const CANCELED_ORDER = ['5', '18'];
const FAILED = '21';
/** After the third attempt the courier sends it back. */
const ATTEMPTS_MAX = 3;

/** Reads a status id; one that is not in the table moves nothing and is unknown. */
export function meaningOf(id: string, words: string): ScanMeaning {
  const state = Object.hasOwn(STATES, id) ? STATES[id] : undefined;
  if (state === undefined) return { state: null, reason: null, isUnknown: true };
  const reason = id === FAILED ? reasonOf(words) : null;
  return { state, reason, isUnknown: false, forPerson: FOR_PERSON[id] };
}

export function isCanceledShipment(id: string): boolean {
  return CANCELED.includes(id);
}

export function isCanceledOrder(id: string): boolean {
  return CANCELED_ORDER.includes(id);
}

export function isReattempted({ code, attempt }: { code: string; attempt: number }): boolean {
  return code === FAILED && attempt < ATTEMPTS_MAX;
}

function reasonOf(words: string): FailureReason {
  const [, reason = 'other'] = REASONS.find(([pattern]) => pattern.test(words)) ?? [];
  return reason;
}

function each<T>(state: T, ids: readonly string[]): Record<string, T> {
  return Object.fromEntries(ids.map((id) => [id, state]));
}
