import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { isIn } from '../../../../../src/orders/lifecycle/order-lifecycle.ts';
import type { ListOrdersQuery, OrderSummaryDto } from '../../../api/generated/admin-types';
import {
  cancelOrderMutation,
  listOrdersOptions,
  markOrderDeliveredMutation,
  payFromWalletsMutation,
} from '../../../api/generated/admin';
import { problemOf } from '../../../api/problem';
import type { RowSelection } from '../../../shared/lists/data-table';
import { Notice } from '../../../shared/layout/notice';
import { useBulk } from '../../../shared/lists/use-bulk';
import { allPages } from '../../../shared/lists/toolbar/select-matching';
import { useRowSelection } from '../../../shared/lists/use-row-selection';
import { plural } from '../../../shared/format';
import { useWalletPayment } from '../../../payments/use-wallet-payment';
import { SET_FOR, type BulkAction } from './bulk-actions';

// Loaded once an order is selected: the page of orders is often the first.
const OrderActionsBar = lazy(async () => ({
  default: (await import('./order-actions-bar')).OrderActionsBar,
}));

const WalletOutcomes = lazy(async () => ({
  default: (await import('./wallet-outcomes')).WalletOutcomes,
}));

const BulkResult = lazy(async () => ({ default: (await import('./bulk-result')).BulkResult }));

interface Shown {
  /** The page of the list. */
  rows: readonly OrderSummaryDto[];
  /** True if orders match that the page does not show. */
  hasMore: boolean;
  filter: ListOrdersQuery;
}

interface OrderActions {
  selection: RowSelection<OrderSummaryDto>;
  /** Progress of the last action, then the result of each order. */
  outcome: ReactNode;
}

/** Provides the selection of orders, also of all that match, and actions on all selected orders. */
export function useOrderActions({ rows, hasMore, filter }: Shown): OrderActions {
  const queryClient = useQueryClient();
  const bulk = useBulk();
  const [action, setAction] = useState<BulkAction | null>(null);
  const payment = useWalletPayment(payFromWallets);
  const [sent, setSent] = useState<readonly OrderSummaryDto[]>([]);
  const { chosen, matching, choose, selectionWith } = useRowSelection({
    rows,
    keyOf: ({ order_number }) => order_number,
    label: ({ order_number }) => `Select order ${order_number}`,
    allLabel: 'Select all orders on this page',
    filter: JSON.stringify(filter),
    isLocked: bulk.isRunning || payment.isPaying,
    loadMatching: hasMore ? () => listMatching(queryClient, filter) : undefined,
  });
  const { mutationFn: cancel } = cancelOrderMutation();
  const { mutationFn: deliver } = markOrderDeliveredMutation();
  const run = (next: BulkAction, reason?: string): void => {
    setAction(next);
    const act = next === 'cancel' ? cancel : deliver;
    const meant = chosen.filter(({ status }) => isIn(SET_FOR[next], status));
    const keys = meant.map(({ order_number }) => order_number);
    bulk.run(keys, (order_number) => act({ path: { order_number }, body: { reason } }));
    choose([]);
  };
  const pay = (unpaid: readonly string[]): void => {
    setSent(chosen);
    payment.pay(unpaid, (answered) =>
      choose(chosen.filter(({ order_number }) => !answered.has(order_number))),
    );
  };
  const loadError = matching?.error ?? null;
  return {
    selection: selectionWith(
      <Suspense fallback={plural(chosen.length, 'order')}>
        <OrderActionsBar
          orders={chosen}
          matching={matching}
          payment={payment}
          onPay={pay}
          onCancel={(reason) => run('cancel', reason)}
          onDeliver={() => run('deliver')}
        />
      </Suspense>,
    ),
    outcome: (
      <>
        {payment.outcomes !== null && (
          <Suspense>
            <WalletOutcomes payment={payment} sent={sent} />
          </Suspense>
        )}
        {action !== null && (
          <Suspense>
            <BulkResult bulk={bulk} action={action} />
          </Suspense>
        )}
        {loadError !== null && (
          <Notice tone="bad" title="The orders could not be loaded." isAlert>
            <p>{problemOf(loadError).message}</p>
          </Notice>
        )}
      </>
    ),
  };
}

function payFromWallets(order_numbers: string[]) {
  return payFromWalletsMutation().mutationFn({ body: { order_numbers } });
}

/** Lists all orders that match, up to the maximum. */
function listMatching(
  queryClient: QueryClient,
  filter: ListOrdersQuery,
): Promise<OrderSummaryDto[]> {
  return allPages((page) =>
    queryClient.fetchQuery(listOrdersOptions({ query: { ...filter, ...page } })),
  );
}
