import { NativeSelect, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { ADDRESS_STATES } from '../../../../src/platform/gst/states.ts';
import { pincodeWarning, type AddressValues } from './address-values';

const STATES = [
  { value: '', label: 'Choose a state' },
  ...ADDRESS_STATES.map(({ code, name }) => ({ value: code, label: `${name} (${code})` })).sort(
    (a, b) => a.label.localeCompare(b.label, 'en'),
  ),
];

interface AddressFieldsProps {
  getInputProps: UseFormReturnType<Record<string, unknown>>['getInputProps'];
  /** Name of the address in the form. */
  path: string;
  values: AddressValues;
  isRequired?: boolean;
}

/** Renders the inputs of an address in India. */
export function AddressFields({ getInputProps, path, values, isRequired }: AddressFieldsProps) {
  const field = (name: keyof AddressValues) => ({
    required: isRequired === true && name !== 'line2',
    ...getInputProps(`${path}.${name}`),
  });
  return (
    <>
      <TextInput label="Address" autoComplete="address-line1" {...field('line1')} />
      <TextInput label="Second line" autoComplete="address-line2" {...field('line2')} />
      <TextInput label="Place" autoComplete="address-level2" {...field('place')} />
      <TextInput
        label="PIN code"
        description={pincodeWarning(values)}
        inputMode="numeric"
        autoComplete="postal-code"
        {...field('pincode')}
      />
      <NativeSelect label="State" data={STATES} {...field('state')} />
    </>
  );
}
