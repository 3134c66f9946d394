import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type {
  ClientOrderDto,
  PayOutcomeDto,
} from '../../api/generated/dashboard/dashboard-api.schemas';
import { payOwnOrdersMutation } from '../../api/generated/dashboard/dashboard-api.tanstack';
import type { RowSelection } from '../../shared/data-table';
import { SelectAll } from '../../shared/select-all';
import { BulkPayBar } from './bulk-pay-bar';

interface OrderPayment {
  selection: RowSelection<ClientOrderDto>;
  /** What became of each order of the last payment; null before one. */
  outcomes: readonly PayOutcomeDto[] | null;
  forgetOutcomes: () => void;
}

/** Selecting orders of a page and paying them from the wallet, all in one call. */
export function useOrderPayment(rows: readonly ClientOrderDto[]): OrderPayment {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const queryClient = useQueryClient();
  const pay = useMutation({
    ...payOwnOrdersMutation(),
    onSuccess: async () => {
      setChosen(new Set());
      await queryClient.invalidateQueries();
    },
  });
  const payable = rows.filter(({ status }) => status === 'awaiting_payment');
  const selected = payable.filter(({ order_number }) => chosen.has(order_number));
  const toggle = ({ order_number }: ClientOrderDto): void => {
    const next = new Set(chosen);
    if (!next.delete(order_number)) next.add(order_number);
    setChosen(next);
  };
  const bulkBar = selected.length > 0 && (
    <BulkPayBar
      orders={selected}
      isPaying={pay.isPending}
      error={pay.error}
      onPay={() =>
        pay.mutate({ body: { order_numbers: selected.map(({ order_number }) => order_number) } })
      }
    />
  );
  return {
    selection: {
      isSelected: ({ order_number }) => chosen.has(order_number),
      isSelectable: ({ status }) => status === 'awaiting_payment' && !pay.isPending,
      toggle,
      label: ({ order_number }) => `Select order ${order_number}`,
      all: (
        <SelectAll
          count={payable.length}
          selectedCount={selected.length}
          label="Select all orders on this page"
          onChange={(isAll) =>
            setChosen(new Set(isAll ? payable.map(({ order_number }) => order_number) : []))
          }
        />
      ),
      bulkBar: bulkBar === false ? null : bulkBar,
    },
    outcomes: pay.data?.data ?? null,
    forgetOutcomes: pay.reset,
  };
}
