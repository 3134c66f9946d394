import { accountNumbersIn, saysCharge, saysInterest, saysReturned } from './bank-words.js';
import { hasOtherLetters } from '../../../platform/reference-form.js';
import { isDeductedTax } from './deducted-tax.js';
import type { BankPayout, BankReceipt } from '../../ledger/bank/bank-ledger.repository.js';
import type { Order } from '../../../orders/order.entity.js';
import type { BookedDebit, OwnAccount } from '../lines/bank-lines.repository.js';
import type { StatementLine } from '../lines/statement-line.entity.js';
import type { Suggestion, SuggestionReason } from './suggestion.js';

/** A transfer that a client has claimed and finance has not decided yet. */
export interface OpenClaim {
  transferId: number;
  /** In capitals and without spaces. */
  reference: string;
  clientId: number;
  amountMinor: number;
  /** The total of the orders that the claim names; null unless the client deducts tax. */
  ordersMinor: number | null;
  /** The tax that the client deducts, in basis points. */
  taxDeductedBp: number | null;
  /** The day of the transfer, as the client says. */
  sentOn: string;
}

/** A receipt from the bank with an identifier of the line. */
export type KnownReceipt = Omit<
  BankReceipt,
  'source' | 'journalId' | 'taxDeductedMinor' | 'receivedAt'
>;

/** A payout, or a settlement of the gateway, with an identifier of the line. */
export type KnownPayment = Omit<BankPayout, 'reference'> & Pick<StatementLine, 'direction'>;

/** An unpaid order whose number a line has. */
export type NamedOrder = Pick<Order, 'orderNumber' | 'clientId' | 'totalMinor'>;

/** What the service knows about a line. */
export interface LineContext {
  claims: readonly OpenClaim[];
  receipts: readonly KnownReceipt[];
  payments: readonly KnownPayment[];
  /** Debits with an identifier of the credit that are booked to other accounts, the latest first. */
  bookedDebits: readonly BookedDebit[];
  /** Receipts whose reference contains an identifier of the line among other letters or digits, except reversed ones. */
  similar: readonly KnownReceipt[];
  /** Receipts that may be the money of a line, in the order of their ids; see {@link BankLedgerRepository.listSimilar}. */
  unproven: readonly KnownReceipt[];
  /** The receipts that a line may return. They have its amount and the only client in it, and are not reversed. */
  returnable: readonly KnownReceipt[];
  /** The clients that claimed its transfer, also those whose claim was rejected. */
  claimantIds: readonly number[];
  namedClientIds: readonly number[];
  /** What names each client in the line, by the client's id: an order's number, a payment reference or the payer's name or account. */
  namedBy: ReadonlyMap<number, string>;
  /** The clients whose company name the line has, if it names no client in another way. Payers can have the same name. */
  namesakeIds: readonly number[];
  /** The unpaid orders whose numbers the line has. */
  namedOrders: readonly NamedOrder[];
  /** True if the line has a payment reference that no client has. */
  namesUnknownClient: boolean;
  /** The wholesaler's accounts whose numbers are known. */
  ownAccounts: readonly OwnAccount[];
  /** Journals that are matched with any line. */
  matchedJournalIds: ReadonlySet<number>;
}

/**
 * - match: an existing journal recorded this money; no money moves
 * - clear: a cheque in hand moves to the bank
 * - confirm: the line is the transfer of a claim
 * - suggest: finance decides
 * - none: nothing is known about it
 */
export type Verdict =
  | { act: 'match'; journalId: number }
  | { act: 'clear'; receiptId: number }
  | { act: 'confirm'; transferId: number }
  | { act: 'suggest'; suggestion: Suggestion }
  | { act: 'none' };

export interface LineFacts extends Pick<
  StatementLine,
  'direction' | 'amountMinor' | 'reference' | 'description' | 'valueDate'
> {
  /** The shop's day. */
  today: string;
  /** The owner of its ledger account; null: the default bank account. */
  ownerId: number | null;
  /** Maximum of a suggested charge of its bank account. */
  chargeLimitMinor: number;
  /** True if it is from a statement whose balances add up. */
  isProof: boolean;
}

/** Maximum of days between a claimed transfer and the line that confirms it. */
const DAYS_APART_MAX = 10;
/** Suggestions of a client that only the line itself names. */
const BY_NAME = new Set<SuggestionReason>(['names_client', 'named_like']);
const DAY_MS = 24 * 60 * 60 * 1_000;

