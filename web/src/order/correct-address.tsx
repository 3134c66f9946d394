import { Textarea, TextInput } from '@mantine/core';
import { FormButton } from '../shared/forms/form-button';

interface Address {
  address: string;
  city: string;
  state: string;
  pincode: string;
  country: string;
}

interface CorrectAddressProps {
  /** As it is now. */
  shipping: Address;
  save: (address: Address) => Promise<unknown>;
}

/** Corrects where an order goes, as long as nothing was shipped. */
export function CorrectAddress({ shipping, save }: CorrectAddressProps) {
  return (
    <FormButton
      variant="subtle"
      label="Correct address"
      action="Save address"
      initialValues={shipping}
      send={save}
    >
      {({ getInputProps }) => (
        <>
          <Textarea
            label="Street address"
            required
            rows={3}
            data-autofocus
            {...getInputProps('address')}
          />
          <TextInput label="City" required {...getInputProps('city')} />
          <TextInput label="State" required {...getInputProps('state')} />
          <TextInput label="PIN code" inputMode="numeric" required {...getInputProps('pincode')} />
          <TextInput label="Country" required {...getInputProps('country')} />
        </>
      )}
    </FormButton>
  );
}
