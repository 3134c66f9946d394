import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ClientOrderDto } from '../../api/generated/dashboard/dashboard-api.schemas';
import { getOwnWalletOptions } from '../../api/generated/dashboard/dashboard-api.tanstack';
import { problemOf } from '../../api/problem';
import { formatMoney, plural, sumOf } from '../../shared/format';
import classes from './bulk-pay-bar.module.css';

interface BulkPayBarProps {
  orders: readonly ClientOrderDto[];
  isPaying: boolean;
  error: unknown;
  onPay: () => void;
}

/** "Pay 37 orders from wallet ₹1,23,456.00", and what stays unpaid when the wallet holds less. */
export function BulkPayBar({ orders, isPaying, error, onPay }: BulkPayBarProps) {
  const wallet = useQuery(getOwnWalletOptions());
  const total = sumOf(orders.map((order) => order.total));
  const missing = wallet.data === undefined ? 0 : total - wallet.data.data.balance;
  return (
    <div className={classes.bar}>
      <Button size="sm" onClick={onPay} disabled={isPaying}>
        {isPaying
          ? 'Paying…'
          : `Pay ${plural(orders.length, 'order')} from wallet ${formatMoney(total)}`}
      </Button>
      <span className={classes.preview} aria-live="polite">
        {error !== null ? problemOf(error).message : preview(wallet.data?.data.balance, missing)}
      </span>
    </div>
  );
}

function preview(balance: number | undefined, missing: number): string {
  if (balance === undefined) return '';
  return missing > 0
    ? `Your wallet holds ${formatMoney(balance)}: orders are paid while it lasts, ${formatMoney(missing)} is missing.`
    : `${formatMoney(-missing)} stays in your wallet.`;
}