/**
 * Decides what an unmatched line is. These confirm no claim:
 * - one that proves nothing, because a person could have typed it
 * - one of a day that is far from the transfer, or to come, because its day and month may be exchanged
 */
export function verdictOn(line: LineFacts, context: LineContext): Verdict {
  if (line.direction === 'out') return outgoing(line, context);
  const verdict = readable(line, askedAbout(incoming(line, context), context));
  if (verdict.act !== 'confirm') return verdict;
  const { transferId } = verdict;
  const { clientId, sentOn } = context.claims.find((claim) => claim.transferId === transferId)!;
  if (!line.isProof) return suggest({ reason: 'unproven', clientId, transferId });
  const { valueDate, today } = line;
  const daysApart = Math.abs(Date.parse(valueDate) - Date.parse(sentOn)) / DAY_MS;
  if (valueDate <= today && daysApart <= DAYS_APART_MAX) return verdict;
  return suggest({ reason: 'date_differs', clientId, transferId, daysApart });
}

/** Asks a person about a credit that would be credited or has no explanation, if its reference has letters other than A to Z. */
function readable({ reference }: LineFacts, verdict: Verdict): Verdict {
  const suggestion = verdict.act === 'suggest' ? verdict.suggestion : null;
  const isDecided = suggestion !== null && !BY_NAME.has(suggestion.reason);
  const isBooked = verdict.act === 'match' || verdict.act === 'clear';
  if (isDecided || isBooked || !hasOtherLetters(reference)) return verdict;
  const { transferId } = verdict.act === 'confirm' ? verdict : {};
  return suggest({
    ...suggestion,
    reason: 'reference_letters',
    ...(transferId !== undefined && { transferId }),
  });
}

/** Asks a person where the client that would get the money has a receipt that may be the same money. */
function askedAbout(verdict: Verdict, { claims, unproven }: LineContext): Verdict {
  const transferId = verdict.act === 'confirm' ? verdict.transferId : undefined;
  const claim = claims.find((one) => one.transferId === transferId);
  const named =
    verdict.act === 'suggest' && BY_NAME.has(verdict.suggestion.reason)
      ? verdict.suggestion.clientId
      : undefined;
  const clientId = claim?.clientId ?? named;
  const similar = unproven.find((receipt) => receipt.clientId === clientId);
  if (similar === undefined) return verdict;
  const { receiptId } = similar;
  return suggest({
    reason: 'receipt_similar',
    receiptId,
    clientId: similar.clientId,
    ...(transferId !== undefined && { transferId }),
  });
}

function incoming(line: LineFacts, context: LineContext): Verdict {
  const { amountMinor } = line;
  const equal = context.claims.filter((claim) => claim.amountMinor === amountMinor);
  const [claim] = equal;
  const ofReceipts = byReceipts(line, context, claim);
  if (ofReceipts !== null) return ofReceipts;
  const payment = paymentOf(line, context);
  if (payment !== null) return payment;
  // Before claims: another client may claim what the bank returned.
  const returned = returnedPayout(line, context);
  if (returned !== null) return returned;
  const debit = returnedDebit(line, context);
  if (debit !== undefined) {
    return suggest({ reason: 'booking_returned', otherAccountId: debit.otherAccountId });
  }
  const similar = similarOf(line, context, claim);
  if (similar !== undefined) return suggestReceipt('receipt_similar', similar);
  if (claim !== undefined) return byClaims(equal, claim, amountMinor, context);
  const [other] = context.claims;
  if (other !== undefined) return byOtherAmount(other, amountMinor);
  if (saysReturned(`${line.reference} ${line.description}`)) {
    // It is money of the wholesaler's own, also if it names the client or the payee to whom it went.
    const verdict = byOwnWords(line, context);
    return verdict.act === 'none' ? suggest({ reason: 'return_unbooked' }) : verdict;
  }
  if (context.namesUnknownClient) return byOwnWords(line, context);
  const { namedClientIds, namesakeIds } = context;
  const clientId = onlyOne(namedClientIds);
  if (clientId !== undefined) {
    const [order] = context.namedOrders
      .filter((one) => one.clientId === clientId && one.totalMinor <= amountMinor)
      .toSorted((one, other) => other.totalMinor - one.totalMinor);
    const named = order === undefined ? {} : { orderNumber: order.orderNumber };
    return suggest({ reason: 'names_client', clientId, ...named });
  }
  if (namedClientIds.length > 0) {
    const namedBy = namedClientIds.map((id) => context.namedBy.get(id) ?? '');
    return suggest({ reason: 'names_clients', clientIds: namedClientIds, namedBy });
  }
  const namesakeId = onlyOne(namesakeIds);
  if (namesakeId !== undefined) return suggest({ reason: 'named_like', clientId: namesakeId });
  return byOwnWords(line, context);
}

