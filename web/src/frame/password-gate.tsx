import { useQueryClient, type Mutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { problemOf } from '../api/problem';
import { whenOpened } from '../shared/overlays/when-opened';

const PasswordDialog = whenOpened(
  async () => (await import('../shared/forms/password-dialog')).PasswordDialog,
);

/** Asks for the password when the service refuses a change without it, and then repeats the change. */
export function PasswordGate() {
  const mutations = useQueryClient().getMutationCache();
  const [refused, setRefused] = useState<Mutation<unknown, unknown, unknown> | null>(null);
  useEffect(
    () =>
      mutations.subscribe((event) => {
        if (event.type !== 'updated' || event.action.type !== 'error') return;
        if (problemOf(event.action.error).code === 'password_required') setRefused(event.mutation);
      }),
    [mutations],
  );
  return (
    <PasswordDialog
      opened={refused !== null}
      onClose={() => setRefused(null)}
      onConfirmed={() => {
        setRefused(null);
        // What is refused again is shown where the change was made.
        refused?.execute(refused.state.variables).catch(() => undefined);
      }}
    />
  );
}
