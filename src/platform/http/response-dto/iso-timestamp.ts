/** Writes a time in ms since 1970 as an ISO 8601 timestamp in UTC; null stays null. */
export function toIsoTimestamp<T extends number | null>(
  timeMs: T,
): T extends number ? string : null;
export function toIsoTimestamp(timeMs: number | null): string | null {
  return timeMs === null ? null : new Date(timeMs).toISOString();
}
