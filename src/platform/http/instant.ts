/** An instant of ms since 1970 in ISO 8601, UTC; null stays null. */
export function toIsoInstant<T extends number | null>(
  instantMs: T,
): T extends number ? string : null;
export function toIsoInstant(instantMs: number | null): string | null {
  return instantMs === null ? null : new Date(instantMs).toISOString();
}
