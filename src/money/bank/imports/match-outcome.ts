import type { BankTransfer } from '../../bank-transfers/bank-transfer.entity.js';
import { clientNamedIn } from '../../bank-transfers/utr.js';
import type { LineState } from '../lines/statement-line.entity.js';
import type { Verdict } from '../matching/line-verdict.js';
import type { Suggestion, SuggestionReason } from '../matching/suggestion.js';
import type { ImportedLine } from './statement-imports.service.js';

export const MATCH_OUTCOMES = {
  confirmed: 'this row confirmed the transfer, or would confirm it (dry run)',
  confirmed_before: 'an earlier call confirmed the transfer',
  amount_differs: 'the UTR was claimed with another amount',
  ambiguous: 'several clients claimed it, or the row names another client',
  unproven: 'the balances of the file do not add up: a person has to confirm the transfer',
  date_differs:
    'its day is more than 10 days from that of the transfer, or is to come: a person has to confirm the transfer',
  refused: 'crediting it was refused, for example above a limit',
  utr_taken: 'a receipt of another client or amount already has this UTR',
  receipt_similar: 'a receipt may be the same money: a person has to decide',
  not_claimed: 'no client claimed it',
} as const;

/** The outcome for a credit of a bank statement. */
export interface MatchOutcome {
  outcome: keyof typeof MATCH_OUTCOMES;
  /** The claimed transfer that the line shows. */
  transfer: BankTransfer | null;
  /** The client of the transfer; if there is no transfer, the client whose payment reference the line contains. */
  clientId: number | null;
  state: LineState;
  reason: SuggestionReason | null;
}

/** Returns the state and the suggestion of a line: the stored ones, or those that a dry run predicts. */
export function stateOf({ stored, verdict }: ImportedLine): {
  state: LineState;
  suggestion: Suggestion | null;
} {
  if (verdict !== null) return foreseen(verdict);
  return { state: stored?.state ?? 'unmatched', suggestion: stored?.suggestion ?? null };
}

/** Picks the outcome for a credit: the stored one, or the one that a dry run predicts. */
export function outcomeOf(imported: ImportedLine): MatchOutcome {
  const { line, verdict, wasMatched, transfers } = imported;
  const { state, suggestion } = stateOf(imported);
  const transfer = transferOf(imported, suggestion);
  const clientId =
    transfer?.clientId ?? clientNamedIn(`${line.reference ?? ''} ${line.description}`);
  const found = { transfer, clientId, state, reason: suggestion?.reason ?? null };
  if (suggestion?.reason === 'receipt_similar' && transfer?.status !== 'confirmed') {
    return { ...found, outcome: 'receipt_similar' };
  }
  if (transfers.length === 0) return { ...found, outcome: 'not_claimed' };
  if (state !== 'matched') return { ...found, outcome: refusal(suggestion, transfer) };
  const isItsMoney = verdict?.act === 'confirm' || transfer?.status === 'confirmed';
  if (!isItsMoney) return { ...found, outcome: 'utr_taken' };
  return { ...found, outcome: wasMatched ? 'confirmed_before' : 'confirmed' };
}

function foreseen(verdict: Verdict): { state: LineState; suggestion: Suggestion | null } {
  if (verdict.act === 'suggest') return { state: 'suggested', suggestion: verdict.suggestion };
  return { state: verdict.act === 'none' ? 'unmatched' : 'matched', suggestion: null };
}

function transferOf(
  { line, verdict, transfers }: ImportedLine,
  suggestion: Suggestion | null,
): BankTransfer | null {
  const id = verdict?.act === 'confirm' ? verdict.transferId : suggestion?.transferId;
  return (
    transfers.find((transfer) => transfer.id === id) ??
    transfers.find(({ status }) => status === 'confirmed') ??
    transfers.find(({ amountMinor }) => amountMinor === line.amountMinor) ??
    transfers[0] ??
    null
  );
}

function refusal(
  suggestion: Suggestion | null,
  transfer: BankTransfer | null,
): MatchOutcome['outcome'] {
  switch (suggestion?.reason) {
    case 'amount_differs':
    case 'tax_deducted':
      return 'amount_differs';
    case 'unproven':
    case 'date_differs':
    case 'refused':
      return suggestion.reason;
    case 'receipt_differs':
    case 'receipt_reversed':
    case 'receipt_similar':
    case 'reference_used':
      return transfer?.status === 'confirmed' ? 'confirmed_before' : 'utr_taken';
    case undefined:
      return 'not_claimed';
    default:
      return 'ambiguous';
  }
}
