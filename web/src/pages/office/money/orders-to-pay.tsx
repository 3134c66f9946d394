import { useQuery } from '@tanstack/react-query';
import { listOrdersOptions } from '../../../api/generated/admin/admin-api.tanstack';
import { CheckList } from '../../../shared/check-list';
import { formatMoney, sumOf } from '../../../shared/format';
import classes from './orders-to-pay.module.css';

/** Orders that one receipt pays. */
const AT_ONCE = 200;

interface OrdersToPayProps {
  clientId: number;
  /** Of the receipt; NaN or 0 while it is not typed. */
  amount: number;
  chosen: readonly string[];
  onChange: (numbers: string[]) => void;
}

/** Renders the unpaid orders of a client, oldest first; those that are chosen are paid in this order. */
export function OrdersToPay({ clientId, amount, chosen, onChange }: OrdersToPayProps) {
  const query = useQuery(
    listOrdersOptions({
      query: { status: 'awaiting_payment', client_id: clientId, limit: AT_ONCE },
    }),
  );
  const orders = query.data?.data ?? [];
  if (orders.length === 0) {
    return (
      <p className="soft small">
        {query.isPending
          ? 'Looking for unpaid orders…'
          : 'This client has no unpaid orders: it all goes to the wallet.'}
      </p>
    );
  }
  const total = sumOf(
    orders.filter((order) => chosen.includes(order.order_number)).map((order) => order.total ?? 0),
  );
  const rest = sumOf([amount, -total]);
  return (
    <div className={classes.orders}>
      <CheckList
        legend="Orders that it pays"
        options={orders.map(({ order_number, store_order_id, total: cost = 0 }) => ({
          value: order_number,
          label: `${order_number} ${formatMoney(cost)}`,
          description: store_order_id ?? undefined,
        }))}
        chosen={chosen}
        // In the order of the list: they are paid one after the other while the money lasts.
        onChange={(numbers) =>
          onChange(orders.map((each) => each.order_number).filter((n) => numbers.includes(n)))
        }
      />
      <p className="soft small" aria-live="polite">
        {chosen.length === 0
          ? 'Without orders it all goes to the wallet.'
          : rest >= 0
            ? `${formatMoney(total)} pays them, ${formatMoney(rest)} goes to the wallet.`
            : `${formatMoney(-rest)} is missing for all of them: they are paid while it lasts.`}
      </p>
    </div>
  );
}
