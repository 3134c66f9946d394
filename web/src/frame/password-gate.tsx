import { useQueryClient, type Mutation } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import { problemOf } from '../api/problem';

const PasswordDialog = lazy(async () => ({
  default: (await import('../shared/forms/password-dialog')).PasswordDialog,
}));

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
  if (refused === null) return null;
  return (
    <Suspense>
      <PasswordDialog
        opened
        onClose={() => setRefused(null)}
        onConfirmed={() => {
          setRefused(null);
          // What is refused again is shown where the change was made.
          refused.execute(refused.state.variables).catch(() => undefined);
        }}
      />
    </Suspense>
  );
}
