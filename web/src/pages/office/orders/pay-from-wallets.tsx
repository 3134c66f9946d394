import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { OrderSummaryDto, WalletPreviewDto } from '../../../api/generated/admin-types';
import { previewFromWalletsMutation } from '../../../api/generated/admin';
import { problemOf } from '../../../api/problem';
import { OrderLink } from '../../../order/order-link';
import { OUTCOMES } from '../../../payments/payment-outcomes';
import type { WalletPayment } from '../../../payments/use-wallet-payment';
import { formatCount, formatMoney, plural, sumOf } from '../../../shared/format';

/** Below the buttons, and scrolled for many clients. */
const PREVIEW = {
  flexBasis: '100%',
  maxHeight: '9rem',
  overflowY: 'auto',
  whiteSpace: 'normal',
} as const;

interface PayFromWalletsProps {
  /** The unpaid orders among the selected ones, the one that expires first first. */
  orders: readonly OrderSummaryDto[];
  payment: WalletPayment;
  onPay: (numbers: readonly string[]) => void;
}

/**
 * Renders "Pay 12 from wallet · ₹1,23,456.00" for unpaid orders of one or several clients. Below it is, for each client, what its
 * wallet holds, pays and leaves unpaid.
 */
export function PayFromWallets({ orders, payment, onPay }: PayFromWalletsProps) {
  const numbers = orders.map(({ order_number }) => order_number);
  const preview = useQuery({
    queryKey: ['previewFromWallets', numbers],
    queryFn: () => previewFromWalletsMutation().mutationFn({ body: { order_numbers: numbers } }),
    enabled: !payment.isPaying,
    // Money comes and goes while the page is open.
    staleTime: 0,
  });
  const clients = preview.data?.data ?? [];
  const count = sumOf(clients.map(({ paid_count }) => paid_count));
  const paid = sumOf(clients.map((client) => client.paid));
  const names = new Map(orders.map(({ client_id, client_name }) => [client_id, client_name]));
  const error = payment.error ?? preview.error;
  return (
    <>
      <Button
        size="sm"
        disabled={payment.isPaying || count === 0}
        loading={preview.isPending}
        onClick={() => onPay(numbers)}
      >
        {payment.isPaying
          ? `Paying… ${formatCount(payment.paidCount)} of ${formatCount(numbers.length)}`
          : `Pay ${formatCount(count)} from wallet · ${formatMoney(paid)}`}
      </Button>
      {error !== null && <span role="alert">{problemOf(error).message}</span>}
      <ul className="soft small" style={PREVIEW} aria-label="What the wallets pay">
        {clients.map((client) => (
          <ClientPreview
            key={client.client_id}
            preview={client}
            name={names.get(client.client_id ?? 0) ?? 'Unknown'}
          />
        ))}
      </ul>
    </>
  );
}

/** Renders what the wallet of a client pays, and why it leaves other orders unpaid. */
function ClientPreview({ preview, name }: { preview: WalletPreviewDto; name: string }) {
  const { balance, paid_count: count, paid, left } = preview;
  return (
    <li>
      {`${name}: the wallet holds ${formatMoney(balance)} and pays ${plural(count, 'order')}, ${formatMoney(paid)}`}
      <ul>
        {left.map(({ order_number, outcome }) => (
          <li key={order_number}>
            <OrderLink number={order_number} /> {OUTCOMES[outcome].label}
          </li>
        ))}
      </ul>
    </li>
  );
}
