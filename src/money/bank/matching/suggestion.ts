/** Reasons of suggestions, and what they say of a line. */
export const SUGGESTION_REASONS = {
  amount_differs: 'claimed with another amount',
  ambiguous: 'claimed by several clients, or several receipts have its reference',
  other_client_named: 'the line names another client than the one that claimed it',
  names_client: 'no client claimed it, the line names one',
  tax_deducted: 'it is less than the claim by exactly the tax that the client deducts',
  receipt_differs: 'a receipt with its reference has another amount',
  receipt_reversed: 'the receipt with its reference was reversed',
  receipt_similar: 'the reference of a receipt has its number among other letters or digits',
  reference_used: 'the receipt with its reference has another line',
  returned_payment:
    'a debit with the reference and amount of a receipt, or with words of a return and the only receipt of its amount of the client that it names',
  return_differs: 'a debit with the reference of a receipt of another amount',
  return_unclear:
    'a debit that says it is returned, without one receipt of its amount of one client that it names',
  payout_differs: 'a payout or settlement with its reference has another amount',
  account_differs: 'the receipt, payout or settlement is on another bank account',
  refused: 'crediting it was refused',
  bank_charge: 'a debit with words of a charge, up to the charge limit of the account',
  interest: 'words of interest of the bank',
} as const;
export type SuggestionReason = keyof typeof SUGGESTION_REASONS;

/** A possible explanation of a line; finance decides. */
export interface Suggestion {
  reason: SuggestionReason;
  clientId?: number;
  transferId?: number;
  receiptId?: number;
  /** The tax to add to the amount of the line, in minor units. */
  taxDeductedMinor?: number;
}
