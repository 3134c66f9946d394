import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ClientOrderDto } from '../../api/generated/dashboard/dashboard-api.schemas';
import { getOwnWalletOptions } from '../../api/generated/dashboard/dashboard-api.tanstack';
import { problemOf } from '../../api/problem';
import { ClaimTransfer } from '../../payments/claim-transfer';
import { PayOnline } from '../../payments/pay-online';
import { formatMoney, plural, sumOf } from '../../shared/format';
import classes from './bulk-pay-bar.module.css';

/** Maximum orders of one checkout or one transfer. */
const AT_ONCE = 200;

interface BulkPayBarProps {
  orders: readonly ClientOrderDto[];
  isPaying: boolean;
  error: unknown;
  /** Number of orders paid or refused so far. */
  paidCount: number;
  onPay: () => void;
  /** Also selects the matching orders of other pages; undefined: no others match, or they are selected. */
  onSelectMatching: (() => void) | undefined;
  onClaimed: () => void;
}

/** Renders "Pay 37 orders from wallet ₹1,23,456.00", and the missing amount if the wallet holds less. */
export function BulkPayBar(props: BulkPayBarProps) {
  const { orders, isPaying, paidCount, error, onPay, onSelectMatching, onClaimed } = props;
  const numbers = orders.map((order) => order.order_number);
  const wallet = useQuery(getOwnWalletOptions());
  const total = sumOf(orders.map((order) => order.total));
  const missing = wallet.data === undefined ? 0 : total - wallet.data.data.balance;
  return (
    <div className={classes.bar}>
      <Button size="sm" onClick={onPay} disabled={isPaying}>
        {isPaying
          ? payingText(paidCount, orders.length)
          : `Pay ${plural(orders.length, 'order')} from wallet ${formatMoney(total)}`}
      </Button>
      {onSelectMatching !== undefined && !isPaying && (
        <Button size="sm" variant="default" onClick={onSelectMatching}>
          Select all that match
        </Button>
      )}
      {numbers.length <= AT_ONCE && (
        <>
          <PayOnline orderNumbers={numbers} size="sm" />
          <ClaimTransfer
            label="By bank transfer"
            size="sm"
            orderNumbers={numbers}
            amount={total}
            onClaimed={onClaimed}
          />
        </>
      )}
      <span className={classes.preview} aria-live="polite">
        {error !== null ? problemOf(error).message : preview(wallet.data?.data.balance, missing)}
      </span>
    </div>
  );
}

/** Renders the progress of a payment of many orders. */
function payingText(paid: number, count: number): string {
  return paid === 0 ? 'Paying…' : `Paying… ${paid} of ${count}`;
}

function preview(balance: number | undefined, missing: number): string {
  if (balance === undefined) return '';
  return missing > 0
    ? `Your wallet holds ${formatMoney(balance)}: orders are paid while it lasts, ${formatMoney(missing)} is missing.`
    : `${formatMoney(-missing)} stays in your wallet.`;
}
