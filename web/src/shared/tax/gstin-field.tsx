import { TextInput, type TextInputProps } from '@mantine/core';
import { GSTIN_EXAMPLE, isGstin, stateOfGstin } from '../../../../src/platform/gst/gstin.ts';
import { stateName } from '../../../../src/platform/gst/states.ts';

/** Renders the input of a GSTIN. It names the state that a complete one is registered in. */
export function GstinField({ value, ...props }: Omit<TextInputProps, 'value'> & { value: string }) {
  const gstin = value.trim().toUpperCase();
  return (
    <TextInput
      label="GSTIN"
      description={
        isGstin(gstin)
          ? `Registered in ${stateName(stateOfGstin(gstin))}`
          : `15 characters, such as ${GSTIN_EXAMPLE}`
      }
      autoComplete="off"
      value={value}
      {...props}
    />
  );
}

/** Names the problem of a GSTIN that a person typed; null: it is valid or blank. */
export function gstinProblem(text: string): string | null {
  const gstin = text.trim().toUpperCase();
  if (gstin === '' || isGstin(gstin)) return null;
  return gstin.length === 15
    ? 'This GSTIN cannot exist: a character is wrong.'
    : 'A GSTIN has 15 characters.';
}
