import { formatMoney, sumOf } from '../../../shared/format';

/** A receipt, and what its client owes. */
interface Receipt {
  amount: number;
  debt?: number;
  /** Unpaid part of what the client bought on account, and what is overdue of it. */
  credit_used?: number;
  overdue: number;
}

/** Computes what is left of a receipt for orders: debt and what is overdue on account come first. */
export function leftForOrders({ amount, debt = 0, overdue }: Receipt): number {
  return sumOf([amount, -debt, -overdue]);
}

/**
 * Says what a receipt pays. The rest of the account comes after the orders. @param total sum of the orders that it is for
 */
export function spendingOf({ total, ...receipt }: Receipt & { total: number }): string {
  const { debt = 0, credit_used: credit = 0, overdue } = receipt;
  const rest = sumOf([leftForOrders(receipt), -total]);
  const first = [
    ...(debt > 0 ? [`${formatMoney(debt)} of debt`] : []),
    ...(overdue > 0 ? [`${formatMoney(overdue)} that is overdue on account`] : []),
  ].join(' and ');
  const owed = first === '' ? '' : `The client owes ${first}, which is paid first. `;
  const left =
    credit > overdue ? 'pays the account, then goes to the wallet' : 'goes to the wallet';
  if (total === 0) {
    return `${owed}Without orders, ${first === '' ? 'the whole amount' : 'the rest'} ${left}.`;
  }
  return rest < 0
    ? `${owed}${formatMoney(-rest)} is missing. Orders are paid from the top until the money is used up.`
    : `${owed}${formatMoney(total)} pays them, ${formatMoney(rest)} ${left}.`;
}
