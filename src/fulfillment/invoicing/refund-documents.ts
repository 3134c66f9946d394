import type { OrderRefund } from '../../money/ledger/order-money.js';
import type { DocumentInJson } from '../../tax/documents/listed-document.js';

/** A refund, and the credit note that takes back its tax; null: none. */
export type DocumentedRefund = OrderRefund & { documentId: number | null };
/** A document, and the refund that it credits; null: it is no credit note. */
export type OrderDocument = DocumentInJson & { refundId: number | null };

/**
 * Matches the refunds and credit notes of an order. A note is issued with its refund, or with a late invoice, for all refunds
 * before it.
 */
export function matchRefunds(
  refunds: readonly OrderRefund[],
  documents: readonly DocumentInJson[],
): { refunds: DocumentedRefund[]; documents: OrderDocument[] } {
  const ofReturn = refunds.filter(isOfReturn);
  const notes = documents.filter(isCreditNote);
  return {
    refunds: refunds.map((refund) => {
      const isCredited = (note: DocumentInJson): boolean => isBefore(refund, note);
      const note = isOfReturn(refund) ? notes.find(isCredited) : undefined;
      return { ...refund, documentId: note?.id ?? null };
    }),
    documents: documents.map((document) => {
      const isCredited = (refund: OrderRefund): boolean => isBefore(refund, document);
      const refund = isCreditNote(document) ? ofReturn.findLast(isCredited) : undefined;
      return { ...document, refundId: refund?.id ?? null };
    }),
  };
}

/** Returns true for a refund of goods that came back. Others are of goods that were never invoiced. */
export function isOfReturn({ purpose }: OrderRefund): boolean {
  return purpose !== 'cancel' && purpose !== 'close';
}

function isCreditNote({ kind }: DocumentInJson): boolean {
  return kind === 'credit_note';
}

function isBefore(refund: OrderRefund, document: DocumentInJson): boolean {
  return refund.createdAt.getTime() <= Date.parse(document.createdAt);
}
