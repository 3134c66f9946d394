import { Button, TextInput } from '@mantine/core';
import { useForm, type UseFormReturnType } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ClientDto } from '../../../api/generated/admin/admin-api.schemas';
import { updateClientMutation } from '../../../api/generated/admin/admin-api.tanstack';
import { useMay } from '../../../frame/session';
import { FormDialog } from '../../../shared/forms/form-dialog';
import { showFieldProblems } from '../../../shared/forms/form-problem';

type ClientForm = UseFormReturnType<{
  name: string;
  email: string;
  max_reserved_units: string;
  max_open_value: string;
}>;

/** Renders the form for a client's name, address, and limits on unpaid orders. */
export function EditClient({ client }: { client: ClientDto }) {
  const [isOpen, dialog] = useDisclosure(false);
  const queryClient = useQueryClient();
  const seesAmounts = useMay('prices:read');
  const form: ClientForm = useForm({
    mode: 'uncontrolled',
    initialValues: {
      name: client.name,
      email: client.email,
      max_reserved_units: textOf(client.max_reserved_units),
      max_open_value: textOf(client.max_open_value ?? null),
    },
  });
  const change = useMutation({
    ...updateClientMutation(),
    onSuccess: async () => {
      dialog.close();
      await queryClient.invalidateQueries();
    },
    onError: (error) => showFieldProblems(form, error),
  });
  return (
    <>
      <Button variant="default" size="compact-sm" onClick={dialog.open}>
        Edit
      </Button>
      <FormDialog
        opened={isOpen}
        onClose={dialog.close}
        title={`Edit ${client.name}`}
        action="Save"
        isBusy={change.isPending}
        error={change.error}
        onSubmit={form.onSubmit(({ name, email, ...limits }) =>
          change.mutate({
            path: { id: client.id },
            body: {
              name,
              email,
              max_reserved_units: limitOf(limits.max_reserved_units),
              ...(seesAmounts && { max_open_value: limitOf(limits.max_open_value) }),
            },
          }),
        )}
      >
        <Fields form={form} />
      </FormDialog>
    </>
  );
}

function Fields({ form }: { form: ClientForm }) {
  const seesAmounts = useMay('prices:read');
  return (
    <>
      <TextInput
        label="Company"
        required
        data-autofocus
        key={form.key('name')}
        {...form.getInputProps('name')}
      />
      <TextInput
        label="Email"
        type="email"
        required
        key={form.key('email')}
        {...form.getInputProps('email')}
      />
      <TextInput
        label="Units of unpaid orders"
        description="Maximum. 0 = unlimited, empty = default"
        type="number"
        min="0"
        step="1"
        key={form.key('max_reserved_units')}
        {...form.getInputProps('max_reserved_units')}
      />
      {seesAmounts && (
        <TextInput
          label="Value of unpaid orders"
          description="Maximum. 0 = unlimited, empty = default"
          type="number"
          min="0"
          step="0.01"
          key={form.key('max_open_value')}
          {...form.getInputProps('max_open_value')}
        />
      )}
    </>
  );
}

function textOf(limit: number | null): string {
  return limit === null ? '' : String(limit);
}

function limitOf(text: string): number | null {
  return text === '' ? null : Number(text);
}
