import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isIn } from '../../../../src/orders/order-lifecycle.ts';
import type {
  ClientOrderDto,
  PayOutcomeDto,
} from '../../api/generated/dashboard/dashboard-api.schemas';
import {
  listOwnOrdersOptions,
  payOwnOrdersMutation,
} from '../../api/generated/dashboard/dashboard-api.tanstack';
import type { RowSelection } from '../../shared/lists/data-table';
import { SelectAll } from '../../shared/lists/select-all';
import { BulkPayBar } from './bulk-pay-bar';
import { statusesOf } from './order-tabs';

/** Orders that one call pays. */
const CALL_MAX = 200;
/** Orders that can be selected at once. */
const SELECTED_MAX = 2_000;
const PAGE = 500;

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

interface Selected {
  /** The search with which they were selected. */
  q: string | undefined;
  orders: ReadonlyMap<string, ClientOrderDto>;
}

const NONE: Selected['orders'] = new Map();

/**
 * Provides the selection of orders, also of all that match, and their payment from the wallet, at most 200 in a call.
 */
export function useOrderPayment({ rows, hasMore, q }: Shown): OrderPayment {
  const [selected, setSelected] = useState<Selected>({ q, orders: new Map() });
  // A new search clears the selection, so that the user cannot pay orders that the page no longer shows.
  const chosen = selected.q === q ? selected.orders : NONE;
  const setChosen = (orders: Selected['orders']): void => setSelected({ q, orders });
  const [paidCount, setPaidCount] = useState(0);
  const queryClient = useQueryClient();
  const { mutationFn } = payOwnOrdersMutation();
  const select = (orders: readonly ClientOrderDto[]): void => setChosen(byNumber(orders));
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
        setChosen(without(chosen, answered));
      }
    },
    onSettled: () => queryClient.invalidateQueries(),
  });
  const matching = useMutation({
    mutationFn: () => listMatching(queryClient, q),
    onSuccess: select,
  });
  const payable = rows.filter(({ status }) => isIn('awaitingPayment', status));
  const isPageSelected = payable.every(({ order_number }) => chosen.has(order_number));
  const bulkBar = chosen.size > 0 && (
    <BulkPayBar
      orders={[...chosen.values()]}
      isPaying={pay.isPending}
      paidCount={paidCount}
      error={pay.error ?? matching.error}
      onClaimed={() => select([])}
      onPay={() => pay.mutate([...chosen.keys()])}
      onSelectMatching={
        hasMore && isPageSelected && chosen.size === payable.length
          ? () => matching.mutate()
          : undefined
      }
    />
  );
  return {
    selection: {
      isSelected: ({ order_number }) => chosen.has(order_number),
      isSelectable: ({ status }) => isIn('awaitingPayment', status) && !pay.isPending,
      toggle: (order) => setChosen(toggled(chosen, order)),
      label: ({ order_number }) => `Select order ${order_number}`,
      all: (
        <SelectAll
          count={payable.length}
          selectedCount={payable.filter(({ order_number }) => chosen.has(order_number)).length}
          label="Select all orders on this page"
          onChange={(isAll) => select(isAll ? payable : [])}
        />
      ),
      bulkBar: bulkBar === false ? null : bulkBar,
    },
    outcomes: outcomes.length === 0 ? null : outcomes,
    forgetOutcomes: () => setOutcomes([]),
  };
}

function without(
  chosen: Selected['orders'],
  answered: readonly PayOutcomeDto[],
): Selected['orders'] {
  const settled = new Set(answered.map(({ order_number }) => order_number));
  return new Map([...chosen].filter(([number]) => !settled.has(number)));
}

function byNumber(orders: readonly ClientOrderDto[]): Selected['orders'] {
  return new Map(orders.map((order) => [order.order_number, order]));
}

function toggled(chosen: Selected['orders'], order: ClientOrderDto): Selected['orders'] {
  const next = new Map(chosen);
  if (!next.delete(order.order_number)) next.set(order.order_number, order);
  return next;
}

/** Returns all orders to pay that match, up to the maximum. */
async function listMatching(
  queryClient: QueryClient,
  q: string | undefined,
): Promise<ClientOrderDto[]> {
  const orders: ClientOrderDto[] = [];
  for (let cursor: string | undefined; orders.length < SELECTED_MAX;) {
    const query = { status: statusesOf(undefined), q, cursor, limit: PAGE };
    const page = await queryClient.fetchQuery(listOwnOrdersOptions({ query }));
    orders.push(...page.data);
    if (page.next_cursor === null) break;
    cursor = page.next_cursor;
  }
  return orders.slice(0, SELECTED_MAX);
}
