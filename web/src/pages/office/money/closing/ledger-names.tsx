import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { LedgerNameDto } from '../../../../api/generated/admin/admin-api.schemas';
import {
  listLedgerNamesOptions,
  replaceLedgerNamesMutation,
} from '../../../../api/generated/admin/admin-api.tanstack';
import { FormDialog } from '../../../../shared/forms/form-dialog';
import { showFieldProblems } from '../../../../shared/forms/form-problem';
import { useDraft } from '../../../../shared/forms/use-draft';

/** Changes the names of accounts in the accountant's books. */
export function LedgerNames() {
  const [isOpen, dialog] = useDisclosure(false);
  const names = useQuery(listLedgerNamesOptions()).data?.data;
  return (
    <>
      <Button
        variant="default"
        size="compact-sm"
        onClick={dialog.open}
        disabled={names === undefined}
      >
        Names in the books
      </Button>
      {names !== undefined && isOpen && <NamesForm names={names} onClose={dialog.close} />}
    </>
  );
}

function NamesForm({ names, onClose }: { names: readonly LedgerNameDto[]; onClose: () => void }) {
  const queryClient = useQueryClient();
  const form = useForm({
    initialValues: { names: names.map(({ name }) => ({ name })) },
  });
  const draft = useDraft('ledger names', form, true);
  const save = useMutation({
    ...replaceLedgerNamesMutation(),
    onSuccess: async () => {
      draft.forget();
      await queryClient.invalidateQueries();
      onClose();
    },
    onError: (error) => showFieldProblems(form, error),
  });
  return (
    <FormDialog
      opened
      onClose={onClose}
      title="Names in the accountant’s books"
      action="Save names"
      isBusy={save.isPending}
      error={save.error}
      onSubmit={form.onSubmit(({ names: chosen }) =>
        save.mutate({
          body: { names: names.map(({ account }, index) => ({ account, ...chosen[index]! })) },
        }),
      )}
    >
      <p className="soft small">
        The names of ledgers, exactly as Tally has them. In those of clients,{' '}
        <code>{'{client}'}</code> stands for the name of the client.
      </p>
      {draft.offer}
      {names.map(({ account, default_name }, index) => (
        <TextInput
          key={form.key(`names.${index}.name`)}
          label={default_name}
          required
          autoComplete="off"
          data-autofocus={index === 0 || undefined}
          maxLength={100}
          name={account}
          {...form.getInputProps(`names.${index}.name`)}
        />
      ))}
    </FormDialog>
  );
}
