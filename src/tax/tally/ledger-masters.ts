import type { Client } from '../../clients/client.entity.js';
import type {
  OtherAccount,
  OtherAccountType,
} from '../../money/bank/other-accounts/other-account.entity.js';
import { tallyField, escaped, tallyMessage } from '../../money/books/export/tally-xml.js';
import type { AccountKind } from '../../money/ledger/ledger-account.entity.js';
import { findState } from '../../platform/gst/states.js';
import { salesLedger, type Ledgers } from './sales-voucher.js';

/** Groups of Tally for the accounts that are neither a client's nor sales. An accountant may move them. */
const GROUPS: Partial<Record<AccountKind, string>> = {
  bank: 'Bank Accounts',
  bank_account: 'Bank Accounts',
  cash: 'Cash-in-Hand',
  gateway: 'Current Assets',
  cheques_in_hand: 'Current Assets',
  tax_receivable: 'Current Assets',
  payouts_waiting: 'Current Liabilities',
  gateway_fees: 'Indirect Expenses',
  bank_charges: 'Indirect Expenses',
  adjustments: 'Indirect Expenses',
  gateway_tax: 'Duties & Taxes',
  opening: 'Suspense A/c',
  suspense: 'Suspense A/c',
};

/** Groups of Tally for the accounts of finance, by their type. */
const GROUPS_OF_OTHERS: Record<OtherAccountType, string> = {
  expense: 'Indirect Expenses',
  charges: 'Indirect Expenses',
  interest: 'Indirect Incomes',
  tax: 'Duties & Taxes',
  loan: 'Loans (Liability)',
  drawing: 'Capital Account',
  transfer: 'Current Assets',
};

/** Types of the vouchers for auditors, by the types of Tally that they are like. */
const AUDIT_TYPES = ['Receipt', 'Payment', 'Contra', 'Journal'];

/** All that the names of ledgers are made of. */
export interface Masters extends Ledgers {
  clients: readonly Client[];
  others: readonly OtherAccount[];
  /** Tax rates in basis points. */
  ratesBp: readonly number[];
}

/** Names the ledgers that are no client's, with their groups. */
export function ownLedgers({
  names,
  others,
  ratesBp,
}: Pick<Masters, 'names' | 'others' | 'ratesBp'>): [name: string, group: string][] {
  const kinds = Object.keys(GROUPS) as AccountKind[];
  const taxes = [names.output_cgst, names.output_sgst, names.output_igst];
  return [
    ...kinds.map((kind): [string, string] => [names[kind], GROUPS[kind]!]),
    ...others.map(({ name, type }): [string, string] => [name, GROUPS_OF_OTHERS[type]]),
    ...ratesBp.map((rate): [string, string] => [salesLedger(names, rate), 'Sales Accounts']),
    ...taxes.map((name): [string, string] => [name, 'Duties & Taxes']),
  ];
}

/** Writes the ledgers and types of vouchers that must exist before the vouchers are imported. */
export function* ledgerMasters(masters: Masters): Generator<string, void> {
  for (const type of AUDIT_TYPES) {
    const name = `WSO ${type}`;
    yield tallyMessage(
      `<VOUCHERTYPE NAME="${name}" ACTION="Create">${nameOf(name)}<PARENT>${type}</PARENT></VOUCHERTYPE>`,
    );
  }
  // Several accounts may have one name.
  for (const [name, group] of new Map(ownLedgers(masters))) yield ledger(name, group, '');
  for (const {
    id,
    gstin,
    billingLine1,
    billingLine2,
    billingPlace,
    ...billing
  } of masters.clients) {
    const state = billing.billingState === null ? undefined : findState(billing.billingState)?.name;
    const address = [billingLine1, billingLine2, billingPlace].filter((line) => line !== null);
    const fields = [
      ...(address.length === 0
        ? []
        : [
            `<ADDRESS.LIST>${address.map((line) => tallyField('ADDRESS', line)).join('')}</ADDRESS.LIST>`,
          ]),
      ...(state === undefined ? [] : [tallyField('LEDSTATENAME', state)]),
      ...(billing.billingPincode === null ? [] : [tallyField('PINCODE', billing.billingPincode)]),
      tallyField('GSTREGISTRATIONTYPE', gstin === null ? 'Unregistered' : 'Regular'),
      ...(gstin === null ? [] : [tallyField('PARTYGSTIN', gstin)]),
    ];
    yield ledger(masters.parties.get(id)!, 'Sundry Debtors', fields.join(''));
  }
}

function ledger(name: string, group: string, fields: string): string {
  return tallyMessage(
    `<LEDGER NAME="${escaped(name)}" ACTION="Create">${nameOf(name)}${tallyField('PARENT', group)}${fields}</LEDGER>`,
  );
}

function nameOf(name: string): string {
  return `<NAME.LIST>${tallyField('NAME', name)}</NAME.LIST>`;
}
