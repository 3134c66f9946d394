import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { isIn } from '../../../../src/orders/lifecycle/order-lifecycle.ts';
import type { ClientOrderDto, PayOutcomeDto } from '../../api/generated/dashboard-types';
import { listOwnOrdersOptions, payOwnOrdersMutation } from '../../api/generated/dashboard';
import type { RowSelection } from '../../shared/lists/data-table';
import { allPages } from '../../shared/lists/toolbar/select-matching';
import { plural } from '../../shared/format';
import { useRowSelection } from '../../shared/lists/use-row-selection';
import { statusesOf } from './order-tabs';

const BulkPayBar = lazy(async () => ({ default: (await import('./bulk-pay-bar')).BulkPayBar }));

/** Orders that one call pays. */
const CALL_MAX = 200;

interface OrderPayment {
  selection: RowSelection<ClientOrderDto>;
  /** Result of the last payment for each order; null before the first payment. */
  outcomes: readonly PayOutcomeDto[] | null;
  forgetOutcomes: () => void;
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
 * first, at most 200 in a call.
 */
export function useOrderPayment({ rows, hasMore, q }: Shown): OrderPayment {
  const [paidCount, setPaidCount] = useState(0);
  const queryClient = useQueryClient();
  const { mutationFn } = payOwnOrdersMutation();
  // Kept apart from the mutation's result, because earlier calls stay paid if a later one fails.
  const [outcomes, setOutcomes] = useState<readonly PayOutcomeDto[]>([]);
  const pay = useMutation({
    mutationFn: async (numbers: readonly string[]) => {
      const answered: PayOutcomeDto[] = [];
      setOutcomes([]);
      try {
        for (let at = 0; at < numbers.length; at += CALL_MAX) {
          setPaidCount(at);
          const body = { order_numbers: numbers.slice(at, at + CALL_MAX) };
          answered.push(...(await mutationFn({ body })).data);
        }
      } finally {
        setOutcomes(answered);
        // Orders without an answer stay selected: paying them again is safe.
        choose(without(chosen, answered));
      }
    },
    onSettled: () => queryClient.invalidateQueries(),
  });
  const { chosen, matching, isAll, choose, selectionWith } = useRowSelection({
    rows,
    keyOf: ({ order_number }) => order_number,
    isSelectable: ({ status }) => isIn('awaitingPayment', status),
    label: ({ order_number }) => `Select order ${order_number}`,
    allLabel: 'Select all orders on this page',
    // A new search clears the selection, so that the user cannot pay orders that the page no longer shows.
    filter: q ?? '',
    isLocked: pay.isPending,
    loadMatching: hasMore ? () => listMatching(queryClient, q) : undefined,
  });
  const orders = byExpiry(chosen);
  return {
    selection: selectionWith(
      <Suspense fallback={plural(orders.length, 'order')}>
        <BulkPayBar
          orders={orders}
          isAll={isAll}
          isPaying={pay.isPending}
          paidCount={paidCount}
          error={pay.error ?? matching?.error ?? null}
          matching={matching}
          onClaimed={() => choose([])}
          onPay={() => pay.mutate(orders.map(({ order_number }) => order_number))}
        />
      </Suspense>,
    ),
    outcomes: outcomes.length === 0 ? null : outcomes,
    forgetOutcomes: () => setOutcomes([]),
  };
}

/** Sorts orders as they are to be paid: the one that expires first first. All were placed before they expire, equally long. */
function byExpiry(orders: readonly ClientOrderDto[]): ClientOrderDto[] {
  return orders.toSorted((a, b) => Date.parse(a.created_at) - Date.parse(b.created_at));
}

function without(
  chosen: readonly ClientOrderDto[],
  answered: readonly PayOutcomeDto[],
): ClientOrderDto[] {
  const settled = new Set(answered.map(({ order_number }) => order_number));
  return chosen.filter(({ order_number }) => !settled.has(order_number));
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
