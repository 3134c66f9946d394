import { randomUUID } from 'node:crypto';

/** Makes the key of the journal that books the money of a line of the bank in suspense. The lock of the line prevents a repetition. */
export function suspenseKey(lineId: number): string {
  return `suspense:line:${lineId}:${randomUUID()}`;
}

/** SQL for the line whose money a journal `j` of the kind `suspense` books there, or takes out again. The line itself may name neither. */
export const SUSPENDED_LINE = `substring(
    (SELECT key FROM ledger_journals entered WHERE entered.id = coalesce(j.reverses_id, j.id)) FROM '^suspense:line:([0-9]+)'
  )::integer`;
