import { formatMoney, sumOf } from '../../../shared/format';

interface Receipt {
  amount: number;
  /** Sum of the orders that it is for. */
  total: number;
  debt?: number;
  /** Unpaid part of what the client bought on account. */
  credit_used?: number;
}

/** Says what a receipt pays: debt and what is overdue on account come first, the rest of the account after the orders. */
export function spendingOf({ amount, total, debt = 0, credit_used: credit = 0 }: Receipt): string {
  const rest = sumOf([amount, -debt, -total]);
  const first = [
    ...(debt > 0 ? [`${formatMoney(debt)} of debt`] : []),
    ...(credit > 0 ? [`what is overdue of ${formatMoney(credit)} bought on account`] : []),
  ].join(' and ');
  const owed = first === '' ? '' : `The client owes ${first}, which is paid first. `;
  const left = credit > 0 ? 'pays the account, then goes to the wallet' : 'goes to the wallet';
  if (total === 0) {
    return `${owed}Without orders, ${first === '' ? 'the whole amount' : 'the rest'} ${left}.`;
  }
  return rest < 0
    ? `${owed}${formatMoney(-rest)} is missing. Orders are paid from the top until the money is used up.`
    : `${owed}${formatMoney(total)} pays them, ${formatMoney(rest)} ${left}.`;
}
