const KEY = /^journal-(\d{8,15})$/;

/** Makes the idempotency key that earlier releases send a refund with. */
export function keyOfJournal(journalId: number): string {
  return `journal-${String(journalId).padStart(8, '0')}`;
}

/** Finds the journal of a refund by the key of an earlier release; null for any other key. */
export function journalOf(key: string | null): number | null {
  const [, digits] = KEY.exec(key ?? '') ?? [];
  return digits === undefined ? null : Number(digits);
}
