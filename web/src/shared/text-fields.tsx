import { TextInput, type TextInputProps } from '@mantine/core';

/** Renders the field for a number. `typedNumber` reads it as people type or paste it. */
export function NumberField(input: TextInputProps) {
  return <TextInput inputMode="decimal" autoComplete="off" {...input} />;
}

/** Renders the field for an amount of money. */
export function AmountField(input: TextInputProps) {
  return <NumberField label="Amount" required {...input} />;
}

/** Renders the field for the reason of what a dialog does, where typing begins. */
export function ReasonField(input: TextInputProps) {
  return <TextInput label="Reason" required data-autofocus {...input} />;
}
