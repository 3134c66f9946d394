import type { ReceiptSource } from './ledger/receipt.entity.js';

/** The method of a payment from the client's wallet. */
export const WALLET = 'wallet';
/** The method of payments from the wallet, and from the client's credit for what the wallet lacks. */
export const ON_ACCOUNT = 'credit';
/** The word for payments through the payment gateway; operators cannot record them. */
export const GATEWAY = 'gateway';

export const PAYMENT_METHODS = [
  ...([WALLET, ON_ACCOUNT, 'bank', 'cash', 'cheque', 'card', 'other'] as const),
];
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];

export const BANK_WORDS = ['neft', 'rtgs', 'imps', 'upi', 'bank_transfer'];

/** Converts the word of a method to its canonical form, in small letters. */
export function normalizeMethod(word: string): string {
  return word.toLowerCase();
}

/** Finds the method that a canonical word means in every installation; null: none. */
export function methodNamed(word: string): PaymentMethod | null {
  if (BANK_WORDS.includes(word)) return 'bank';
  return PAYMENT_METHODS.find((method) => method === word) ?? null;
}

/** Finds the source of a payment's money. References are unique within a source, not within a method. */
export function sourceOf(method: Exclude<PaymentMethod, OwnMethod>): ReceiptSource {
  return method === 'bank' || method === 'cash' ? method : 'other';
}

/** Methods of payment without new money. */
export type OwnMethod = typeof WALLET | typeof ON_ACCOUNT;

/** Returns true if a method pays without new money. */
export function isOwnMethod(method: PaymentMethod): method is OwnMethod {
  return method === WALLET || method === ON_ACCOUNT;
}
