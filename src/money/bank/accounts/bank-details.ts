import type { BankAccount } from './bank-account.entity.js';

const IFSC = /\b[A-Z]{4}0[A-Z0-9]{6}\b/;
const ACCOUNT = /\b\d{9,18}\b/;

/** The account number as people write it, also in groups. */
const GROUPED = /\d[\d -]*\d/g;

/** Finds the whole account number with these last digits in payment instructions; null: they have none. */
export function wholeNumberIn(details: string, last4: string): string | null {
  const numbers = (details.match(GROUPED) ?? []).map((group) => group.replace(/\D/g, ''));
  return numbers.find((number) => /^\d{9,18}$/.test(number) && number.endsWith(last4)) ?? null;
}

/** Finds the branch code and the last digits of the account number in payment instructions such as BANK_DETAILS. */
export function accountNamedIn(details: string): Pick<BankAccount, 'ifsc' | 'accountLast4'> {
  return {
    ifsc: IFSC.exec(details)?.[0] ?? null,
    accountLast4: ACCOUNT.exec(details)?.[0].slice(-4) ?? null,
  };
}
