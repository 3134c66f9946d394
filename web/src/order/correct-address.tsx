import { FormButton } from '../shared/forms/form-button';
import { AddressFields } from './address-fields';

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
      {(_, field) => <AddressFields field={field} isFirst />}
    </FormButton>
  );
}
