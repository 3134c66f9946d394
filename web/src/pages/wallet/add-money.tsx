import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { openCheckoutMutation } from '../../api/generated/dashboard';
import { CURRENT_GATEWAY } from '../../payments/gateways';
import { loadPage } from '../../payments/pages';
import { FormDialog } from '../../shared/forms/form-dialog';
import { useSavedForm } from '../../shared/forms/use-saved-form';
import { AmountField } from '../../shared/text-fields';
import { typedNumber } from '../../shared/forms/typed-number';

/** Adds money to the wallet through the gateway; renders nothing without one. */
export function AddMoney() {
  const [isOpen, dialog] = useDisclosure(false);
  const { form, draft, save } = useSavedForm({
    name: 'add money',
    isOpen,
    initialValues: { amount: '' },
    send: ({ amount }: { amount: string }, money) =>
      openCheckoutMutation().mutationFn({ body: { amount: typedNumber(amount) }, ...money }),
    onSaved: ({ data }) => loadPage(data.pay_url),
  });
  const open = (): void => {
    form.reset();
    save.reset();
    dialog.open();
  };
  if (CURRENT_GATEWAY === null) return null;
  return (
    <>
      <Button onClick={open}>Add money</Button>
      <FormDialog
        fields={form}
        opened={isOpen}
        onClose={dialog.close}
        title="Add money to the wallet"
        action="Go to payment"
        isBusy={save.isPending || save.isSuccess}
        error={save.error}
        onSubmit={form.onSubmit((values) => save.mutate(values))}
      >
        {draft.offer}
        <AmountField data-autofocus {...form.getInputProps('amount')} />
      </FormDialog>
    </>
  );
}
