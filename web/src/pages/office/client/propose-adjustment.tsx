import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { proposeAdjustmentMutation } from '../../../api/generated/admin/admin-api.tanstack';
import { FormDialog } from '../../../shared/forms/form-dialog';
import { showFieldProblems } from '../../../shared/forms/form-problem';
import { PasswordGate } from '../../../shared/forms/password-gate';
import { useMoneyMutation } from '../../../shared/forms/use-money-mutation';

/** Proposes a correction of the wallet, which another person approves or rejects. */
export function ProposeAdjustment({ clientId }: { clientId: number }) {
  const [isOpen, dialog] = useDisclosure(false);
  const queryClient = useQueryClient();
  const form = useForm({ mode: 'uncontrolled', initialValues: { amount: '', reason: '' } });
  const propose = useMoneyMutation(
    {
      ...proposeAdjustmentMutation(),
      onSuccess: async () => {
        form.reset();
        dialog.close();
        await queryClient.invalidateQueries();
      },
      onError: (error) => showFieldProblems(form, error),
    },
    isOpen,
  );
  return (
    <>
      <Button variant="default" onClick={dialog.open}>
        Propose correction
      </Button>
      <FormDialog
        opened={isOpen}
        onClose={dialog.close}
        title="Propose correction"
        action="Propose correction"
        isBusy={propose.isPending}
        error={propose.error}
        onSubmit={form.onSubmit(({ amount, reason }) =>
          propose.mutate({ path: { id: clientId }, body: { amount: Number(amount), reason } }),
        )}
      >
        <p className="soft">
          Nothing moves before another person approves it, unless it is within the limit.
        </p>
        <TextInput
          label="Amount"
          description="Positive: into the wallet. Negative: out of it"
          type="number"
          step="0.01"
          required
          data-autofocus
          key={form.key('amount')}
          {...form.getInputProps('amount')}
        />
        <TextInput
          label="Reason"
          description="The client sees it in the statement"
          required
          key={form.key('reason')}
          {...form.getInputProps('reason')}
        />
      </FormDialog>
      <PasswordGate mutation={propose} />
    </>
  );
}
