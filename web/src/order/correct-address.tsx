import { Button, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { FormDialog } from '../shared/forms/form-dialog';
import { showFieldProblems } from '../shared/forms/form-problem';

interface Address {
  address: string;
  city: string;
  state: string;
  pincode: string;
  country: string;
}

interface CorrectAddressProps {
  /** As it is now. */
  shipping: Address;
  save: (address: Address) => Promise<unknown>;
}

/** Corrects where an order goes, as long as nothing was shipped. */
export function CorrectAddress({ shipping, save }: CorrectAddressProps) {
  const [isOpen, dialog] = useDisclosure(false);
  const queryClient = useQueryClient();
  const form = useForm({ mode: 'uncontrolled', initialValues: shipping });
  const correct = useMutation({
    mutationFn: save,
    onSuccess: async () => {
      await queryClient.invalidateQueries();
      dialog.close();
    },
    onError: (error) => showFieldProblems(form, error),
  });
  const field = (path: keyof Address) => ({ key: form.key(path), ...form.getInputProps(path) });
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
        onSubmit={form.onSubmit((address) => correct.mutate(address))}
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
