import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import type { ReceiptDto } from '../../../../api/generated/admin/admin-api.schemas';
import { reverseReceiptMutation } from '../../../../api/generated/admin/admin-api.tanstack';
import { FormDialog } from '../../../../shared/forms/form-dialog';
import { showFieldProblems } from '../../../../shared/forms/form-problem';
import { formatMoney } from '../../../../shared/format';
import { useWaiting, WaitsHint } from '../approvals/waiting';
import { useMoneyMutation } from '../../../../shared/forms/use-money-mutation';

/** Reverses a receipt that was a mistake or whose money did not arrive. */
export function ReverseReceipt({ receipt }: { receipt: ReceiptDto }) {
  const { id, reference, amount, tax_deducted: tax } = receipt;
  const waiting = useWaiting();
  const [isOpen, dialog] = useDisclosure(false);
  const queryClient = useQueryClient();
  const form = useForm({ mode: 'uncontrolled', initialValues: { reason: '' } });
  const reverse = useMoneyMutation(
    {
      ...reverseReceiptMutation(),
      onSuccess: async ({ data }) => {
        dialog.close();
        waiting.show(data);
        await queryClient.invalidateQueries();
      },
      onError: (error) => showFieldProblems(form, error),
    },
    isOpen,
  );
  const name = reference ?? `receipt ${id}`;
  return (
    <>
      <Button
        variant="default"
        size="compact-sm"
        aria-label={`Reverse ${name}`}
        onClick={dialog.open}
      >
        Reverse
      </Button>
      <FormDialog
        opened={isOpen}
        onClose={dialog.close}
        title={`Reverse ${name}`}
        action={`Take ${formatMoney(amount)} from the wallet`}
        isBusy={reverse.isPending}
        error={reverse.error}
        onSubmit={form.onSubmit((body) => reverse.mutate({ path: { id }, body }))}
      >
        <p className="soft">
          The amount leaves the client’s wallet. Orders that it paid stay paid. The reference can be
          recorded again.
        </p>
        <WaitsHint kind="reversal" amount={amount + tax} />
        <TextInput
          label="Reason"
          description="Shown in the audit log and in the client’s statement"
          required
          data-autofocus
          key={form.key('reason')}
          {...form.getInputProps('reason')}
        />
      </FormDialog>
      {waiting.dialog}
    </>
  );
}
