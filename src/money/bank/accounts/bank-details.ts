import type { BankAccount } from './bank-account.entity.js';

const IFSC = /\b[A-Z]{4}0[A-Z0-9]{6}\b/;
const ACCOUNT = /\b\d{9,18}\b/;

/** Finds the branch code and the last digits of the account number in payment instructions such as BANK_DETAILS. */
export function accountNamedIn(details: string): Pick<BankAccount, 'ifsc' | 'accountLast4'> {
  return {
    ifsc: IFSC.exec(details)?.[0] ?? null,
    accountLast4: ACCOUNT.exec(details)?.[0].slice(-4) ?? null,
  };
}
