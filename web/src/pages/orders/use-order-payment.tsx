import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { isIn } from '../../../../src/orders/lifecycle/order-lifecycle.ts';
import type { ClientOrderDto } from '../../api/generated/dashboard-types';
import { listOwnOrdersOptions, payOwnOrdersMutation } from '../../api/generated/dashboard';
import { byExpiry, useWalletPayment, type WalletPayment } from '../../payments/use-wallet-payment';
import type { RowSelection } from '../../shared/lists/data-table';
import { allPages } from '../../shared/lists/toolbar/select-matching';
import { plural } from '../../shared/format';
import { useRowSelection } from '../../shared/lists/use-row-selection';
import { statusesOf } from './order-tabs';

const BulkPayBar = lazy(async () => ({ default: (await import('./bulk-pay-bar')).BulkPayBar }));

interface OrderPayment extends Pick<WalletPayment, 'outcomes' | 'forgetOutcomes'> {
  selection: RowSelection<ClientOrderDto>;
}

interface Shown {
  /** The page of the list. */
  rows: readonly ClientOrderDto[];
  /** True if orders match that the page does not show. */
  hasMore: boolean;
  /** Text of the search field. */
  q: string | undefined;
}

/**
 * Provides the selection of orders, also of all that match, and their payment from the wallet. The order that expires first is paid
 * first.
 */
export function useOrderPayment({ rows, hasMore, q }: Shown): OrderPayment {
  const queryClient = useQueryClient();
  const { mutationFn } = payOwnOrdersMutation();
  const payment = useWalletPayment((order_numbers) => mutationFn({ body: { order_numbers } }));
  const { chosen, matching, isAll, choose, selectionWith } = useRowSelection({
    rows,
    keyOf: ({ order_number }) => order_number,
    isSelectable: ({ status }) => isIn('awaitingPayment', status),
    label: ({ order_number }) => `Select order ${order_number}`,
    allLabel: 'Select all orders on this page',
    // A new search clears the selection, so that the user cannot pay orders that the page no longer shows.
    filter: q ?? '',
    isLocked: payment.isPaying,
    loadMatching: hasMore ? () => listMatching(queryClient, q) : undefined,
  });
  const orders = byExpiry(chosen);
  const pay = (): void =>
    payment.pay(
      orders.map(({ order_number }) => order_number),
      (answered) => choose(chosen.filter(({ order_number }) => !answered.has(order_number))),
    );
  return {
    selection: selectionWith(
      <Suspense fallback={plural(orders.length, 'order')}>
        <BulkPayBar
          orders={orders}
          isAll={isAll}
          isPaying={payment.isPaying}
          paidCount={payment.paidCount}
          error={payment.error ?? matching?.error ?? null}
          matching={matching}
          onClaimed={() => choose([])}
          onPay={pay}
        />
      </Suspense>,
    ),
    outcomes: payment.outcomes,
    forgetOutcomes: payment.forgetOutcomes,
  };
}

/** Lists all orders to pay that match, up to the maximum. */
function listMatching(queryClient: QueryClient, q: string | undefined): Promise<ClientOrderDto[]> {
  const status = statusesOf(undefined);
  return allPages((page) =>
    queryClient.fetchQuery(
      listOwnOrdersOptions({ query: { status, q, sort: 'created_at', ...page } }),
    ),
  );
}
