import { Button, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isIn } from '../../../../../src/orders/order-lifecycle.ts';
import {
  cancelOrderMutation,
  closeOrderMutation,
  markOrderDeliveredMutation,
  markOrderReturnedMutation,
} from '../../../api/generated/admin/admin-api.tanstack';
import type { OrderRecordDto } from '../../../api/generated/admin/admin-api.schemas';
import { useMay } from '../../../frame/session';
import { ConfirmDialog } from '../../../shared/forms/confirm-dialog';
import { SettleReturn } from '../returns/settle-return';
import { ShipDialog } from './ship-dialog';

/** Renders the actions that the status of an order allows. */
export function OrderActions({ order }: { order: OrderRecordDto }) {
  const { status } = order;
  const mayCancel = useMay('orders:cancel');
  const mayShip = useMay('orders:ship');
  const mayMoveMoney = useMay('money:write');
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
      {mayShip && isIn('returnable', status) && (
        <OrderStep
          order={order}
          mutation={markOrderReturnedMutation()}
          name="Mark as returned"
          busy="Saving…"
          effect="The shipment came back to you. Decide on the page “Returns” what is restocked and refunded."
        />
      )}
      {mayShip && isIn('deliverable', status) && (
        <OrderStep
          order={order}
          mutation={markOrderDeliveredMutation()}
          name="Mark as delivered"
          busy="Saving…"
          effect="The store sees the order as delivered."
        />
      )}
      {mayMoveMoney && isIn('refundable', status) && order.payment_status === 'paid' && (
        <SettleReturn orderNumber={order.order_number} label="Settle return" />
      )}
      {mayShip && isIn('shippable', status) && <ShipDialog order={order} />}
    </>
  );
}

interface OrderStepProps {
  order: OrderRecordDto;
  mutation:
    | ReturnType<typeof cancelOrderMutation>
    | ReturnType<typeof closeOrderMutation>
    | ReturnType<typeof markOrderDeliveredMutation>
    | ReturnType<typeof markOrderReturnedMutation>;
  name: string;
  busy: string;
  /** Description of the effect, for the confirmation. */
  effect: string;
  needsReason?: boolean;
  isDangerous?: boolean;
}

function OrderStep(props: OrderStepProps) {
  const { order, mutation, name, busy, effect, needsReason = false, isDangerous } = props;
  const [isOpen, dialog] = useDisclosure(false);
  const [reason, setReason] = useState('');
  const queryClient = useQueryClient();
  const step = useMutation({
    mutationKey: mutation.mutationKey,
    mutationFn: () =>
      mutation.mutationFn({ path: { order_number: order.order_number }, body: { reason } }),
    onSuccess: async () => {
      await queryClient.invalidateQueries();
      dialog.close();
    },
  });
  return (
    <>
      <Button variant="default" onClick={dialog.open}>
        {name}
      </Button>
      <ConfirmDialog
        opened={isOpen}
        onClose={dialog.close}
        title={`${name} ${order.order_number}?`}
        action={name}
        busy={busy}
        isBusy={step.isPending}
        isDangerous={isDangerous}
        error={step.error}
        onConfirm={() => step.mutate()}
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
      </ConfirmDialog>
    </>
  );
}
