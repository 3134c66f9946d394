import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ClientOrderRecordDto } from '../../api/generated/dashboard/dashboard-api.schemas';
import { cancelOwnOrderMutation } from '../../api/generated/dashboard/dashboard-api.tanstack';
import { ConfirmDialog } from '../../shared/forms/confirm-dialog';
import { formatMoney } from '../../shared/format';

/** Cancels an order that was not shipped yet. */
export function CancelOrder({ order }: { order: ClientOrderRecordDto }) {
  const [isOpen, dialog] = useDisclosure(false);
  const queryClient = useQueryClient();
  const cancel = useMutation({
    ...cancelOwnOrderMutation(),
    onSuccess: async () => {
      await queryClient.invalidateQueries();
      dialog.close();
    },
  });
  return (
    <>
      <Button variant="default" onClick={dialog.open}>
        Cancel order
      </Button>
      <ConfirmDialog
        opened={isOpen}
        onClose={dialog.close}
        title={`Cancel order ${order.order_number}?`}
        action="Cancel order"
        busy="Canceling…"
        isBusy={cancel.isPending}
        isDangerous
        error={cancel.error}
        onConfirm={() => cancel.mutate({ path: { order_number: order.order_number }, body: {} })}
      >
        <p>
          {order.payment_status === 'paid'
            ? `It will not be shipped. ${formatMoney(order.total)} goes back to your wallet.`
            : 'It will not be shipped, and its stock is released.'}
        </p>
      </ConfirmDialog>
    </>
  );
}
