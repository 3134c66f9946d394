import { Button, type ButtonProps } from '@mantine/core';
import type { UseFormInput, UseFormReturnType } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { useOfflineSince } from '../../api/offline';
import { FormDialog } from './form-dialog';
import type { MoneyVariables } from './use-money-mutation';
import { useSavedForm, type FieldOf, type WithoutHeaders } from './use-saved-form';

interface FormButtonProps<Values extends object, Answer>
  extends Omit<ButtonProps, 'children'>, Pick<UseFormInput<Values>, 'validate'> {
  label: string;
  'aria-label'?: string;
  /** Title of the dialog; the label by default. */
  title?: string;
  /** Name of its draft, where several forms of the page have the same title; the title by default. */
  draftName?: string;
  /** Label of the button that sends the form: "Create token". */
  action: string;
  /** Each opening of the dialog starts with these values. */
  initialValues: Values;
  /** Sends the values; a call that moves money takes the key of this opening along. */
  send: (values: Values, money: MoneyVariables) => Promise<Answer>;
  /** Receives the answer after the dialog was closed. */
  onSaved?: (answer: Answer) => void;
  /** Renders the fields; the first one has `data-autofocus`. The error is that of the last attempt. */
  children: (form: UseFormReturnType<Values>, field: FieldOf, error: unknown) => ReactNode;
}

/** Renders a button, small and quiet, that opens a form in a dialog. The dialog closes when the service has accepted the form. */
export function FormButton<Values extends object & WithoutHeaders, Answer>(
  props: FormButtonProps<Values, Answer>,
) {
  const { label, title = label, draftName = title, action, initialValues, ...rest } = props;
  const { validate, send, onSaved, children, ...button } = rest;
  const [isOpen, dialog] = useDisclosure(false);
  const isOffline = useOfflineSince() !== null;
  const { form, draft, save, field } = useSavedForm({
    name: draftName,
    initialValues,
    validate,
    isOpen,
    send,
    onSaved: (answer: Answer) => {
      dialog.close();
      onSaved?.(answer);
    },
  });
  const open = (): void => {
    form.setInitialValues(initialValues);
    form.reset();
    save.reset();
    dialog.open();
  };
  return (
    <>
      <Button
        variant="default"
        size="compact-sm"
        {...button}
        disabled={button.disabled === true || isOffline}
        onClick={open}
      >
        {label}
      </Button>
      <FormDialog
        fields={form}
        opened={isOpen}
        onClose={dialog.close}
        title={title}
        action={action}
        isBusy={save.isPending}
        error={save.error}
        onSubmit={form.onSubmit((values) => save.mutate(values))}
      >
        {draft.offer}
        {children(form, field, save.error)}
      </FormDialog>
    </>
  );
}
