import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { createPlanMutation } from '../../../api/generated/admin/admin-api.tanstack';
import { FormDialog } from '../../../shared/forms/form-dialog';
import { showFieldProblems } from '../../../shared/forms/form-problem';
import { percentOf, percentProblem } from './percent';

/** Makes a plan. */
export function NewPlan() {
  const [isOpen, dialog] = useDisclosure(false);
  const queryClient = useQueryClient();
  const form = useForm({
    initialValues: { name: '', code: '', discount_percent: '0' },
    validate: { discount_percent: percentProblem },
  });
  const create = useMutation({
    ...createPlanMutation(),
    onSuccess: async () => {
      dialog.close();
      form.reset();
      await queryClient.invalidateQueries();
    },
    onError: (error) => showFieldProblems(form, error),
  });
  return (
    <>
      <Button onClick={dialog.open}>New plan</Button>
      <FormDialog
        opened={isOpen}
        onClose={dialog.close}
        title="New plan"
        action="Create plan"
        isBusy={create.isPending}
        error={create.error}
        onSubmit={form.onSubmit(({ discount_percent: percent, ...plan }) =>
          create.mutate({ body: { ...plan, discount_percent: percentOf(percent) } }),
        )}
      >
        <TextInput label="Name" required data-autofocus {...form.getInputProps('name')} />
        <TextInput
          label="Code"
          description="Letters, digits, - and _; it cannot be changed later"
          required
          autoComplete="off"
          {...form.getInputProps('code')}
        />
        <TextInput
          label="Percent off base prices"
          required
          autoComplete="off"
          {...form.getInputProps('discount_percent')}
        />
      </FormDialog>
    </>
  );
}
