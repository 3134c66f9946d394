import type { ShipmentState } from '../../orders/tracking/shipment-state.js';
import type { CourierEvent, FailureReason } from '../courier-gateway.js';
import { toScan } from '../courier-scans.js';

interface Meaning {
  state: ShipmentState | null;
  words: string;
  place: string | null;
  reason?: FailureReason;
}

/** The sandbox courier's codes. */
const CODES = {
  PU: { state: 'picked_up', words: 'Picked up', place: 'Warehouse' },
  IT: { state: 'in_transit', words: 'In transit', place: 'Sorting center' },
  OFD: { state: 'out_for_delivery', words: 'Out for delivery', place: 'Local depot' },
  FA: {
    state: 'failed_attempt',
    words: 'The door stayed closed',
    place: 'Local depot',
    reason: 'unavailable',
  },
  RT: { state: 'returning', words: 'On the way back', place: 'Local depot' },
  DL: { state: 'delivered', words: 'Delivered', place: 'At the door' },
  RTO: { state: 'returned', words: 'Back at the sender', place: 'Warehouse' },
  LOST: { state: 'lost', words: 'Not found at any depot', place: null },
} as const satisfies Record<string, Meaning>;

export type SandboxCode = keyof typeof CODES;

/** An event as the sandbox courier tells it. */
export interface SandboxEvent {
  at: string;
  code: SandboxCode;
  /** Of a failed delivery. */
  attempt?: number;
}

/** Reads an event as the sandbox courier tells it. An unknown code moves nothing. */
export function toCourierEvent({ at, code, attempt }: SandboxEvent): CourierEvent {
  const known: Meaning | undefined = Object.hasOwn(CODES, code) ? CODES[code] : undefined;
  const { state = null, words = 'Scanned', place = null, reason = null } = known ?? {};
  const scan = { at: new Date(at), code, words, place };
  const event = toScan({ state, reason, isUnknown: known === undefined }, scan);
  return { ...event, failure: reason && { reason, attempt: attempt ?? null } };
}
