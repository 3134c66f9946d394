import type { ReceiptSource } from '../ledger/receipt.entity.js';

/** The method of a payment from the client's wallet. */
export const WALLET = 'wallet';
/** The method of payments that the payment gateway reports: operators can't record them. */
export const GATEWAY = 'gateway';

const BANK_METHODS = new Set(['bank', 'bank_transfer', 'neft', 'rtgs', 'imps', 'upi']);

/** Returns the method as it is compared: operators write `NEFT` and `neft`. */
export function normalizeMethod(method: string): string {
  return method.toLowerCase();
}

/** Where the money of a payment came from: a reference is unique for its source, not for its method. */
export function sourceOf(method: string): ReceiptSource {
  const normalized = normalizeMethod(method);
  if (normalized === 'cash' || normalized === GATEWAY) return normalized;
  return BANK_METHODS.has(normalized) ? 'bank' : 'other';
}
