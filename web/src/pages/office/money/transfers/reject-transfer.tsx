import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import type { TransferDto } from '../../../../api/generated/admin/admin-api.schemas';
import { rejectTransferMutation } from '../../../../api/generated/admin/admin-api.tanstack';
import { FormDialog } from '../../../../shared/forms/form-dialog';
import { showFieldProblems } from '../../../../shared/forms/form-problem';
import { useMoneyMutation } from '../../../../shared/forms/use-money-mutation';

/** Rejects a transfer whose money did not arrive. The client sees the reason. */
export function RejectTransfer({ transfer: { id, utr } }: { transfer: TransferDto }) {
  const [isOpen, dialog] = useDisclosure(false);
  const queryClient = useQueryClient();
  const form = useForm({ mode: 'uncontrolled', initialValues: { reason: '' } });
  const reject = useMoneyMutation(
    {
      ...rejectTransferMutation(),
      onSuccess: async () => {
        await queryClient.invalidateQueries();
        dialog.close();
      },
      onError: (error) => showFieldProblems(form, error),
    },
    isOpen,
  );
  return (
    <>
      <Button variant="subtle" size="compact-sm" onClick={dialog.open} aria-label={`Reject ${utr}`}>
        Reject
      </Button>
      <FormDialog
        opened={isOpen}
        onClose={dialog.close}
        title={`Reject transfer ${utr}`}
        action="Reject transfer"
        isBusy={reject.isPending}
        error={reject.error}
        onSubmit={form.onSubmit((body) => reject.mutate({ path: { id }, body }))}
      >
        <TextInput
          label="Reason"
          description="The client sees it"
          required
          data-autofocus
          key={form.key('reason')}
          {...form.getInputProps('reason')}
        />
      </FormDialog>
    </>
  );
}
