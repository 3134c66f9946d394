import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { OrderRecordDto } from '../../../api/generated/admin/admin-api.schemas';
import { correctShipmentMutation } from '../../../api/generated/admin/admin-api.tanstack';
import { FormDialog } from '../../../shared/forms/form-dialog';
import { showFieldProblems } from '../../../shared/forms/form-problem';

interface CorrectShipmentProps {
  orderNumber: string;
  shipment: OrderRecordDto['shipments'][number];
}

/** Corrects the courier, the number or the tracking page of a shipment. */
export function CorrectShipment({ orderNumber, shipment }: CorrectShipmentProps) {
  const [isOpen, dialog] = useDisclosure(false);
  const queryClient = useQueryClient();
  const { courier, tracking_number, tracking_url } = shipment;
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { courier, tracking_number, tracking_url: tracking_url ?? '' },
  });
  const correct = useMutation({
    ...correctShipmentMutation(),
    onSuccess: async () => {
      await queryClient.invalidateQueries();
      dialog.close();
    },
    onError: (error) => showFieldProblems(form, error),
  });
  const field = (path: 'courier' | 'tracking_number' | 'tracking_url') => ({
    key: form.key(path),
    ...form.getInputProps(path),
  });
  return (
    <>
      <Button
        variant="subtle"
        size="compact-sm"
        aria-label={`Correct shipment ${tracking_number}`}
        onClick={dialog.open}
      >
        Correct
      </Button>
      <FormDialog
        opened={isOpen}
        onClose={dialog.close}
        title={`Correct shipment ${tracking_number}`}
        action="Save shipment"
        isBusy={correct.isPending}
        error={correct.error}
        onSubmit={form.onSubmit(({ tracking_url: page, ...change }) =>
          correct.mutate({
            path: { order_number: orderNumber, shipment_id: shipment.id },
            // An unchanged tracking page follows the number if it came from the courier's template.
            body:
              page === (tracking_url ?? '') ? change : { ...change, tracking_url: page || null },
          }),
        )}
      >
        <TextInput label="Courier" required data-autofocus {...field('courier')} />
        <TextInput
          label="Tracking number"
          required
          autoComplete="off"
          {...field('tracking_number')}
        />
        <TextInput label="Tracking page" type="url" {...field('tracking_url')} />
      </FormDialog>
    </>
  );
}
