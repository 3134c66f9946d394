import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { ClientOrderDto } from '../../api/generated/dashboard-types';
import { getOwnWalletOptions } from '../../api/generated/dashboard';
import { problemOf } from '../../api/problem';
import { ClaimTransfer } from '../../payments/claim-transfer';
import { PayOnline } from '../../payments/pay-online';
import { formatCount, formatMoney, sumOf } from '../../shared/format';
import { SelectMatching } from '../../shared/lists/toolbar/select-matching';
import type { Matching } from '../../shared/lists/use-row-selection';
import classes from './bulk-pay-bar.module.css';

/** Maximum orders of one checkout or one transfer. */
const AT_ONCE = 200;

interface BulkPayBarProps {
  orders: readonly ClientOrderDto[];
  isPaying: boolean;
  error: unknown;
  /** Number of orders paid or refused so far. */
  paidCount: number;
  /** True if these are all that match. */
  isAll: boolean;
  matching: Matching | null;
  onPay: () => void;
  onClaimed: () => void;
}

/**
 * Renders "Pay all 37 orders from wallet · ₹1,23,456.00", and the missing amount if the wallet holds less. On a phone it is one
 * button, "Pay all 37 · ₹1,23,456.00", and other ways to pay are behind another one.
 */
export function BulkPayBar(props: BulkPayBarProps) {
  const { orders, isAll, matching, isPaying, paidCount, error, onPay, onClaimed } = props;
  const [hasOthers, others] = useDisclosure(false);
  const numbers = orders.map((order) => order.order_number);
  const wallet = useQuery(getOwnWalletOptions());
  const total = sumOf(orders.map((order) => order.total));
  const missing = wallet.data === undefined ? 0 : total - wallet.data.data.balance;
  return (
    <div className={classes.bar}>
      <Button size="sm" onClick={onPay} disabled={isPaying} className={classes.pay}>
        {isPaying ? (
          payingText(paidCount, orders.length)
        ) : (
          <span>
            {`Pay ${isAll && orders.length > 1 ? 'all ' : ''}${formatCount(orders.length)}`}
            <span className={classes.atDesk}>
              {orders.length === 1 ? ' order from wallet' : ' orders from wallet'}
            </span>
            {' · '}
            <span className="number">{formatMoney(total)}</span>
          </span>
        )}
      </Button>
      {!isPaying && <SelectMatching matching={matching} />}
      <Button
        size="sm"
        variant="subtle"
        className={classes.onPhone}
        aria-expanded={hasOthers}
        onClick={others.toggle}
      >
        Other ways to pay
      </Button>
      {numbers.length <= AT_ONCE && (
        <span className={classes.others} data-open={hasOthers}>
          <PayOnline orderNumbers={numbers} size="sm" />
          <ClaimTransfer
            label="By bank transfer"
            size="sm"
            orderNumbers={numbers}
            amount={total}
            onClaimed={onClaimed}
          />
        </span>
      )}
      <span className={classes.preview} aria-live="polite">
        {error !== null ? problemOf(error).message : preview(wallet.data?.data.balance, missing)}
      </span>
    </div>
  );
}

/** Renders the progress of a payment of many orders. */
function payingText(paid: number, count: number): string {
  return paid === 0 ? 'Paying…' : `Paying… ${formatCount(paid)} of ${formatCount(count)}`;
}

function preview(balance: number | undefined, missing: number): string {
  if (balance === undefined) return '';
  return missing > 0
    ? `Your wallet holds ${formatMoney(balance)}: orders are paid while it lasts, ${formatMoney(missing)} is missing.`
    : `${formatMoney(-missing)} stays in your wallet.`;
}
