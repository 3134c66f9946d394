import { TextInput, type TextInputProps } from '@mantine/core';

/** Renders the field for an amount of money, of one hundredth or more. */
export function AmountField(input: TextInputProps) {
  return <TextInput label="Amount" type="number" min="0.01" step="0.01" required {...input} />;
}

/** Renders the field for the reason of what a dialog does, where typing begins. */
export function ReasonField(input: TextInputProps) {
  return <TextInput label="Reason" required data-autofocus {...input} />;
}
