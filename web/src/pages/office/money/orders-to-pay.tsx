import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { STATUS_SETS } from '../../../../../src/orders/lifecycle/order-lifecycle.ts';
import {
  getClientOptions,
  listOpenItemsOptions,
  listOrdersOptions,
} from '../../../api/generated/admin';
import type { OrderSummaryDto } from '../../../api/generated/admin-types';
import { CheckList } from '../../../shared/check-list';
import { formatMoney, sumOf } from '../../../shared/format';
import { leftForOrders, spendingOf } from './spending-of';
import classes from './orders-to-pay.module.css';

/** Orders that a receipt pays. */
const AT_ONCE = 200;

interface OrdersToPayProps {
  clientId: number;
  /** Amount of the receipt; NaN or 0 until it is entered. */
  amount: number;
  chosen: readonly string[];
  onChange: (numbers: string[]) => void;
}

/** Renders the unpaid orders of a client, oldest first. The chosen ones are paid in this order. */
export function OrdersToPay({ clientId, amount, chosen, onChange }: OrdersToPayProps) {
  const query = useQuery(
    listOrdersOptions({
      query: { status: STATUS_SETS.awaitingPayment.join(','), client_id: clientId, limit: AT_ONCE },
    }),
  );
  const client = useQuery(getClientOptions({ path: { id: clientId } })).data?.data;
  const owing = { path: { id: clientId }, query: { limit: AT_ONCE } };
  const items = useQuery(listOpenItemsOptions(owing)).data?.data ?? [];
  const late = items.filter(({ overdue }) => overdue);
  const owed = { ...client, amount, overdue: sumOf(late.map(({ left }) => left)) };
  const orders = query.data?.data ?? [];
  if (orders.length === 0) {
    return (
      <p className="soft small">
        {query.isPending
          ? 'Loading unpaid orders…'
          : `This client has no unpaid orders. ${spendingOf({ ...owed, total: 0 })}`}
      </p>
    );
  }
  const total = sumOf(
    orders.filter((order) => chosen.includes(order.order_number)).map((order) => order.total ?? 0),
  );
  return (
    <div>
      <div className={classes.orders}>
        <CheckList
          legend="Orders to pay"
          options={orders.map(({ order_number, store_order_id, total: cost = 0 }) => ({
            value: order_number,
            label: `${order_number} ${formatMoney(cost)}`,
            description: store_order_id ?? undefined,
          }))}
          chosen={chosen}
          // In list order: they are paid one after the other until the money is used up.
          onChange={(numbers) =>
            onChange(orders.map((each) => each.order_number).filter((n) => numbers.includes(n)))
          }
        />
      </div>
      <Button
        variant="default"
        size="compact-sm"
        disabled={!(amount > 0)}
        onClick={() => onChange(oldestUpTo(leftForOrders(owed), orders))}
      >
        Choose the oldest, up to the amount
      </Button>
      <p className="soft small" aria-live="polite">
        {spendingOf({ ...owed, total })}
      </p>
    </div>
  );
}

/** Lists the numbers of the first orders that an amount pays together. */
function oldestUpTo(amount: number, orders: readonly OrderSummaryDto[]): string[] {
  const costs = orders.map(({ total = 0 }) => total);
  const end = orders.findIndex((_, index) => sumOf(costs.slice(0, index + 1)) > amount);
  return orders.slice(0, end === -1 ? undefined : end).map(({ order_number }) => order_number);
}
