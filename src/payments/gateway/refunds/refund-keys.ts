const KEY = /^journal-(\d{8,15})$/;

/** Returns the idempotency key of a refund at the gateway, at least ten characters. */
export function keyOf(journalId: number): string {
  return `journal-${String(journalId).padStart(8, '0')}`;
}

/** Returns the journal of a refund by its key; null for a key that is not of this service. */
export function journalOf(key: string | null): number | null {
  const [, digits] = KEY.exec(key ?? '') ?? [];
  return digits === undefined ? null : Number(digits);
}
