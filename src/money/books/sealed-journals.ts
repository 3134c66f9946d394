import type { ExportedJournal } from './export/exported-journal.js';
import type { ExportedSeal } from './export/journal-export.repository.js';

/** The first line of a file of sealed journals. */
export interface SealedMonth {
  month: string;
  /** Number of journals of the month in the file. */
  journals: number;
  /** Sum of their debits in minor units. */
  debitMinor: number;
}

/**
 * Writes the first line of a file of sealed journals. Each line is compact JSON with its keys in a fixed order.
 * - `scripts/verify-export.js` compares the lines byte for byte, without code of the service
 */
export function sealedMonthLine({ month, journals, debitMinor }: SealedMonth): string {
  return `${JSON.stringify({ month, journals, debit_minor: debitMinor })}\n`;
}

/** @param journal its journal; undefined if the journal is of another month, and the seal only links those before and after it */
export function sealLine(
  { seq, prevSha256, sha256 }: ExportedSeal,
  journal: ExportedJournal | undefined,
): string {
  const seal = { seq, prev_sha256: prevSha256, sha256 };
  return `${JSON.stringify(journal === undefined ? seal : { ...seal, journal: contentOf(journal) })}\n`;
}

function contentOf(journal: ExportedJournal): object {
  return {
    id: journal.id,
    at: journal.at,
    kind: journal.kind,
    key: journal.key,
    order_id: journal.orderId,
    receipt_id: journal.receiptId,
    reverses_id: journal.reversesId,
    actor: journal.actor,
    note: journal.note,
    request_id: journal.requestId,
    postings: journal.postings.map(({ line, sealed, amountMinor, balanceAfter }) => ({
      line,
      account: sealed.account,
      owner: sealed.owner,
      amount_minor: amountMinor,
      balance_after: balanceAfter,
    })),
  };
}