/** Decides by the receipts with an identifier of the line. Returns null without such a receipt. */
function byReceipts(
  { amountMinor, ownerId }: LineFacts,
  { receipts, matchedJournalIds }: LineContext,
  claim: OpenClaim | undefined,
): Verdict | null {
  const counting = receipts.filter(({ reversalId }) => reversalId === null);
  const [receipt, second] = counting;
  if (receipt === undefined) {
    const [reversed] = receipts;
    return reversed === undefined ? null : suggestReceipt('receipt_reversed', reversed);
  }
  if (second !== undefined) return suggestReceipt('ambiguous', receipt);
  if (receipt.amountMinor !== amountMinor) return suggestReceipt('receipt_differs', receipt);
  const { inBankId, receiptId } = receipt;
  if (inBankId !== null && matchedJournalIds.has(inBankId)) {
    return suggestReceipt('reference_used', receipt);
  }
  if (isElsewhere(receipt, ownerId)) return suggestReceipt('account_differs', receipt);
  // Finance has recorded the money that the client also claims. Confirming the claim finds the receipt.
  const isClaimed = claim?.clientId === receipt.clientId && claim.reference === receipt.reference;
  if (isClaimed) return { act: 'confirm', transferId: claim.transferId };
  return inBankId === null ? { act: 'clear', receiptId } : { act: 'match', journalId: inBankId };
}

/** Decides by the payouts with an identifier of a credit: the bank could not deliver one, and returns it. */
function returnedPayout({ amountMinor }: LineFacts, { payments }: LineContext): Verdict | null {
  const payouts = payments.filter(({ direction }) => direction === 'out');
  const equal = payouts.find((payout) => payout.amountMinor === amountMinor);
  const payout = equal ?? payouts[0];
  if (payout === undefined) return null;
  const reason = payout === equal ? 'payout_returned' : 'payout_differs';
  return suggest({ reason, ...(payout.clientId !== null && { clientId: payout.clientId }) });
}

/** Finds the debit of the same bank account that was booked to an other account, and that a credit returns. */
function returnedDebit(
  { amountMinor, ownerId }: LineFacts,
  { bookedDebits }: LineContext,
): BookedDebit | undefined {
  return bookedDebits.find(
    (debit) => debit.amountMinor === amountMinor && debit.ownerId === ownerId,
  );
}

/** Finds the first receipt that may be the line's money, except the claim's own, which confirming the claim finds. */
function similarOf(
  { amountMinor }: LineFacts,
  { similar, matchedJournalIds }: LineContext,
  claim: OpenClaim | undefined,
): KnownReceipt | undefined {
  return similar.find((receipt) => {
    const { inBankId, clientId } = receipt;
    const isClaimed = claim?.clientId === clientId && receipt.amountMinor === amountMinor;
    return !isClaimed && !(inBankId !== null && matchedJournalIds.has(inBankId));
  });
}

function byClaims(
  claims: readonly OpenClaim[],
  { transferId, clientId, ordersMinor, taxDeductedBp }: OpenClaim,
  amountMinor: number,
  { claimantIds, namedClientIds, namesUnknownClient }: LineContext,
): Verdict {
  if (claims.length > 1) return suggest({ reason: 'ambiguous' });
  const other = [...namedClientIds, ...claimantIds].find((id) => id !== clientId);
  const reason = 'other_client_named';
  if (other !== undefined) return suggest({ reason, clientId: other, transferId });
  if (namesUnknownClient) return suggest({ reason, transferId });
  if (ordersMinor !== null && isDeductedTax(ordersMinor, amountMinor, taxDeductedBp)) {
    const taxDeductedMinor = ordersMinor - amountMinor;
    return suggest({ reason: 'tax_deducted', clientId, transferId, taxDeductedMinor });
  }
  return { act: 'confirm', transferId };
}

function byOtherAmount(
  { transferId, clientId, amountMinor: claimedMinor, taxDeductedBp }: OpenClaim,
  amountMinor: number,
): Verdict {
  if (!isDeductedTax(claimedMinor, amountMinor, taxDeductedBp)) {
    return suggest({ reason: 'amount_differs', clientId, transferId });
  }
  const taxDeductedMinor = claimedMinor - amountMinor;
  return suggest({ reason: 'tax_deducted', clientId, transferId, taxDeductedMinor });
}

