import { TextInput } from '@mantine/core';
import type { ClientDto } from '../../../../api/generated/admin-types';
import { updateClientMutation } from '../../../../api/generated/admin';
import { useMay } from '../../../../frame/session';
import { FormButton } from '../../../../shared/forms/form-button';
import { NumberField } from '../../../../shared/text-fields';
import { typedNumber } from '../../../../shared/forms/typed-number';

/** Renders the form for a client's name, address, and limits on unpaid orders. */
export function EditClient({ client }: { client: ClientDto }) {
  const seesAmounts = useMay('prices:read');
  return (
    <FormButton
      label="Edit"
      title={`Edit ${client.name}`}
      action="Save"
      initialValues={{
        name: client.name,
        email: client.email,
        max_reserved_units: textOf(client.max_reserved_units),
        max_open_value: textOf(client.max_open_value ?? null),
      }}
      send={({ name, email, ...limits }) =>
        updateClientMutation().mutationFn({
          path: { id: client.id },
          body: {
            name,
            email,
            max_reserved_units: limitOf(limits.max_reserved_units),
            ...(seesAmounts && { max_open_value: limitOf(limits.max_open_value) }),
          },
        })
      }
    >
      {({ getInputProps }) => (
        <>
          <TextInput label="Company" required data-autofocus {...getInputProps('name')} />
          <TextInput label="Email" type="email" required {...getInputProps('email')} />
          <NumberField
            label="Units of unpaid orders"
            description="Maximum. 0 = unlimited, empty = default"
            {...getInputProps('max_reserved_units')}
          />
          {seesAmounts && (
            <NumberField
              label="Value of unpaid orders"
              description="Maximum. 0 = unlimited, empty = default"
              {...getInputProps('max_open_value')}
            />
          )}
        </>
      )}
    </FormButton>
  );
}

function textOf(limit: number | null): string {
  return limit === null ? '' : String(limit);
}

function limitOf(text: string): number | null {
  return text === '' ? null : typedNumber(text);
}
