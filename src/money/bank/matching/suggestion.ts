/**
 * - amount_differs: the transfer was claimed with another amount
 * - ambiguous: several clients claimed it, or several receipts have its reference
 * - other_client_named: the line names another client than the one that claimed it
 * - names_client: no client claimed it, the line names a client
 * - tax_deducted: the client claimed more by exactly the tax that it deducts
 * - receipt_differs: a receipt with its reference has another amount
 * - receipt_reversed: the receipt with its reference was reversed
 * - receipt_similar: the reference of a receipt has its number among other letters or digits
 * - reference_used: the receipt with its reference is matched with another line
 * - returned_payment: a debit with the reference of a receipt of the amount
 * - return_differs: a debit with the reference of a receipt of another amount
 * - return_unclear: a debit that says it is returned, without one receipt of its amount of one client that it names
 * - payout_differs: a debit with the reference of a payout of another amount
 * - account_differs: the receipt, payout or settlement with its reference is on another bank account
 * - bank_charge: a debit with the words of a charge, up to the limit of its bank account
 * - interest: the words of interest of the bank
 * - refused: crediting it was refused
 */
export const SUGGESTION_REASONS = [
  ...([
    'amount_differs',
    'ambiguous',
    'other_client_named',
    'names_client',
    'tax_deducted',
  ] as const),
  ...(['receipt_differs', 'receipt_reversed', 'receipt_similar', 'reference_used'] as const),
  ...([
    'returned_payment',
    'return_differs',
    'return_unclear',
    'payout_differs',
    'account_differs',
    'refused',
  ] as const),
  ...(['bank_charge', 'interest'] as const),
];
export type SuggestionReason = (typeof SUGGESTION_REASONS)[number];

/** A possible explanation of a line; finance decides. */
export interface Suggestion {
  reason: SuggestionReason;
  clientId?: number;
  transferId?: number;
  receiptId?: number;
  /** The tax to add to the amount of the line, in minor units. */
  taxDeductedMinor?: number;
}
