import { TextInput, type TextInputProps } from '@mantine/core';
import {
  GSTIN_EXAMPLE,
  isGstin,
  panOfGstin,
  plainGstin,
  stateOfGstin,
} from '../../../../src/platform/gst/gstin.ts';
import { stateName } from '../../../../src/platform/gst/states.ts';

interface GstinFieldProps extends Omit<TextInputProps, 'value'> {
  value: string;
  /** State of the address; empty: none is chosen yet. */
  state: string;
  /** Fills in the state in which the GSTIN is registered, if none is chosen. */
  onState: (state: string) => void;
}

/** Renders the input of a GSTIN. It names the state that a complete one is registered in, and the PAN. */
export function GstinField({ value, state, onChange, onState, ...props }: GstinFieldProps) {
  const gstin = plainGstin(value);
  return (
    <TextInput
      label="GSTIN"
      description={
        isGstin(gstin)
          ? `Registered in ${stateName(stateOfGstin(gstin))}, PAN ${panOfGstin(gstin)}`
          : `15 characters, such as ${GSTIN_EXAMPLE}`
      }
      autoComplete="off"
      value={value}
      onChange={(event) => {
        const typed = plainGstin(event.currentTarget.value);
        onChange?.(event);
        if (state === '' && isGstin(typed)) onState(stateOfGstin(typed));
      }}
      {...props}
    />
  );
}

/** Names the problem of a GSTIN that a person typed; null: it is valid or blank. */
export function gstinProblem(text: string): string | null {
  const gstin = plainGstin(text);
  if (gstin === '' || isGstin(gstin)) return null;
  return gstin.length === 15
    ? 'This GSTIN cannot exist: a character is wrong.'
    : 'A GSTIN has 15 characters.';
}
