import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { PayOwnOrdersResult, ClientOrderRecordDto } from '../../api/generated/dashboard-types';
import { getOwnWalletOptions, payOwnOrdersMutation } from '../../api/generated/dashboard';
import { ConfirmDialog } from '../../shared/forms/confirm-dialog';
import { FactList } from '../../shared/fact-list';
import { formatMoney } from '../../shared/format';
import { Money } from '../../shared/money';
import { Notice } from '../../shared/layout/notice';
import { useKeyedMutation } from '../../shared/forms/use-money-mutation';

/**
 * Pays one order from the wallet, or on account if the company may, after showing the wallet's balance and what remains.
 */
export function PayOrder({ order }: { order: ClientOrderRecordDto }) {
  const wallet = useQuery(getOwnWalletOptions());
  const hasCredit = (wallet.data?.data.credit_limit ?? 0) > 0;
  return (
    <>
      <PayWith order={order} method="wallet" />
      {hasCredit && <PayWith order={order} method="credit" />}
    </>
  );
}

function PayWith({ order, method }: { order: ClientOrderRecordDto; method: 'wallet' | 'credit' }) {
  const [isOpen, dialog] = useDisclosure(false);
  const queryClient = useQueryClient();
  const body = { order_numbers: [order.order_number], method };
  const pay = useKeyedMutation<PayOwnOrdersResult, void>(
    {
      mutationFn: (_, money) => payOwnOrdersMutation().mutationFn({ body, ...money }),
      onSuccess: async ({ data: [outcome] }) => {
        await queryClient.invalidateQueries();
        if (outcome?.outcome === 'paid') dialog.close();
      },
    },
    isOpen,
  );
  const refusal = pay.data?.data[0]?.outcome;
  const open = (): void => {
    pay.reset();
    dialog.open();
  };
  return (
    <>
      <Button variant={method === 'credit' ? 'default' : undefined} onClick={open}>
        {method === 'credit' ? 'Pay on account' : 'Pay from wallet'}
      </Button>
      <ConfirmDialog
        opened={isOpen}
        onClose={dialog.close}
        title={`Pay order ${order.order_number}`}
        action={`Pay ${formatMoney(order.total)}`}
        busy="Paying…"
        isBusy={pay.isPending}
        error={pay.error}
        onConfirm={() => pay.mutate()}
      >
        <WalletAfterwards total={order.total} isOnAccount={method === 'credit'} />
        {refusal === 'credit_exceeded' && (
          <Notice tone="waiting" title="Not paid" isAlert>
            Your credit does not cover this order, or an order bought on account is overdue.
          </Notice>
        )}
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

function WalletAfterwards({ total, isOnAccount }: { total: number; isOnAccount: boolean }) {
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
            `${formatMoney(total - balance)} ${isOnAccount ? 'is bought on account' : 'is missing'}`
          ) : (
            <Money key="after" amount={balance - total} strong />
          ),
        ],
      ]}
    />
  );
}
