import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { createShipmentMutation } from '../../../api/generated/admin/admin-api.tanstack';
import type { OrderRecordDto } from '../../../api/generated/admin/admin-api.schemas';
import { FormDialog } from '../../../shared/form-dialog';
import { showFieldProblems } from '../../../shared/form-problem';
import { plural } from '../../../shared/format';

/** Records a shipment with everything that is left of an order. */
export function ShipDialog({ order }: { order: OrderRecordDto }) {
  const [isOpen, dialog] = useDisclosure(false);
  const queryClient = useQueryClient();
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { courier: '', tracking_number: '', tracking_url: '' },
  });
  const ship = useMutation({
    ...createShipmentMutation(),
    onSuccess: async () => {
      await queryClient.invalidateQueries();
      dialog.close();
    },
    onError: (error) => showFieldProblems(form, error),
  });
  const left = order.items.reduce((sum, item) => sum + item.quantity - item.shipped_quantity, 0);
  return (
    <>
      <Button onClick={dialog.open}>Ship order</Button>
      <FormDialog
        opened={isOpen}
        onClose={dialog.close}
        title={`Ship ${plural(left, 'unit')} of ${order.order_number}`}
        action="Ship order"
        isBusy={ship.isPending}
        error={ship.error}
        onSubmit={form.onSubmit((shipment) =>
          ship.mutate({ path: { order_number: order.order_number }, body: shipment }),
        )}
      >
        <TextInput
          label="Courier"
          required
          data-autofocus
          key={form.key('courier')}
          {...form.getInputProps('courier')}
        />
        <TextInput
          label="Tracking number"
          required
          autoComplete="off"
          key={form.key('tracking_number')}
          {...form.getInputProps('tracking_number')}
        />
        <TextInput
          label="Tracking page"
          description="The address of the courier's page for this shipment, with https://"
          type="url"
          required
          key={form.key('tracking_url')}
          {...form.getInputProps('tracking_url')}
        />
      </FormDialog>
    </>
  );
}
