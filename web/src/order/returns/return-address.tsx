import { TextInput } from '@mantine/core';
import type { FieldOf } from '../../shared/forms/use-saved-form';
import { AddressFields } from '../address-fields';
import classes from '../delivery-address.module.css';

export interface Address {
  name: string;
  address: string;
  city: string;
  state: string;
  pincode: string;
  country: string;
  phone: string | null;
}

export const NO_ADDRESS: Address = {
  name: '',
  address: '',
  city: '',
  state: '',
  pincode: '',
  country: 'India',
  phone: '',
};

/** Renders where the units of a return go. */
export function ReturnAddress({
  address: { name, address, city, state, pincode, country, phone },
}: {
  address: Address;
}) {
  return (
    <address className={classes.address}>
      <strong>{name}</strong>
      {`\n${address}\n${city}, ${state} ${pincode}\n${country}`}
      {phone !== null && `\n${phone}`}
    </address>
  );
}

/** Renders the fields of where returns go. @param at path of the address in the form, with a dot at its end */
export function ReturnAddressFields({ field, at }: { field: FieldOf; at: string }) {
  return (
    <>
      <TextInput label="Name" required maxLength={120} data-autofocus {...field(`${at}name`)} />
      <AddressFields field={field} at={at} />
      <TextInput
        label="Phone"
        description="Optional; couriers call it"
        type="tel"
        {...field(`${at}phone`)}
      />
    </>
  );
}
