import { Textarea, TextInput } from '@mantine/core';
import { isPhone, phoneWarning } from '../../../src/orders/placing/request/phone.ts';
import type { FieldOf } from '../shared/forms/use-saved-form';

/** Questions about a phone number that may not ring. No order is refused because of it. */
const QUESTIONS = {
  too_few_digits: 'Numbers in India have ten digits. Is one missing?',
  one_digit: 'It is the same digit again and again. Will it ring?',
  no_mobile: 'Couriers call mobile numbers only. Is there one?',
};

/** Renders the fields of an address. @param at path of the address in the form, with a dot at its end */
export function AddressFields({ field, at = '' }: { field: FieldOf; at?: string }) {
  return (
    <>
      <Textarea label="Street address" required rows={3} {...field(`${at}address`)} />
      <TextInput label="City" required {...field(`${at}city`)} />
      <TextInput label="State" required {...field(`${at}state`)} />
      <TextInput label="PIN code" inputMode="numeric" required {...field(`${at}pincode`)} />
      <TextInput label="Country" required {...field(`${at}country`)} />
    </>
  );
}

interface PhoneFieldProps {
  /** Of the address. */
  country: string;
  field: { value?: string };
}

/** Renders the phone number of a customer, with a question if it may not ring. */
export function PhoneField({ country, field }: PhoneFieldProps) {
  const { value = '' } = field;
  const warning = isPhone(value) ? phoneWarning(value, country) : null;
  return (
    <TextInput
      label="Phone"
      description={warning && QUESTIONS[warning]}
      // Below: the field must not move while it is typed in.
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      type="tel"
      required
      autoComplete="off"
      {...field}
    />
  );
}
