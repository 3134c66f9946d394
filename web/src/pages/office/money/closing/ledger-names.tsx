import { Button, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { LedgerNameDto } from '../../../../api/generated/admin/admin-api.schemas';
import {
  listLedgerNamesOptions,
  replaceLedgerNamesMutation,
} from '../../../../api/generated/admin/admin-api.tanstack';
import { FormDialog } from '../../../../shared/forms/form-dialog';
import { useSavedForm } from '../../../../shared/forms/use-saved-form';

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
  const { form, draft, save, field } = useSavedForm({
    name: 'ledger names',
    initialValues: { names: names.map(({ name }) => ({ name })) },
    send: replaceLedgerNamesMutation().mutationFn,
    onShown: onClose,
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
          label={default_name}
          required
          autoComplete="off"
          data-autofocus={index === 0 || undefined}
          maxLength={100}
          name={account}
          {...field(`names.${index}.name`)}
        />
      ))}
    </FormDialog>
  );
}
