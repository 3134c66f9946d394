import { AppError } from '../../../platform/http/errors.js';
import { lineOf, type AccountLine } from '../../ledger/account-lines.js';
import { ledgerAccountOf, type BankLedgerAccount } from '../accounts/bank-accounts.service.js';
import type { BankLine } from './bank-lines.repository.js';

export function lineRefused(message: string, details = {}): AppError {
  return new AppError('bank_line_refused', { message, details });
}

export function lineKey(id: number): string {
  return `line:${id}`;
}

/** Makes the reference for the receipt of a line without one, or whose references other receipts have. */
export function lineReference({ id }: Pick<BankLine, 'id'>): string {
  return `LINE-${id}`;
}

/** Finds the first unmatched line with an amount. */
export function openLine(lines: readonly BankLine[], amountMinor: number): BankLine | null {
  return lines.find((line) => line.journalId === null && line.amountMinor === amountMinor) ?? null;
}

/** Finds the first line with an amount that is matched already. */
export function bookedLine(lines: readonly BankLine[], amountMinor: number): BankLine | null {
  return lines.find((line) => line.journalId !== null && line.amountMinor === amountMinor) ?? null;
}

/**
 * Makes the posting to the account that the money came into.
 * - with a line: its bank account
 * - a cheque without a line: the cheques in hand
 * - otherwise undefined: the account of its source
 */
export function intoOf(
  line: BankLine | null,
  { method, amountMinor }: { method: string; amountMinor: number },
): AccountLine[] | undefined {
  if (line !== null) return [{ account: accountOf(line), amountMinor: -line.amountMinor }];
  return method === 'cheque' ? [lineOf('cheques_in_hand', -amountMinor)] : undefined;
}

/** Reads the owner of a line's ledger account; null: the default bank account. */
export function ownerOf({ bankAccountId, isDefault }: BankLine): number | null {
  return isDefault ? null : bankAccountId;
}

export function accountOf({ bankAccountId: id, isDefault }: BankLine): BankLedgerAccount {
  return ledgerAccountOf({ id, isDefault });
}
