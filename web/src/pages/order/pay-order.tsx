import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ClientOrderRecordDto } from '../../api/generated/dashboard/dashboard-api.schemas';
import {
  getOwnWalletOptions,
  payOwnOrdersMutation,
} from '../../api/generated/dashboard/dashboard-api.tanstack';
import { ConfirmDialog } from '../../shared/forms/confirm-dialog';
import { FactList } from '../../shared/fact-list';
import { formatMoney } from '../../shared/format';
import { Money } from '../../shared/money';
import { Notice } from '../../shared/layout/notice';

/** Pays one order from the wallet, after showing what the wallet holds and what stays. */
export function PayOrder({ order }: { order: ClientOrderRecordDto }) {
  const [isOpen, dialog] = useDisclosure(false);
  const queryClient = useQueryClient();
  const pay = useMutation({
    ...payOwnOrdersMutation(),
    onSuccess: async ({ data: [outcome] }) => {
      await queryClient.invalidateQueries();
      if (outcome?.outcome === 'paid') dialog.close();
    },
  });
  const refusal = pay.data?.data[0]?.outcome;
  const open = (): void => {
    pay.reset();
    dialog.open();
  };
  return (
    <>
      <Button onClick={open}>Pay from wallet</Button>
      <ConfirmDialog
        opened={isOpen}
        onClose={dialog.close}
        title={`Pay order ${order.order_number}`}
        action={`Pay ${formatMoney(order.total)}`}
        busy="Paying…"
        isBusy={pay.isPending}
        error={pay.error}
        onConfirm={() => pay.mutate({ body: { order_numbers: [order.order_number] } })}
      >
        <WalletAfterwards total={order.total} />
        {refusal === 'insufficient_balance' && (
          <Notice tone="waiting" title="Not paid" isAlert>
            Your wallet holds too little for this order.
          </Notice>
        )}
        {refusal === 'not_payable' && (
          <Notice tone="bad" title="Not paid" isAlert>
            The order is no longer waiting for payment.
          </Notice>
        )}
      </ConfirmDialog>
    </>
  );
}

function WalletAfterwards({ total }: { total: number }) {
  const wallet = useQuery(getOwnWalletOptions());
  const balance = wallet.data?.data.balance;
  return (
    <FactList
      facts={[
        ['Wallet balance', balance === undefined ? '…' : <Money key="now" amount={balance} />],
        ['This order', <Money key="order" amount={-total} />],
        [
          'Afterwards',
          balance === undefined ? (
            '…'
          ) : balance < total ? (
            `${formatMoney(total - balance)} is missing`
          ) : (
            <Money key="after" amount={balance - total} strong />
          ),
        ],
      ]}
    />
  );
}
