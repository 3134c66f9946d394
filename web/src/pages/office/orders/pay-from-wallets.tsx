import { Button } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { OrderSummaryDto, WalletPreviewDto } from '../../../api/generated/admin-types';
import { previewFromWalletsMutation } from '../../../api/generated/admin';
import { problemOf } from '../../../api/problem';
import { OrderLink } from '../../../order/order-link';
import { OUTCOMES } from '../../../payments/payment-outcomes';
import type { WalletPayment } from '../../../payments/use-wallet-payment';
import { formatCount, formatMoney, plural, sumOf } from '../../../shared/format';
import classes from './pay-from-wallets.module.css';

interface PreviewsProps {
  /** The unpaid orders among the selected ones, the one that expires first first. */
  orders: readonly OrderSummaryDto[];
  payment: WalletPayment;
}

interface PayFromWalletsProps extends PreviewsProps {
  onPay: (numbers: readonly string[]) => void;
}

function useWalletPreview({ orders, payment }: PreviewsProps) {
  const numbers = orders.map(({ order_number }) => order_number);
  return useQuery({ ...walletPreviewOptions(numbers), enabled: !payment.isPaying });
}

/** Asks what wallets would pay of orders. */
export function walletPreviewOptions(numbers: string[]) {
  return queryOptions({
    queryKey: ['previewFromWallets', numbers],
    queryFn: () => previewFromWalletsMutation().mutationFn({ body: { order_numbers: numbers } }),
    // Money comes and goes while the page is open.
    staleTime: 0,
  });
}

/** Renders "Pay 12 from wallet · ₹1,23,456.00" for unpaid orders of one or several clients. */
export function PayFromWallets({ orders, payment, onPay }: PayFromWalletsProps) {
  const numbers = orders.map(({ order_number }) => order_number);
  const preview = useWalletPreview({ orders, payment });
  const clients = preview.data?.data ?? [];
  const count = sumOf(clients.map(({ paid_count }) => paid_count));
  const paid = sumOf(clients.map((client) => client.paid));
  const error = payment.error ?? preview.error;
  return (
    <>
      <Button
        size="sm"
        className={classes.pay}
        disabled={payment.isPaying || count === 0}
        loading={preview.isPending}
        onClick={() => onPay(numbers)}
      >
        {payment.isPaying
          ? `Paying… ${formatCount(payment.paidCount)} of ${formatCount(numbers.length)}`
          : `Pay ${formatCount(count)} from wallet · ${formatMoney(paid)}`}
      </Button>
      {error !== null && <span role="alert">{problemOf(error).message}</span>}
    </>
  );
}

/** Renders, for each client, what its wallet holds, pays and leaves unpaid. */
export function WalletPreviews({ orders, payment }: PreviewsProps) {
  const clients = useWalletPreview({ orders, payment }).data?.data ?? [];
  const names = new Map(orders.map(({ client_id, client_name }) => [client_id, client_name]));
  return (
    <ul className={`soft small ${classes.preview}`} aria-label="What the wallets pay">
      {clients.map((client) => (
        <ClientPreview
          key={client.client_id}
          preview={client}
          name={names.get(client.client_id ?? 0) ?? 'Unknown'}
        />
      ))}
    </ul>
  );
}

/** Renders what the wallet of a client pays, and why it leaves other orders unpaid. */
function ClientPreview({ preview, name }: { preview: WalletPreviewDto; name: string }) {
  const { balance, paid_count: count, paid, left } = preview;
  const [why, another] = [...new Set(left.map(({ outcome }) => OUTCOMES[outcome].label))];
  return (
    <li>
      {`${name}: the wallet holds ${formatMoney(balance)} and pays ${plural(count, 'order')}, ${formatMoney(paid)}`}
      {left.length > 0 && (
        <details>
          <summary>
            {`${another === undefined ? why : 'Not paid, for several reasons'} (${plural(left.length, 'order')})`}
          </summary>
          <ul>
            {left.map(({ order_number, outcome }) => (
              <li key={order_number}>
                <OrderLink number={order_number} /> {OUTCOMES[outcome].label}
              </li>
            ))}
          </ul>
        </details>
      )}
    </li>
  );
}
