import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { isIn } from '../../../../../src/orders/lifecycle/order-lifecycle.ts';
import { isOpenReturn } from '../../../../../src/fulfillment/returns/return-status.ts';
import {
  cancelOrderMutation,
  closeOrderMutation,
  markOrderDeliveredMutation,
  markOrderReturnedMutation,
  recordReturnMutation,
} from '../../../api/generated/admin';
import type { OrderRecordDto } from '../../../api/generated/admin-types';
import { hasReturn } from '../../../order/returns/order-returns';
import { ReturnDialog } from '../../../order/returns/return-dialog';
import { useMay } from '../../../frame/session';
import { ConfirmButton } from '../../../shared/forms/confirm-button';
import type { MoneyVariables } from '../../../shared/forms/use-money-mutation';
import { SettleReturn } from '../returns/settle-return';
import { InspectReturn } from './inspect-return';
import { RecordPayment } from './record-payment';
import { ShipDialog } from './ship-dialog';

/** Renders the actions that the status of an order allows; the last one is the usual next step. */
export function OrderActions({ order }: { order: OrderRecordDto }) {
  const { status } = order;
  const mayCancel = useMay('orders:cancel');
  const mayShip = useMay('orders:ship');
  const mayMoveMoney = useMay('money:write');
  const mayInspect = useMay('returns:inspect');
  const toInspect = order.returns.find(waitsForInspection);
  return (
    <>
      {mayCancel && isIn('cancelable', status) && (
        <OrderStep
          order={order}
          mutation={cancelOrderMutation()}
          name="Cancel order"
          busy="Canceling…"
          effect={
            order.payment_status === 'paid'
              ? 'Its stock is released, and the money goes to the wallet of the client.'
              : 'Its stock is released.'
          }
          isDangerous
        />
      )}
      {mayMoveMoney && isIn('closable', status) && (
        <OrderStep
          order={order}
          mutation={closeOrderMutation()}
          name="Close order"
          busy="Closing…"
          effect="Nothing more of it is shipped: the other units are released, and their money goes to the wallet of the client. The delivery charge is kept."
          needsReason
          isDangerous
        />
      )}
      <RecordReturn order={order} />
      <MarkReturned order={order} />
      {mayShip && isIn('deliverable', status) && (
        <OrderStep
          order={order}
          mutation={markOrderDeliveredMutation()}
          name="Mark as delivered"
          busy="Saving…"
          effect="The store sees the order as delivered."
        />
      )}
      {toInspect === undefined && mayMoveMoney && isSettleable(order) && (
        <SettleReturn orderNumber={order.order_number} label="Settle return" />
      )}
      {mayInspect && toInspect !== undefined && (
        <InspectReturn
          order={order}
          asked={toInspect}
          aria-label={`Inspect return ${order.order_number}`}
        />
      )}
      {mayMoveMoney && isIn('payable', status) && <RecordPayment order={order} />}
      {mayShip && isIn('shippable', status) && <ShipDialog order={order} />}
    </>
  );
}

/** Returns true if the units of a return are back, and were not all inspected. */
function waitsForInspection({ status, inspected_at }: OrderRecordDto['returns'][number]): boolean {
  return status === 'received' && inspected_at === null;
}

/** Renders the action for units that are back; nothing if the person or the status does not allow it. */
export function MarkReturned({
  order,
  ...button
}: {
  order: OrderRecordDto;
  'aria-label'?: string;
}) {
  const mayShip = useMay('orders:ship');
  if (!mayShip || !isIn('returnable', order.status)) return null;
  return (
    <OrderStep
      {...button}
      order={order}
      mutation={markOrderReturnedMutation()}
      name="Mark as returned"
      busy="Saving…"
      effect={
        order.returns.some((one) => isOpenReturn(one.status))
          ? 'The units of the return are back with you. Inspect them next, and then decide what is refunded.'
          : 'The whole order came back to you. To inspect its units, or if only some came back, record the return first.'
      }
    />
  );
}

/** Returns true if an order came back, was paid, and may still be refunded. */
export function isSettleable({ status, payment_status, refund_final }: OrderRecordDto): boolean {
  return isIn('refundable', status) && payment_status === 'paid' && !refund_final;
}

/** Renders the action for units that come back without a request, unless the order has a return. */
function RecordReturn({ order }: { order: OrderRecordDto }) {
  const mayInspect = useMay('returns:inspect');
  if (!mayInspect || hasReturn(order) || !isIn('dispatched', order.status)) return null;
  const path = { order_number: order.order_number };
  return (
    <ReturnDialog
      lines={order.items}
      label="Record return"
      action="Record"
      title={`Record what comes back of ${order.order_number}`}
      reasonHelp={`For units that come back without a request; ${order.client_name} sees it`}
      send={(body) => recordReturnMutation().mutationFn({ path, body })}
    />
  );
}

interface OrderStepProps {
  order: OrderRecordDto;
  mutation: {
    mutationFn: (call: {
      path: { order_number: string };
      body: { reason: string };
      headers?: MoneyVariables['headers'];
    }) => Promise<unknown>;
  };
  name: string;
  busy: string;
  /** Description of the effect, for the confirmation. */
  effect: string;
  needsReason?: boolean;
  isDangerous?: boolean;
  'aria-label'?: string;
}

function OrderStep(props: OrderStepProps) {
  const { order, mutation, name, busy, effect, needsReason = false, isDangerous } = props;
  const [reason, setReason] = useState('');
  const path = { order_number: order.order_number };
  return (
    <ConfirmButton
      size="sm"
      label={name}
      aria-label={props['aria-label']}
      title={`${name} ${order.order_number}?`}
      busy={busy}
      isDangerous={isDangerous}
      send={(money) => mutation.mutationFn({ path, body: { reason }, ...money })}
    >
      <p>{effect}</p>
      <TextInput
        label="Reason"
        description={
          needsReason ? 'Recorded in the audit log' : 'Optional; recorded in the audit log'
        }
        required={needsReason}
        maxLength={500}
        data-autofocus
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
    </ConfirmButton>
  );
}
