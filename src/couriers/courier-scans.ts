import { LIMITS } from '../platform/config/limits.js';
import type { CourierEvent, FailureReason } from './courier-gateway.js';
import { toText } from './courier-texts.js';

/** Words of damage, of a delivery in part, and of loss. */
const TROUBLE = /damag|broken|(?<![a-z])(?:part(?:ly|ial(?:ly)?)?|lost|loss)(?![a-z])/i;

/** What an adapter reads in the code of a scan. */
export interface ScanMeaning extends Pick<CourierEvent, 'state' | 'isUnknown' | 'forPerson'> {
  reason: FailureReason | null;
}

/** Makes an event. A box is on its way whose scan tells of trouble in words alone. */
export function toScan(
  { reason, ...meaning }: ScanMeaning,
  scan: Pick<CourierEvent, 'at' | 'code' | 'words' | 'place'>,
): CourierEvent {
  const { isUnknown, forPerson = isUnknown ? 'in_a_day' : undefined } = meaning;
  const isTrouble = forPerson === 'in_a_day' && TROUBLE.test(`${scan.code} ${scan.words}`);
  return {
    ...scan,
    ...meaning,
    code: toText(scan.code, LIMITS.shipmentCodeLength),
    ...(isTrouble ? { state: 'in_transit', forPerson: 'at_once' } : { forPerson }),
    failure: reason && { reason, attempt: null },
  };
}

const timeOf = ({ at }: CourierEvent): number => at?.getTime() ?? Infinity;

/** Sorts scans, the oldest first and those without a time last, and keeps each once. */
export function inOrder(events: readonly CourierEvent[]): CourierEvent[] {
  const keys = events.map((event) => `${timeOf(event)} ${event.code} ${event.state}`);
  return events
    .filter((_, index) => keys.indexOf(keys[index]!) === index)
    .sort((a, b) => timeOf(a) - timeOf(b));
}

/** Numbers the failed deliveries of a shipment by how often it had gone out. */
export function withAttempts(events: CourierEvent[]): CourierEvent[] {
  let dispatches = 0;
  for (const { state, failure } of events) {
    if (state === 'out_for_delivery') dispatches += 1;
    if (failure !== null) failure.attempt = dispatches || null;
  }
  return events;
}
