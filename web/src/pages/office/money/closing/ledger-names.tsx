import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import {
  listLedgerNamesOptions,
  replaceLedgerNamesMutation,
} from '../../../../api/generated/admin';
import { FormButton } from '../../../../shared/forms/form-button';

/** Changes the names of accounts in the accountant's books. */
export function LedgerNames() {
  const { data } = useQuery(listLedgerNamesOptions());
  const names = data?.data ?? [];
  return (
    <FormButton
      label="Names in the books"
      title="Names in the accountant’s books"
      action="Save names"
      disabled={data === undefined}
      initialValues={{ names: names.map(({ name }) => ({ name })) }}
      send={({ names: chosen }) =>
        replaceLedgerNamesMutation().mutationFn({
          body: { names: names.map(({ account }, index) => ({ account, ...chosen[index]! })) },
        })
      }
    >
      {({ key, getInputProps }) => (
        <>
          <p className="soft small">
            The names of ledgers, exactly as Tally has them. In those of clients,{' '}
            <code>{'{client}'}</code> stands for the name of the client.
          </p>
          {names.map(({ account, default_name }, index) => (
            <TextInput
              key={key(`names.${index}.name`)}
              label={default_name}
              required
              autoComplete="off"
              data-autofocus={index === 0 || undefined}
              maxLength={100}
              name={account}
              {...getInputProps(`names.${index}.name`)}
            />
          ))}
        </>
      )}
    </FormButton>
  );
}
