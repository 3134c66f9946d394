import { useQuery } from '@tanstack/react-query';
import { getClientOptions, listOpenItemsOptions } from '../../../api/generated/admin';
import type { OpenItemDto } from '../../../api/generated/admin-types';
import { amountOf } from '../../../shared/forms/typed-number';
import { formatMoney, plural, sumOf } from '../../../shared/format';
import { clientIdOf } from '../client/client-field';
import { bodyOf } from './similar-money';

/** Orders on account that are counted; of more, only their sum is named. */
const COUNTED_MAX = 200;

interface PaidFirstProps {
  /** As they are typed: the client, and the tax that it deducted. */
  values: { client_id: string; tax_deducted: string; cheque: string; answer: string };
  /** Without the tax. */
  amount: number;
  /** The order that it is to pay; null: none. */
  order?: string | null;
}

/** Says what money that is credited to a client pays before it reaches the wallet. */
export function PaidFirst(props: PaidFirstProps) {
  return (
    <p role="status">
      <Payment {...props} />
    </p>
  );
}

function Payment({ values, amount: received, order = null }: PaidFirstProps) {
  const chosen = clientIdOf(values.client_id);
  const [id, enabled] = [chosen ?? 0, chosen !== null];
  const amount = sumOf([received, amountOf(values.tax_deducted)]);
  const client = useQuery({ ...getClientOptions({ path: { id } }), enabled }).data?.data;
  const owing = { path: { id }, query: { limit: COUNTED_MAX } };
  const items = useQuery({ ...listOpenItemsOptions(owing), enabled }).data;
  if (values.cheque !== '' || 'same_as' in bodyOf(values.answer))
    return 'This money was recorded already: no wallet changes.';
  if (order !== null)
    return `It pays what is overdue first, then order ${order} if enough is left. The rest goes to the wallet.`;
  if (client === undefined || items === undefined)
    return 'It pays what the client owes first, and then goes to the wallet.';
  const { name, debt = 0, credit_used: credit = 0 } = client;
  const ofDebt = Math.min(amount, debt);
  const ofOrders = Math.min(sumOf([amount, -ofDebt]), credit);
  const rest = formatMoney(sumOf([amount, -ofDebt, -ofOrders]));
  const count = items.next_cursor === null ? countPaid(items.data, ofOrders) : 0;
  const orders = count > 0 ? plural(count, 'order') : 'orders';
  const paid = [
    ...(ofDebt > 0 ? [`${formatMoney(ofDebt)} pays the debt of ${name}`] : []),
    ...(ofOrders > 0
      ? [`${formatMoney(ofOrders)} pays ${orders} that ${name} bought on account, those due first`]
      : []),
    `${rest} goes to the wallet of ${name}`,
  ];
  return `Unless the client has claimed it, ${paid.join(', ')}.`;
}

/** Counts the orders that an amount pays, wholly or in part. */
function countPaid(items: readonly OpenItemDto[], amount: number): number {
  const byDue = items.toSorted((one, other) => one.due_on.localeCompare(other.due_on));
  const lefts = byDue.map(({ left }) => left);
  return lefts.findIndex((_, at) => sumOf(lefts.slice(0, at + 1)) >= amount) + 1;
}
