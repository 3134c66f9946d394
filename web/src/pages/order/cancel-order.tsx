import type { ClientOrderRecordDto } from '../../api/generated/dashboard-types';
import { cancelOwnOrderMutation } from '../../api/generated/dashboard';
import { ConfirmButton } from '../../shared/forms/confirm-button';
import { formatMoney } from '../../shared/format';

/** Cancels an order that was not shipped yet. */
export function CancelOrder({ order }: { order: ClientOrderRecordDto }) {
  const path = { order_number: order.order_number };
  return (
    <ConfirmButton
      size="sm"
      label="Cancel order"
      title={`Cancel order ${order.order_number}?`}
      busy="Canceling…"
      isDangerous
      send={(money) => cancelOwnOrderMutation().mutationFn({ path, body: {}, ...money })}
    >
      <p>
        {order.payment_status === 'paid'
          ? `It will not be shipped. ${formatMoney(order.total)} goes back to your wallet.`
          : 'It will not be shipped, and its stock is released.'}
      </p>
    </ConfirmButton>
  );
}
