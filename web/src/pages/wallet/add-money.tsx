import { Button, NumberInput } from '@mantine/core';
import '@mantine/core/styles/NumberInput.layer.css';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { openCheckoutMutation } from '../../api/generated/dashboard/dashboard-api.tanstack';
import { CURRENT_GATEWAY } from '../../payments/gateways/gateways';
import { loadPage } from '../../payments/pages';
import { FormDialog } from '../../shared/forms/form-dialog';
import { showFieldProblems } from '../../shared/forms/form-problem';
import { useMoneyMutation } from '../../shared/forms/use-money-mutation';
import { useDraft } from '../../shared/forms/use-draft';

/** Adds money to the wallet through the gateway; renders nothing without one. */
export function AddMoney() {
  const [isOpen, dialog] = useDisclosure(false);
  const form = useForm<{ amount: number | string }>({
    initialValues: { amount: '' },
  });
  const draft = useDraft('add money', form, isOpen);
  const open = useMoneyMutation(
    {
      ...openCheckoutMutation(),
      onSuccess: ({ data }) => {
        draft.forget();
        loadPage(data.pay_url);
      },
      onError: (error) => showFieldProblems(form, error),
    },
    isOpen,
  );
  if (CURRENT_GATEWAY === null) return null;
  return (
    <>
      <Button onClick={dialog.open}>Add money</Button>
      <FormDialog
        opened={isOpen}
        onClose={dialog.close}
        title="Add money to the wallet"
        action="Go to payment"
        isBusy={open.isPending || open.isSuccess}
        error={open.error}
        onSubmit={form.onSubmit(({ amount }) => open.mutate({ body: { amount: Number(amount) } }))}
      >
        {draft.offer}
        <NumberInput
          label="Amount"
          required
          min={1}
          decimalScale={2}
          hideControls
          data-autofocus
          {...form.getInputProps('amount')}
        />
      </FormDialog>
    </>
  );
}
