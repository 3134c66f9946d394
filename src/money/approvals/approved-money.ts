import type { Approval } from '../../people/approvals/approval.entity.js';
import { AppError } from '../../platform/http/errors.js';

/** Reads the amount of an approval of money, in minor units. */
export function amountOf({ id, amountMinor }: Approval): number {
  if (amountMinor === null) throw new Error(`approval ${id} has no amount`);
  return amountMinor;
}

export function clientOf({ id, clientId }: Approval): number {
  if (clientId === null) throw new Error(`approval ${id} has no client`);
  return clientId;
}

/** Refuses an approval of money that was recorded while it waited. */
export function paymentRecorded(receiptId: number): AppError {
  return new AppError('payment_recorded', {
    message: `The money was recorded meanwhile, as receipt ${receiptId}; reject this.`,
    details: { receipt_id: receiptId },
  });
}
