import type { ApprovalDto } from '../../../../api/generated/admin-types';
import { formatDay, formatMoment, formatMoney, plural, sumOf } from '../../../../shared/format';
import { paymentMethod } from '../../../../shared/terms/payment-method';

type Kind = ApprovalDto['kind'];

/** Names of the kinds in lists. */
export const KIND_NAMES: Record<Kind, string> = {
  receipt: 'Receipt',
  order_payment: 'Payment of an order',
  transfer: 'Transfer',
  payout: 'Payout',
  reversal: 'Reversal',
  refund: 'Refund to source',
  bank_line: 'Bank line',
  client_member: 'Member of a client',
  client_owner: 'Owner of a client',
  approval_limits: 'Limits for one person',
  operator_roles: 'Roles of an operator',
  credit_terms: 'Terms of credit',
  bank_details: 'Where people pay or send goods',
  bank_account: 'New bank account',
  bank_opening: 'Opening balance',
  statement: 'Bank statement',
  adjustment: 'Correction',
};

const EFFECTS: Record<Kind, (approval: ApprovalDto, amount: string) => string> = {
  receipt: (approval, amount) => {
    const { client_name: client, source, orders, tax_deducted: tax } = approval;
    if (approval.amount === null) {
      return `A bank line is linked with money of ${client} that is recorded already: nothing is credited.`;
    }
    return (
      `${amount} (${paymentMethod(source ?? '')}) goes to the wallet of ${client}` +
      `${tax !== null ? `, of which ${formatMoney(tax)} is deducted tax` : ''}` +
      `${orders.length > 0 ? `, and pays ${orders.join(', ')}` : ''}.`
    );
  },
  order_payment: ({ source, orders }, amount) =>
    `${amount} (${paymentMethod(source ?? '')}) pays order ${orders.join(', ')}.`,
  transfer: ({ client_name: client, orders }, amount) =>
    `The transfer is confirmed: ${amount} goes to the wallet of ${client}` +
    `${orders.length > 0 ? `, and pays ${orders.join(', ')}` : ''}.`,
  payout: ({ client_name: client }, amount) =>
    `${amount}, which left the wallet already, is recorded as paid out to ${client}.`,
  reversal: ({ client_name: client }, amount) =>
    `${amount} leaves the wallet of ${client}. What the wallet lacks becomes its debt.`,
  refund: ({ client_name: client }, amount) =>
    `${amount}, which left the wallet already, is sent back to what ${client} paid with.`,
  bank_line: ({ bank_date: day }, amount) =>
    `The bank line of ${amount}${day === null ? '' : ` of ${formatDay(day)}`} is booked to another account.`,
  client_member: ({ client_name: client, email }) =>
    `${email ?? ''} is invited as a member of ${client}, by mail. A member may pay from the wallet and make API tokens.`,
  client_owner: ({ client_name: client, email }) =>
    `${email ?? ''} is invited as an owner of ${client}, by mail. An owner may pay from the wallet and manage its people.`,
  approval_limits: ({ changes }) =>
    `The limits up to which one person records alone change: ${listOf(changes)}.`,
  operator_roles: ({ email, changes, takes_effect_at: at }) =>
    `What ${email ?? ''} may approve changes: ${listOf(changes)}. A new person is invited by mail, and one without roles is removed.` +
    `${at === undefined ? '' : ` If no owner rejects it, it takes effect ${formatMoment(at)}.`}`,
  credit_terms: ({ client_name: client, changes }) =>
    `The terms on which ${client} buys on account change: ${listOf(changes)}.`,
  bank_details: ({ note, changes }) =>
    `What tells people where to pay or to send goods changes, in ${note ?? 'a bank account'}: ${listOf(changes)}.`,
  bank_account: ({ changes }) =>
    `A bank account is added, by whose statements money is believed to have come: ${listOf(changes)}.`,
  bank_opening: ({ note, changes }) =>
    `The balance that the bank shows for ${note ?? ''} at the beginning of a day changes: ${listOf(changes)}. The ledger gets the difference.`,
  statement: ({ statement }) =>
    `The statement is imported, and the claims that its lines prove are confirmed. ${statement === null ? '' : statementOf(statement)}`,
  adjustment: ({ client_name: client }, amount) =>
    `The wallet of ${client} changes by ${amount} immediately.`,
};

function statementOf({ rows, largest, ...sums }: NonNullable<ApprovalDto['statement']>): string {
  const { opening_balance: opening, closing_balance: closing } = sums;
  const balances =
    opening === null || closing === null
      ? 'It has no balances'
      : `It opens with ${formatMoney(opening)} and closes with ${formatMoney(closing)}`;
  // People who may not see amounts see no statement that waits.
  const { money_in: moneyIn = 0, money_out: moneyOut = 0 } = sums;
  const lines = largest.map(
    ({ amount = 0, description, reference }) =>
      `${formatMoney(amount)} ${[description, reference].filter((text) => text !== '').join(' ')}`,
  );
  return (
    `${plural(rows, 'line')}: ${formatMoney(moneyIn)} in, ${formatMoney(moneyOut)} out. ${balances}. ` +
    `The largest: ${lines.join('; ')}.`
  );
}

/** Names of fields that are no words. */
const FIELDS: Record<string, string> = {
  ifsc: 'IFSC',
  gstin: 'GSTIN',
  account_last4: 'last digits of the account',
  upi_address: 'UPI address',
  charge_limit: 'limit of charges',
  opened_on: 'day',
};

function worded(field: string, value: string | null): string {
  if (value === null || value === '') return '(none)';
  if (field === 'opened_on') return formatDay(value);
  return field === 'charge_limit' || field === 'opening_balance'
    ? formatMoney(Number(value))
    : value;
}

/** Lists the settings that an approval changes, before and after; empty: none. */
export function listOf(changes: ApprovalDto['changes']): string {
  return changes
    .map(
      ({ field, before, after }) =>
        `${FIELDS[field] ?? field.replaceAll('_', ' ')} ${worded(field, before)} → ${worded(field, after)}`,
    )
    .join('; ');
}

const OUT: ReadonlySet<Kind> = new Set(['payout', 'refund', 'reversal']);

/** Returns the amount of an approval; below zero: the money goes out. */
export function signedAmount({ kind, direction, amount }: ApprovalDto): number | null {
  if (amount == null) return null;
  return OUT.has(kind) || direction === 'out' ? -amount : amount;
}

/** Sums the money of approvals, in and out. */
export function sumsOf(approvals: readonly ApprovalDto[]): { moneyIn: number; moneyOut: number } {
  const amounts = approvals.map((approval) => signedAmount(approval) ?? 0);
  return {
    moneyIn: sumOf(amounts.filter((amount) => amount > 0)),
    moneyOut: sumOf(amounts.filter((amount) => amount < 0).map(Math.abs)),
  };
}

/** Writes the amount of an approval, and whether that of a bank line came in or went out. */
export function amountText({ direction, amount }: ApprovalDto): string {
  return `${formatMoney(amount ?? 0)}${direction === null ? '' : ` (money ${direction})`}`;
}

/** Describes what an approval does once it is approved. */
export function effectOf(approval: ApprovalDto): string {
  return EFFECTS[approval.kind](approval, amountText(approval));
}

/** Describes what its rejection does. */
export function effectOfRejection({ kind, amount, client_name: client }: ApprovalDto): string {
  return kind === 'payout' || kind === 'refund'
    ? `${formatMoney(amount ?? 0)} returns to the wallet of ${client}.`
    : 'Nothing changes.';
}
