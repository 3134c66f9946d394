import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { recordPayoutMutation } from '../../../api/generated/admin/admin-api.tanstack';
import { FormDialog } from '../../../shared/forms/form-dialog';
import { showFieldProblems } from '../../../shared/forms/form-problem';
import { PasswordGate } from '../../../shared/forms/password-gate';
import { useWaiting, WaitsHint } from '../money/approvals/waiting';
import { useMoneyMutation } from '../../../shared/forms/use-money-mutation';

/** Records money of the wallet that the bank paid out to the client. */
export function PayOut({ clientId }: { clientId: number }) {
  const [isOpen, dialog] = useDisclosure(false);
  const waiting = useWaiting();
  const [amount, setAmount] = useState('');
  const queryClient = useQueryClient();
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { amount: '', reference: '', note: '' },
    onValuesChange: (values) => setAmount(values.amount),
  });
  const pay = useMoneyMutation(
    {
      ...recordPayoutMutation(),
      onSuccess: async ({ data }) => {
        form.reset();
        setAmount('');
        dialog.close();
        waiting.show(data);
        await queryClient.invalidateQueries();
      },
      onError: (error) => showFieldProblems(form, error),
    },
    isOpen,
  );
  return (
    <>
      <Button variant="default" onClick={dialog.open}>
        Record payout
      </Button>
      <FormDialog
        opened={isOpen}
        onClose={dialog.close}
        title="Record payout"
        action="Record payout"
        isBusy={pay.isPending}
        error={pay.error}
        onSubmit={form.onSubmit((values) =>
          pay.mutate({
            path: { id: clientId },
            body: { ...values, amount: Number(values.amount) },
          }),
        )}
      >
        <p className="soft">
          Make the transfer at your bank first, or, if it has to wait, once it is approved. This
          takes it from the wallet.
        </p>
        <WaitsHint kind="payout" amount={Number(amount)} />
        <TextInput
          label="Amount"
          type="number"
          min="0.01"
          step="0.01"
          required
          data-autofocus
          key={form.key('amount')}
          {...form.getInputProps('amount')}
        />
        <TextInput
          label="Reference"
          description="The transfer’s id at your bank. Each id is recorded once"
          required
          autoComplete="off"
          key={form.key('reference')}
          {...form.getInputProps('reference')}
        />
        <TextInput label="Note" key={form.key('note')} {...form.getInputProps('note')} />
      </FormDialog>
      {waiting.dialog}
      <PasswordGate mutation={pay} />
    </>
  );
}
