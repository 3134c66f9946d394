import type { Approval } from '../../accounts/approvals/approval.entity.js';
import type { ReceiptSource } from '../../ledger/receipt.entity.js';
import { AppError } from '../../platform/http/errors.js';
import { normalizeUtr } from '../bank-transfers/utr.js';
import { isOfBank } from '../bank/lines/line-links.service.js';

/** Returns the amount of an approval of money, in minor units. */
export function amountOf({ id, amountMinor }: Approval): number {
  if (amountMinor === null) throw new Error(`approval ${id} has no amount`);
  return amountMinor;
}

/** Returns what the same money has in common, in any form that its reference is typed. */
export function referenceKey(source: ReceiptSource, reference: string): string {
  return isOfBank(source) ? `bank:${normalizeUtr(reference)}` : `${source}:${reference}`;
}

/** Refuses an approval of money that was recorded while it waited. */
export function paymentRecorded(receiptId: number): AppError {
  return new AppError('payment_recorded', {
    message: `The money was recorded meanwhile, as receipt ${receiptId}; reject this.`,
    details: { receipt_id: receiptId },
  });
}
