import type { CourierEvent } from './courier-gateway.js';

/** Sorts scans, the oldest first, and keeps each once. */
export function inOrder(events: readonly CourierEvent[]): CourierEvent[] {
  const keys = events.map(({ at, code, state }) => `${at.getTime()} ${code} ${state}`);
  return events
    .filter((_, index) => keys.indexOf(keys[index]!) === index)
    .sort((a, b) => a.at.getTime() - b.at.getTime());
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
