import { Textarea, TextInput } from '@mantine/core';
import type { FieldOf } from '../shared/forms/use-saved-form';

/** Renders the fields of an address. @param at path of the address in the form, with a dot at its end */
export function AddressFields({
  field,
  at = '',
  isFirst,
}: {
  field: FieldOf;
  at?: string;
  /** True if typing begins here. */
  isFirst?: boolean;
}) {
  return (
    <>
      <Textarea
        label="Street address"
        required
        rows={3}
        data-autofocus={isFirst}
        {...field(`${at}address`)}
      />
      <TextInput label="City" required {...field(`${at}city`)} />
      <TextInput label="State" required {...field(`${at}state`)} />
      <TextInput label="PIN code" inputMode="numeric" required {...field(`${at}pincode`)} />
      <TextInput label="Country" required {...field(`${at}country`)} />
    </>
  );
}
