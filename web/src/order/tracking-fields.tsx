import { TextInput } from '@mantine/core';
import type { FieldOf } from '../shared/forms/use-saved-form';

/** Renders the fields of how units were sent. */
export function TrackingFields({ field }: { field: FieldOf }) {
  return (
    <>
      <TextInput label="Courier" required data-autofocus {...field('courier')} />
      <TextInput
        label="Tracking number"
        required
        autoComplete="off"
        {...field('tracking_number')}
      />
      <TextInput label="Tracking page" type="url" {...field('tracking_url')} />
    </>
  );
}
