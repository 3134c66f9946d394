import type { ReceiptSource } from './ledger/receipt.entity.js';

/** The method of a payment from the client's wallet. */
export const WALLET = 'wallet';
/** The method of payments from the wallet and, for what it lacks, from the client's credit. */
export const ON_ACCOUNT = 'credit';
/** The method of payments through the payment gateway; operators cannot record them. */
export const GATEWAY = 'gateway';

const BANK_METHODS = new Set(['bank', 'bank_transfer', 'neft', 'rtgs', 'imps', 'upi']);

/** Returns a method in its canonical form: operators write `NEFT` and `neft`. */
export function normalizeMethod(method: string): string {
  return method.toLowerCase();
}

/** Returns the source of a payment's money. References are unique within a source, not within a method. */
export function sourceOf(method: string): ReceiptSource {
  const normalized = normalizeMethod(method);
  if (normalized === 'cash' || normalized === GATEWAY) return normalized;
  return BANK_METHODS.has(normalized) ? 'bank' : 'other';
}
