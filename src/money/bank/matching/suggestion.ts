/** Reasons of suggestions, each with what it says about the line. */
export const SUGGESTION_REASONS = {
  amount_differs: 'claimed with another amount',
  ambiguous: 'several clients claim it, or several receipts have its reference',
  other_client_named:
    'one client claimed it, but the line names another one, or another one claimed it and was rejected',
  names_client: 'no client claimed it, but the line names one',
  named_like: 'no client claimed it, and nothing but the name of the payer is that of a client',
  names_clients:
    'the line names several clients, such as one by its name and another by its reference',
  tax_deducted: 'the shortfall against the claim is exactly the tax that the client deducts (TDS)',
  receipt_differs: 'a receipt with its reference has another amount',
  receipt_reversed: 'the receipt with its reference was reversed',
  receipt_similar:
    'a receipt without a line has its client and amount, or a reference that contains its number among other letters or digits',
  reference_letters:
    'its reference has letters other than A to Z, which may look like those of another reference',
  reference_used: 'the receipt with its reference is matched with another line',
  returned_payment:
    'the debit returns an earlier receipt: it has its reference and amount, or it says "returned" and names a client ' +
    'with exactly one receipt of that amount',
  return_differs: 'the debit has the reference of a receipt, but another amount',
  return_unclear:
    'the debit says that it is returned, but does not name one client with exactly one receipt of its amount',
  payout_differs: 'a payout or settlement with its reference has another amount',
  payout_returned:
    'the bank returns a payout, whose reference and amount it has: credit it to the client again',
  booking_returned:
    'the bank returns a payment to another account than a client’s, whose reference and amount it has: book it to that account',
  return_unbooked:
    'the credit says that it is returned, and no booked payment has its reference and amount: it is suggested to no client',
  account_differs: 'the receipt, payout or settlement is on another bank account',
  unproven:
    'one claim has its number and amount, but no statement that has it has balances that add up: confirm it by hand',
  date_differs:
    'one claim has its number and amount, but its day is more than 10 days from that of the transfer, or is to come: ' +
    'confirm it by hand',
  refused: 'crediting it was refused',
  bank_charge:
    'the debit reads like a charge of the bank, and is within the charge limit of the account',
  interest: 'words of interest of the bank',
  own_account:
    'the line has the number of another bank account of the wholesaler, or its last digits where only they are known',
} as const;
export type SuggestionReason = keyof typeof SUGGESTION_REASONS;

/** A possible explanation of a line; finance decides. */
export interface Suggestion {
  reason: SuggestionReason;
  clientId?: number;
  /** The clients among which to choose. */
  clientIds?: readonly number[];
  /** What in the line names each of them: an order, a payment reference, or the payer. */
  namedBy?: readonly string[];
  /** The unpaid order of the client that the line names, and that its amount pays; of several, the one with the largest total. */
  orderNumber?: string;
  transferId?: number;
  receiptId?: number;
  /** The tax to add to the amount of the line, in minor units. */
  taxDeductedMinor?: number;
  /** The wholesaler's own account; undefined: several have the digits. */
  ownAccountId?: number;
  /** The other account of the payment that came back. */
  otherAccountId?: number;
  /** The days between the line and the claimed transfer. */
  daysApart?: number;
}

/** Lists all clients of a suggestion. */
export function clientsIn({ clientId, clientIds = [] }: Suggestion): number[] {
  return clientId === undefined ? [...clientIds] : [clientId, ...clientIds];
}
