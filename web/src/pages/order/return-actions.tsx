import { isIn } from '../../../../src/orders/lifecycle/order-lifecycle.ts';
import type { ClientOrderRecordDto } from '../../api/generated/dashboard-types';
import { requestOwnReturnMutation, withdrawOwnReturnMutation } from '../../api/generated/dashboard';
import { ReturnDialog } from '../../order/return-dialog';
import { hasReturn } from '../../order/order-returns';
import { ConfirmButton } from '../../shared/forms/confirm-button';

/** Asks to send units of an order back, unless it has a return. */
export function RequestReturn({ order }: { order: ClientOrderRecordDto }) {
  if (!isIn('returnable', order.status) || hasReturn(order)) return null;
  const path = { order_number: order.order_number };
  return (
    <ReturnDialog
      lines={order.items}
      label="Request return"
      action="Request"
      title={`Return units of ${order.order_number}`}
      reasonHelp="Send them once the return is accepted; it appears on this page"
      send={(body) => requestOwnReturnMutation().mutationFn({ path, body })}
    />
  );
}

interface WithdrawReturnProps {
  order: ClientOrderRecordDto;
  asked: ClientOrderRecordDto['returns'][number];
}

/** Withdraws a return that waits for a decision. */
export function WithdrawReturn({ order, asked }: WithdrawReturnProps) {
  const path = { order_number: order.order_number, return_id: asked.id };
  return (
    <ConfirmButton
      size="sm"
      label="Withdraw return"
      title={`Withdraw the return of ${order.order_number}?`}
      busy="Withdrawing…"
      send={() => withdrawOwnReturnMutation().mutationFn({ path })}
    >
      <p>Your customer keeps the units. You can request another return.</p>
    </ConfirmButton>
  );
}
