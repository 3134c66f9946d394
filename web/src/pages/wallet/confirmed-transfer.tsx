import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { OwnTransferDto } from '../../api/generated/dashboard-types';
import { getOwnWalletOptions, payOwnOrdersMutation } from '../../api/generated/dashboard';
import { OwnOrderLink } from '../../order/order-link';
import { PaymentOutcomes } from '../../payments/payment-outcomes';
import { useWalletPayment } from '../../payments/use-wallet-payment';
import { paidBy, useUnpaidOrders } from '../../payments/claim-transfer';
import { formatMoney, plural, sumOf } from '../../shared/format';
import { Notice } from '../../shared/layout/notice';
import { ProblemNotice } from '../../shared/layout/problem-notice';

/** Says that a transfer without orders was confirmed, and offers to pay with it those that it covers. */
export function ConfirmedTransfer({ transfer }: { transfer: OwnTransferDto }) {
  const { utr, amount, status, orders } = transfer;
  const isFree = status === 'confirmed' && orders.length === 0;
  const wallet = useQuery(getOwnWalletOptions());
  const unpaid = useUnpaidOrders(isFree);
  const { mutationFn } = payOwnOrdersMutation();
  const payment = useWalletPayment((order_numbers) => mutationFn({ body: { order_numbers } }));
  const balance = wallet.data?.data.balance ?? 0;
  const payable = paidBy(Math.min(amount, balance), unpaid);
  const total = sumOf(
    unpaid.filter((order) => payable.includes(order.order_number)).map((order) => order.total),
  );
  return (
    <>
      <PaymentOutcomes
        payment={payment}
        from="your wallet"
        link={(number) => <OwnOrderLink number={number} />}
      />
      <ProblemNotice error={payment.error} title="The orders were not paid." />
      {isFree && payable.length > 0 && (
        <Notice
          tone="ok"
          title={`Your transfer ${utr} of ${formatMoney(amount)} is confirmed, and in your wallet.`}
        >
          <Button size="sm" loading={payment.isPaying} onClick={() => payment.pay(payable)}>
            {`Pay ${plural(payable.length, 'order')} with it · ${formatMoney(total)}`}
          </Button>
        </Notice>
      )}
    </>
  );
}
