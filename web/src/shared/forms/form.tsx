import type { UseFormReturnType } from '@mantine/form';
import type { ComponentProps } from 'react';

interface FormProps extends ComponentProps<'form'> {
  /** The form whose fields these are; undefined without a field that is needed. */
  fields?: Pick<UseFormReturnType<Record<string, unknown>>, 'setErrors' | 'isValidating'>;
}

/**
 * Renders a form that says at each field what is wrong there. The browser's own messages name one field and go again.
 * - while its fields are being checked, it is not sent again: the form would take the earlier check for a success
 */
export function Form({ fields, onSubmit, ...form }: FormProps) {
  return (
    <form
      {...form}
      noValidate
      onSubmit={(event) => {
        const wrong = [...event.currentTarget.elements].filter(isWrong);
        const [first] = wrong;
        if (first === undefined && !fields?.isValidating()) {
          onSubmit?.(event);
          return;
        }
        event.preventDefault();
        const problems: Record<string, string> = {};
        for (const field of wrong) problems[field.dataset.path ?? ''] = problemOf(field);
        fields?.setErrors(problems);
        first?.focus();
      }}
    />
  );
}

/** Returns true if a field lacks a value, or has one that the browser refuses. */
function isWrong(field: Element): field is HTMLInputElement {
  return 'checkValidity' in field && !(field as HTMLInputElement).checkValidity();
}

function problemOf({ validity, validationMessage }: HTMLInputElement): string {
  return validity.valueMissing ? 'Fill this in.' : validationMessage;
}
