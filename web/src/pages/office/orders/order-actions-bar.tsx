import { Button, TextInput } from '@mantine/core';
import { lazy, Suspense } from 'react';
import {
  isIn,
  STATUS_ROWS,
  type StatusSet,
} from '../../../../../src/orders/lifecycle/order-lifecycle.ts';
import type { OrderSummaryDto } from '../../../api/generated/admin-types';
import { useMay } from '../../../frame/session';
import { FormButton } from '../../../shared/forms/form-button';
import { formatMoney, plural, sumOf } from '../../../shared/format';
import { SelectMatching } from '../../../shared/lists/toolbar/select-matching';
import type { Matching } from '../../../shared/lists/use-row-selection';
import { byExpiry, type WalletPayment } from '../../../payments/use-wallet-payment';
import { SET_FOR } from './bulk-actions';
import { PayFromWallets, WalletPreviews } from './pay-from-wallets';

// Loaded when orders are selected: the page of orders is often the first.
const PrintSlips = lazy(async () => ({
  default: (await import('../shipping/print-links')).PrintSlips,
}));

/** Orders without a slip that are named. */
const NAMED_MAX = 5;

interface OrderActionsBarProps {
  orders: readonly OrderSummaryDto[];
  matching: Matching | null;
  payment: WalletPayment;
  onPay: (numbers: readonly string[]) => void;
  onCancel: (reason: string | undefined) => void;
  onDeliver: () => void;
}

/** Renders buttons for the selected orders. Each button shows the number of selected orders that its action applies to. */
export function OrderActionsBar(props: OrderActionsBarProps) {
  const { orders, matching, payment, onPay, onCancel, onDeliver } = props;
  const mayCancel = useMay('orders:cancel');
  const mayShip = useMay('orders:ship');
  const mayPay = useMay('money:write');
  const count = (set: StatusSet): number => orders.filter(({ status }) => isIn(set, status)).length;
  const cancelable = count(SET_FOR.cancel);
  const toShip = orders.filter(({ status }) => isIn('shippable', status));
  const shipped = count(SET_FOR.deliver);
  const unpaid = byExpiry(orders.filter(({ status }) => isIn('awaitingPayment', status)));
  return (
    <>
      <strong role="status" className="number">
        {plural(orders.length, 'order')}
      </strong>
      <SelectMatching matching={matching} />
      {mayPay && unpaid.length > 0 && (
        <PayFromWallets orders={unpaid} payment={payment} onPay={onPay} />
      )}
      {toShip.length > 0 && (
        <Suspense>
          <PrintSlips size="sm" numbers={toShip.map(({ order_number }) => order_number)} />
        </Suspense>
      )}
      {mayShip && shipped > 0 && (
        <Button size="sm" variant="default" onClick={onDeliver}>
          {`Mark ${shipped} as delivered`}
        </Button>
      )}
      {mayCancel && cancelable > 0 && <CancelOrders orders={orders} onCancel={onCancel} />}
      {mayPay && unpaid.length > 0 && <WalletPreviews orders={unpaid} payment={payment} />}
      {toShip.length > 0 && toShip.length < orders.length && <WithoutSlip orders={orders} />}
    </>
  );
}

/** Renders which of the selected orders have no slip, and why. */
function WithoutSlip({ orders }: { orders: readonly OrderSummaryDto[] }) {
  const without = orders.filter(({ status }) => !isIn('shippable', status));
  const named = without
    .slice(0, NAMED_MAX)
    .map(
      ({ order_number: number, status }) =>
        `${number} (${STATUS_ROWS[status].label.toLowerCase()})`,
    );
  const more = without.length - named.length;
  return (
    <small className="soft">
      {`No slip: ${named.join(', ')}${more > 0 ? ` and ${plural(more, 'more', 'more')}` : ''}`}
    </small>
  );
}

interface CancelOrdersProps {
  orders: readonly OrderSummaryDto[];
  onCancel: (reason: string | undefined) => void;
}

function CancelOrders({ orders, onCancel }: CancelOrdersProps) {
  const cancelable = orders.filter(({ status }) => isIn(SET_FOR.cancel, status));
  const paid = cancelable.filter(({ payment_status }) => payment_status === 'paid');
  const refund = sumOf(paid.map(({ total = 0 }) => total));
  const name = `Cancel ${plural(cancelable.length, 'order')}`;
  return (
    <FormButton
      size="sm"
      color="red"
      label={name}
      title={`${name}?`}
      action={name}
      initialValues={{ reason: '' }}
      // The progress of each order is shown above the list.
      send={({ reason }) => Promise.resolve(onCancel(reason.trim() || undefined))}
    >
      {({ getInputProps }) => (
        <>
          <p>
            {refund > 0
              ? `Their stock is released, and ${formatMoney(refund)} of ${plural(paid.length, 'paid order')} goes to the wallets of the clients.`
              : 'Their stock is released.'}
            {orders.length > cancelable.length &&
              ` ${plural(orders.length - cancelable.length, 'selected order')} cannot be canceled any more.`}
          </p>
          <TextInput
            label="Reason"
            description="Recorded in the audit log"
            data-autofocus
            maxLength={500}
            {...getInputProps('reason')}
          />
        </>
      )}
    </FormButton>
  );
}
