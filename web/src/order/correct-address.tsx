import { TextInput } from '@mantine/core';
import { changedFields } from '../shared/changed-fields';
import { FormButton } from '../shared/forms/form-button';
import { AddressFields, PhoneField } from './address-fields';

interface Recipient {
  name: string;
  phone: string;
  address: string;
  city: string;
  state: string;
  pincode: string;
  country: string;
}

interface CorrectAddressProps {
  /** As it is now. */
  order: {
    customer: Pick<Recipient, 'name' | 'phone'>;
    shipping: Omit<Recipient, 'name' | 'phone'>;
  };
  save: (corrected: Partial<Recipient>) => Promise<unknown>;
}

/** Corrects to whom and where an order goes, as long as nothing was shipped. */
export function CorrectAddress({ order, save }: CorrectAddressProps) {
  const { name, phone } = order.customer;
  const recipient: Recipient = { name, phone, ...order.shipping };
  return (
    <FormButton
      variant="subtle"
      label="Correct address"
      action="Save address"
      // The order of the page may change while the dialog is open: only what was typed is sent.
      initialValues={{ ...recipient, opened: recipient }}
      send={async ({ opened, ...typed }) => {
        const corrected = changedFields(opened, typed);
        return Object.keys(corrected).length > 0 && save(corrected);
      }}
    >
      {({ values: { country } }, field) => (
        <>
          <TextInput label="Name" required autoComplete="off" data-autofocus {...field('name')} />
          <PhoneField country={country} field={field('phone')} />
          <AddressFields field={field} />
        </>
      )}
    </FormButton>
  );
}
