import { Button, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ClientOrderRecordDto } from '../../api/generated/dashboard/dashboard-api.schemas';
import { correctOwnOrderAddressMutation } from '../../api/generated/dashboard/dashboard-api.tanstack';
import { FormDialog } from '../../shared/form-dialog';
import { showFieldProblems } from '../../shared/form-problem';

/** Corrects where an order goes, as long as nothing was shipped. */
export function CorrectAddress({ order }: { order: ClientOrderRecordDto }) {
  const [isOpen, dialog] = useDisclosure(false);
  const queryClient = useQueryClient();
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: order.shipping,
  });
  const correct = useMutation({
    ...correctOwnOrderAddressMutation(),
    onSuccess: async () => {
      await queryClient.invalidateQueries();
      dialog.close();
    },
    onError: (error) => showFieldProblems(form, error),
  });
  const field = (path: keyof typeof order.shipping) => ({
    key: form.key(path),
    ...form.getInputProps(path),
  });
  return (
    <>
      <Button variant="subtle" size="compact-sm" onClick={dialog.open}>
        Correct address
      </Button>
      <FormDialog
        opened={isOpen}
        onClose={dialog.close}
        title="Correct address"
        action="Save address"
        isBusy={correct.isPending}
        error={correct.error}
        onSubmit={form.onSubmit((address) =>
          correct.mutate({ path: { order_number: order.order_number }, body: address }),
        )}
      >
        <Textarea label="Street address" required rows={3} data-autofocus {...field('address')} />
        <TextInput label="City" required {...field('city')} />
        <TextInput label="State" required {...field('state')} />
        <TextInput label="PIN code" inputMode="numeric" required {...field('pincode')} />
        <TextInput label="Country" required {...field('country')} />
      </FormDialog>
    </>
  );
}
