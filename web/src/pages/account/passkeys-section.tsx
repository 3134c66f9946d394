import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { PasskeyDto } from '../../api/generated/dashboard-types';
import { listPasskeysOptions, removePasskeyMutation } from '../../api/generated/dashboard';
import { HAS_PASSKEYS, loadPasskeys } from '../../api/load-passkeys';
import { ConfirmButton } from '../../shared/forms/confirm-button';
import { FormButton } from '../../shared/forms/form-button';
import { column, type Column } from '../../shared/lists/columns';
import { ListSection } from '../../shared/lists/list-view';
import { RelativeTime } from '../../shared/time';

const COLUMNS: readonly Column<PasskeyDto>[] = [
  column.text('Passkey', 'name'),
  column.time('Added', 'created_at'),
  column.cell('Last used', ({ last_used_at: at }) =>
    at === null ? 'Never' : <RelativeTime at={at} />,
  ),
  column.wide('Actions', ({ id, name }) => (
    <ConfirmButton
      color="red"
      label="Remove"
      aria-label={`Remove passkey ${name}`}
      title={`Remove passkey ${name}?`}
      action="Remove passkey"
      busy="Removing…"
      isDangerous
      send={() => removePasskeyMutation().mutationFn({ path: { id } })}
    >
      <p>It no longer opens your account. Remove it from your device as well.</p>
    </ConfirmButton>
  )),
];

/** Renders a person's passkeys. */
export function PasskeysSection() {
  const query = useQuery(listPasskeysOptions());
  return (
    <ListSection
      title="Passkeys"
      aside={HAS_PASSKEYS && <AddPasskey />}
      query={query}
      columns={COLUMNS}
      empty="With a passkey you sign in by fingerprint, face or PIN of your device, without your password."
    />
  );
}

function AddPasskey() {
  return (
    <FormButton
      label="Add passkey"
      action="Create passkey"
      initialValues={{ name: '' }}
      send={async ({ name }) => (await loadPasskeys()).createPasskey(name)}
    >
      {({ getInputProps }) => (
        <TextInput
          label="Name"
          description="The device, such as “Laptop”"
          required
          maxLength={60}
          autoComplete="off"
          data-autofocus
          {...getInputProps('name')}
        />
      )}
    </FormButton>
  );
}
