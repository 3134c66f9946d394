import {
  useForm,
  type GetInputPropsReturnType,
  type UseFormInput,
  type UseFormReturnType,
} from '@mantine/form';
import { useQueryClient, type UseMutationResult } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useRef } from 'react';
import { showFieldProblems } from './form-problem';
import { useDraft, type Draft } from './use-draft';
import { useKeyedMutation, type MoneyVariables } from './use-money-mutation';

/** A function that gives a field of a form what it needs, by the field's path. */
export type FieldOf = (path: string) => { key: string } & GetInputPropsReturnType;

/** Values that a form sends. They are no whole call: one with its own headers would leave out the key. */
export interface WithoutHeaders {
  headers?: never;
  /** All values have it. Without a member that has to be there, TypeScript would refuse most types. */
  toString: () => string;
}

interface SavedForm<Values, Sent, Answer> {
  form: UseFormReturnType<Values>;
  draft: Draft;
  save: UseMutationResult<Answer, Error, Sent>;
  field: FieldOf;
}

interface Options<Values, Sent, Answer> extends Pick<UseFormInput<Values>, 'validate'> {
  /** Name of its draft, on its page. */
  name: string;
  initialValues: Values;
  /** False while the dialog of the form is closed. */
  isOpen?: boolean;
  /** Sends the form; a call that moves money takes the key of this opening along. */
  send: (sent: Sent, money: MoneyVariables) => Promise<Answer>;
  onSaved?: (answer: Answer, form: UseFormReturnType<Values>) => void | Promise<void>;
  /** Called once the page shows what was saved; `isHere` is false if the person has gone to another page meanwhile. */
  onShown?: (answer: Answer, isHere: boolean) => void | Promise<void>;
}

/**
 * Provides a form with its draft and the call that saves it. The service's messages appear next to their fields, and the page
 * is loaded again afterwards.
 */
export function useSavedForm<Values extends object, Sent extends WithoutHeaders, Answer>(
  options: Options<Values, Sent, Answer>,
): SavedForm<Values, Sent, Answer> {
  const { name, initialValues, validate, isOpen = true, send, onSaved, onShown } = options;
  const queryClient = useQueryClient();
  const { history } = useRouter();
  const sentFrom = useRef('');
  const form = useForm<Values>({ initialValues, validate });
  const save = useKeyedMutation(
    {
      mutationFn: async (sent: Sent, money) => {
        sentFrom.current = history.location.pathname;
        return draft.sending(money.headers['Idempotency-Key'], () => send(sent, money));
      },
      onSuccess: async (answer) => {
        draft.forget();
        await onSaved?.(answer, form);
        await queryClient.invalidateQueries();
        await onShown?.(answer, history.location.pathname === sentFrom.current);
      },
      onError: (error) => showFieldProblems(form, error),
    },
    isOpen,
  );
  const draft: Draft = useDraft(name, form, isOpen, save.repeatWith);
  const field: FieldOf = (path) => ({
    key: form.key(path),
    ...form.getInputProps(path),
    // What is sent is what was checked.
    ...(form.validating && { readOnly: true }),
  });
  return { form, draft, save, field };
}
