import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  cancelOrderMutation,
  markOrderDeliveredMutation,
  markOrderReturnedMutation,
} from '../../../api/generated/admin/admin-api.tanstack';
import type { OrderRecordDto } from '../../../api/generated/admin/admin-api.schemas';
import { useMay } from '../../../frame/session';
import { ConfirmDialog } from '../../../shared/confirm-dialog';
import { ShipDialog } from './ship-dialog';

/** What can be done with an order in its status. */
export function OrderActions({ order }: { order: OrderRecordDto }) {
  const { status } = order;
  const mayCancel = useMay('orders:cancel');
  const mayShip = useMay('orders:ship');
  const isToShip = status === 'pending' || status === 'partially_shipped';
  return (
    <>
      {mayCancel && (status === 'awaiting_payment' || status === 'pending') && (
        <OrderStep
          order={order}
          mutation={cancelOrderMutation()}
          name="Cancel order"
          busy="Canceling…"
          effect={
            status === 'pending'
              ? 'Its stock is released, and the money goes to the wallet of the client.'
              : 'Its stock is released.'
          }
          isDangerous
        />
      )}
      {mayShip && status === 'shipped' && (
        <>
          <OrderStep
            order={order}
            mutation={markOrderReturnedMutation()}
            name="Mark as returned"
            busy="Saving…"
            effect="The shipment came back to you. Its units are not added to the stock automatically."
          />
          <OrderStep
            order={order}
            mutation={markOrderDeliveredMutation()}
            name="Mark as delivered"
            busy="Saving…"
            effect="The store sees the order as delivered."
          />
        </>
      )}
      {mayShip && isToShip && <ShipDialog order={order} />}
    </>
  );
}

interface OrderStepProps {
  order: OrderRecordDto;
  mutation:
    | ReturnType<typeof cancelOrderMutation>
    | ReturnType<typeof markOrderDeliveredMutation>
    | ReturnType<typeof markOrderReturnedMutation>;
  name: string;
  busy: string;
  /** What it changes. */
  effect: string;
  isDangerous?: boolean;
}

function OrderStep({ order, mutation, name, busy, effect, isDangerous }: OrderStepProps) {
  const [isOpen, dialog] = useDisclosure(false);
  const queryClient = useQueryClient();
  const step = useMutation({
    mutationKey: mutation.mutationKey,
    mutationFn: () => mutation.mutationFn({ path: { order_number: order.order_number }, body: {} }),
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
      </ConfirmDialog>
    </>
  );
}
