import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { isIn } from '../../../../../src/orders/lifecycle/order-lifecycle.ts';
import type {
  ListOrdersQuery,
  OrderSummaryDto,
  OrderToPickDto,
} from '../../../api/generated/admin-types';
import {
  cancelOrderMutation,
  listOrdersOptions,
  listOrdersToPickOptions,
  markOrderDeliveredMutation,
} from '../../../api/generated/admin';
import { problemOf } from '../../../api/problem';
import { BulkOutcomes } from '../../../shared/lists/bulk-outcomes';
import { csvAddress } from '../../../shared/lists/csv-address';
import type { RowSelection } from '../../../shared/lists/data-table';
import { plural } from '../../../shared/format';
import { Notice } from '../../../shared/layout/notice';
import { Progress } from '../../../shared/layout/progress';
import { useBulk, type Bulk } from '../../../shared/lists/use-bulk';
import { allPages } from '../../../shared/lists/toolbar/select-matching';
import { useRowSelection } from '../../../shared/lists/use-row-selection';
import { PackingSlips } from '../shipping/packing-slips';
import { PrintOut } from '../shipping/print-out';
import { OrderActionsBar, SET_FOR, type BulkAction } from './order-actions-bar';
import { OrderLink } from '../../../order/order-link';

/** Orders that one call for the pick list names. */
const NAMED_MAX = 200;

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
  const slips = useMutation({
    mutationFn: (numbers: readonly string[]) => listToPick(queryClient, numbers),
  });
  const { chosen, matching, choose, selectionWith } = useRowSelection({
    rows,
    keyOf: ({ order_number }) => order_number,
    label: ({ order_number }) => `Select order ${order_number}`,
    allLabel: 'Select all orders on this page',
    filter: JSON.stringify(filter),
    isLocked: bulk.isRunning,
    loadMatching: hasMore ? () => listMatching(queryClient, filter) : undefined,
  });
  const { mutationFn: cancel } = cancelOrderMutation();
  const { mutationFn: deliver } = markOrderDeliveredMutation();
  const numbers = chosen.map(({ order_number }) => order_number);
  const run = (next: BulkAction, reason?: string): void => {
    setAction(next);
    const act = next === 'cancel' ? cancel : deliver;
    const meant = chosen.filter(({ status }) => isIn(SET_FOR[next], status));
    const keys = meant.map(({ order_number }) => order_number);
    bulk.run(keys, (order_number) => act({ path: { order_number }, body: { reason } }));
    choose([]);
  };
  const loadError = matching?.error ?? slips.error;
  return {
    selection: selectionWith(
      <OrderActionsBar
        orders={chosen}
        isLoading={slips.isPending}
        matching={matching}
        onCancel={(reason) => run('cancel', reason)}
        onDeliver={() => run('deliver')}
        onPrint={() => slips.mutate(numbers)}
      />,
    ),
    outcome: (
      <>
        {action !== null && <BulkResult bulk={bulk} action={action} />}
        {loadError !== null && (
          <Notice tone="bad" title="The orders could not be loaded." isAlert>
            <p>{problemOf(loadError).message}</p>
          </Notice>
        )}
        {slips.data !== undefined && (
          <Slips
            orders={slips.data}
            wantedCount={slips.variables.length}
            onPrinted={() => slips.reset()}
          />
        )}
      </>
    ),
  };
}

function BulkResult({ bulk, action }: { bulk: Bulk; action: BulkAction }) {
  if (bulk.isRunning) {
    const what = action === 'cancel' ? 'Canceling' : 'Marking as delivered';
    return <Progress what={what} done={bulk.done} total={bulk.total} />;
  }
  if (bulk.outcomes === null) return null;
  const failed = bulk.outcomes.filter(({ problem }) => problem !== null);
  return (
    <BulkOutcomes
      title={titleOf(action, bulk.outcomes)}
      isWhole={failed.length === 0}
      file={{
        label: 'Download these as CSV',
        name: 'orders-not-changed.csv',
        address: csvAddress(
          ['order_number', 'problem'],
          failed.map(({ key, problem }) => [key, problem]),
        ),
      }}
      onClose={bulk.forget}
    >
      {failed.map(({ key, problem }) => (
        <li key={key}>
          <OrderLink number={key} /> <span>{problem}</span>
        </li>
      ))}
    </BulkOutcomes>
  );
}

interface SlipsProps {
  orders: readonly OrderToPickDto[];
  wantedCount: number;
  onPrinted: () => void;
}

function Slips({ orders, wantedCount, onPrinted }: SlipsProps) {
  if (orders.length === 0) {
    return (
      <Notice tone="waiting" title="None of these orders has anything left to ship." isAlert />
    );
  }
  const missing = wantedCount - orders.length;
  return (
    <>
      {missing > 0 && (
        <Notice
          tone="waiting"
          title={`${plural(missing, 'order')} of ${wantedCount} ${missing === 1 ? 'has' : 'have'} nothing left to ship, and no slip.`}
        />
      )}
      <PrintOut onPrinted={onPrinted}>
        <PackingSlips orders={orders} />
      </PrintOut>
    </>
  );
}

function titleOf(action: BulkAction, outcomes: readonly { problem: string | null }[]): string {
  const done = outcomes.filter(({ problem }) => problem === null).length;
  const verb = action === 'cancel' ? 'Canceled' : 'Marked as delivered:';
  return done === outcomes.length
    ? `${verb} ${plural(done, 'order')}.`
    : `${verb} ${done} of ${plural(outcomes.length, 'order')}.`;
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

/** Lists orders with their units left to ship, in the order of `numbers`. */
async function listToPick(
  queryClient: QueryClient,
  numbers: readonly string[],
): Promise<OrderToPickDto[]> {
  const found = new Map<string, OrderToPickDto>();
  for (let at = 0; at < numbers.length; at += NAMED_MAX) {
    const named = numbers.slice(at, at + NAMED_MAX).join(',');
    const query = { order_numbers: named, limit: NAMED_MAX };
    const page = await queryClient.fetchQuery(listOrdersToPickOptions({ query }));
    for (const order of page.data) found.set(order.order_number, order);
  }
  return numbers.flatMap((number) => found.get(number) ?? []);
}
