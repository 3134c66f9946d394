import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { OrderRecordDto } from '../../../api/generated/admin/admin-api.schemas';
import { recordPaymentMutation } from '../../../api/generated/admin/admin-api.tanstack';
import { FormDialog } from '../../../shared/forms/form-dialog';
import { showFieldProblems } from '../../../shared/forms/form-problem';
import { formatMoney } from '../../../shared/format';
import { paymentMethod } from '../../../shared/terms/payment-method';

const METHODS = ['bank_transfer', 'neft', 'rtgs', 'imps', 'upi', 'cash', 'wallet'];

/** Records that an order was paid, or pays it from the client's wallet. */
export function RecordPayment({ order }: { order: OrderRecordDto }) {
  const [isOpen, dialog] = useDisclosure(false);
  const queryClient = useQueryClient();
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { method: 'bank_transfer', reference: '' },
  });
  const record = useMutation({
    ...recordPaymentMutation(),
    onSuccess: async () => {
      await queryClient.invalidateQueries();
      dialog.close();
    },
    onError: (error) => showFieldProblems(form, error),
  });
  const { order_number, total = 0 } = order;
  return (
    <>
      <Button variant="subtle" size="compact-sm" onClick={dialog.open}>
        Record payment
      </Button>
      <FormDialog
        opened={isOpen}
        onClose={dialog.close}
        title={`Payment of ${order_number}`}
        action={`Record ${formatMoney(total)}`}
        isBusy={record.isPending}
        error={record.error}
        onSubmit={form.onSubmit(({ method, reference }) =>
          record.mutate({
            path: { order_number },
            body: { method, ...(method !== 'wallet' && { reference }), amount: total },
          }),
        )}
      >
        <NativeSelect
          label="Paid by"
          data-autofocus
          data={METHODS.map((value) => ({ value, label: paymentMethod(value) }))}
          key={form.key('method')}
          {...form.getInputProps('method')}
        />
        <TextInput
          label="Reference"
          description="The UTR, or the number of the receipt; a payment with the same reference is recorded once"
          autoComplete="off"
          key={form.key('reference')}
          {...form.getInputProps('reference')}
        />
      </FormDialog>
    </>
  );
}
