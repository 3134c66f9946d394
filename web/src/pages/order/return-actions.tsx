import { isIn } from '../../../../src/orders/lifecycle/order-lifecycle.ts';
import type { ClientOrderRecordDto } from '../../api/generated/dashboard-types';
import {
  requestOwnReturnMutation,
  setOwnReturnTrackingMutation,
  withdrawOwnReturnMutation,
} from '../../api/generated/dashboard';
import { ReturnDialog } from '../../order/returns/return-dialog';
import { hasReturn } from '../../order/returns/order-returns';
import { TrackingFields } from '../../order/tracking-fields';
import { ConfirmButton } from '../../shared/forms/confirm-button';
import { FormButton } from '../../shared/forms/form-button';

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

interface OfReturnProps {
  order: ClientOrderRecordDto;
  asked: ClientOrderRecordDto['returns'][number];
}

/** Withdraws a return that waits for a decision. */
function WithdrawReturn({ order, asked }: OfReturnProps) {
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

/** Says how the units of an awaited return were sent, or corrects it. */
function TellReturnTracking({ order, asked }: OfReturnProps) {
  const { courier, tracking_number, tracking_url } = asked;
  const path = { order_number: order.order_number, return_id: asked.id };
  return (
    <FormButton
      size="sm"
      label={tracking_number === null ? 'Enter tracking number' : 'Correct tracking number'}
      title="How you sent it"
      action="Save"
      initialValues={{
        courier: courier ?? '',
        tracking_number: tracking_number ?? '',
        tracking_url: tracking_url ?? '',
      }}
      send={({ tracking_url: page, ...sent }) =>
        setOwnReturnTrackingMutation().mutationFn({
          path,
          // A page that stays is not that of another number.
          body:
            page === (tracking_url ?? '') && sent.tracking_number !== tracking_number
              ? sent
              : { ...sent, tracking_url: page },
        })
      }
    >
      {(_, field) => <TrackingFields field={field} />}
    </FormButton>
  );
}

/** Renders what a client can do with a return. */
export function ReturnActions(props: OfReturnProps) {
  const { status } = props.asked;
  if (status === 'requested') return <WithdrawReturn {...props} />;
  return status === 'awaited' && <TellReturnTracking {...props} />;
}