function outgoing(line: LineFacts, context: LineContext): Verdict {
  const { amountMinor, ownerId } = line;
  const payment = paymentOf(line, context);
  if (payment !== null) return payment;
  const { receipts, matchedJournalIds } = context;
  const open = receipts.filter(
    (receipt) => receipt.amountMinor === amountMinor && !isReturned(receipt, matchedJournalIds),
  );
  // A receipt that was credited again counts before its reversed entry.
  const returned = open.find(({ reversalId }) => reversalId === null) ?? open[0];
  if (returned === undefined) {
    const [other] = receipts;
    return other === undefined ? byWords(line, context) : suggestReceipt('return_differs', other);
  }
  if (isElsewhere(returned, ownerId)) return suggestReceipt('account_differs', returned);
  const { outOfBankId } = returned;
  if (outOfBankId !== null) return { act: 'match', journalId: outOfBankId };
  return suggestReceipt('returned_payment', returned);
}

/** Decides by the words of a debit that no reference explains. */
function byWords(line: LineFacts, context: LineContext): Verdict {
  const { reference, description, amountMinor, ownerId, chargeLimitMinor } = line;
  const isCharge = saysCharge(description) && amountMinor <= chargeLimitMinor;
  if (isCharge && !namesClient(context)) return suggest({ reason: 'bank_charge' });
  if (!saysReturned(`${reference} ${description}`)) return byOwnWords(line, context);
  const [receipt, second] = context.returnable;
  if (receipt === undefined || second !== undefined) {
    // One of the lists is empty.
    const clientId = onlyOne([...context.namedClientIds, ...context.namesakeIds]);
    return suggest({ reason: 'return_unclear', ...(clientId !== undefined && { clientId }) });
  }
  if (isElsewhere(receipt, ownerId)) return suggestReceipt('account_differs', receipt);
  return suggestReceipt('returned_payment', receipt);
}

/** Decides by the words of a line that is no client's. */
function byOwnWords({ description, ownerId }: LineFacts, context: LineContext): Verdict {
  if (namesClient(context)) return { act: 'none' };
  const numbers = accountNumbersIn(description);
  const [own, other] = context.ownAccounts.filter(
    (account) => account.ownerId !== ownerId && numbers.some((digits) => isOf(account, digits)),
  );
  if (own !== undefined) {
    return suggest({ reason: 'own_account', ...(other === undefined && { ownAccountId: own.id }) });
  }
  return saysInterest(description) ? suggest({ reason: 'interest' }) : { act: 'none' };
}

/** Returns true if digits are those of an account, as far as both are known. Banks may write zeros or a branch before them. */
function isOf({ number, last4 }: OwnAccount, digits: string): boolean {
  if (number === null) return digits.endsWith(last4);
  return number.endsWith(digits) || digits.endsWith(number);
}

function namesClient({ namedClientIds, namesUnknownClient }: LineContext): boolean {
  return namedClientIds.length > 0 || namesUnknownClient;
}

/** Returns the only client of a list; undefined: it has none, or several. */
export function onlyOne([clientId, other]: readonly number[]): number | undefined {
  return other === undefined ? clientId : undefined;
}

/** Returns true if the money of a receipt is in another bank account. A cheque in hand is in none. */
function isElsewhere({ inBankId, ownerId }: KnownReceipt, lineOwnerId: number | null): boolean {
  return inBankId !== null && ownerId !== lineOwnerId;
}

function isReturned({ outOfBankId }: KnownReceipt, matched: ReadonlySet<number>): boolean {
  return outOfBankId !== null && matched.has(outOfBankId);
}

/** Decides by the payouts and settlements with an identifier of the line. Returns null if all of them are matched. */
function paymentOf(
  { direction, amountMinor, ownerId }: LineFacts,
  { payments, matchedJournalIds }: LineContext,
): Verdict | null {
  const open = payments.filter(
    (payment) => payment.direction === direction && !matchedJournalIds.has(payment.journalId),
  );
  const equal = open.find((payment) => payment.amountMinor === amountMinor);
  if (equal === undefined) return open.length === 0 ? null : suggest({ reason: 'payout_differs' });
  if (equal.ownerId !== ownerId) return suggest({ reason: 'account_differs' });
  return { act: 'match', journalId: equal.journalId };
}

function suggestReceipt(reason: SuggestionReason, { receiptId, clientId }: KnownReceipt): Verdict {
  return suggest({ reason, receiptId, clientId });
}

function suggest(suggestion: Suggestion): Verdict {
  return { act: 'suggest', suggestion };
}
