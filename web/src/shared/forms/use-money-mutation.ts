import {
  useMutation,
  type DefaultError,
  type UseMutationOptions,
  type UseMutationResult,
} from '@tanstack/react-query';
import { useState } from 'react';

/** The variables that every call that moves money accepts. */
export interface MoneyVariables {
  headers: { 'Idempotency-Key': string };
}

interface KeyedMutation<Data, Variables> extends Omit<
  UseMutationOptions<Data, DefaultError, Variables>,
  'mutationFn'
> {
  mutationFn: (variables: Variables, money: MoneyVariables) => Promise<Data>;
}

/**
 * Provides a mutation for a dialog, with one Idempotency-Key for each opening and each success. So a second press, or another try
 * after a lost answer, moves no money twice:
 * - `repeatWith` takes the key of an earlier opening
 */
export function useKeyedMutation<Data, Variables>(
  { mutationFn, ...options }: KeyedMutation<Data, Variables>,
  isOpen: boolean,
): UseMutationResult<Data, DefaultError, Variables> & { repeatWith: (key: string) => void } {
  const [{ key, wasOpen }, setDialog] = useState({ key: newKey(), wasOpen: isOpen });
  if (isOpen !== wasOpen) setDialog({ key: newKey(), wasOpen: isOpen });
  const mutation = useMutation({
    ...options,
    mutationFn: async (variables: Variables) => {
      const data = await mutationFn(variables, { headers: { 'Idempotency-Key': key } });
      setDialog((dialog) => ({ ...dialog, key: newKey() }));
      return data;
    },
  });
  return { ...mutation, repeatWith: (earlier) => setDialog({ key: earlier, wasOpen: isOpen }) };
}

/** Makes a random key. `crypto.randomUUID` does not exist on pages without TLS. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
