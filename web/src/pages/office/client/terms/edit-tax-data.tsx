import { NativeSelect } from '@mantine/core';
import type { ClientDto } from '../../../../api/generated/admin-types';
import { updateClientMutation } from '../../../../api/generated/admin';
import { choices } from '../../../../shared/choices';
import { FormButton } from '../../../../shared/forms/form-button';
import { AddressFields } from '../../../../shared/tax/address-fields';
import { addressOf, addressValues } from '../../../../shared/tax/address-values';
import { GstinField, gstinProblem } from '../../../../shared/tax/gstin-field';
import { OldAddress } from '../../../../shared/tax/address-text';

/** Labels of how a client supplies from a special economic zone. */
export const SEZ_LABELS = {
  with_payment: 'With payment of IGST',
  without_payment: 'Without payment of IGST',
} as const;
const SEZ = [{ value: '', label: 'No' }, ...choices(SEZ_LABELS)];

/** Renders the form for a client's billing address, GSTIN and special economic zone. */
export function EditTaxData({ client }: { client: ClientDto }) {
  return (
    <FormButton
      label="Edit"
      aria-label="Edit tax data"
      title={`Tax data of ${client.name}`}
      action="Save"
      initialValues={{
        billing: addressValues(client.billing),
        gstin: client.gstin ?? '',
        sez: client.sez ?? '',
      }}
      validate={{ gstin: gstinProblem }}
      send={({ billing, gstin, sez }) =>
        updateClientMutation().mutationFn({
          path: { id: client.id },
          body: {
            billing: addressOf(billing),
            gstin: gstin.trim() === '' ? null : gstin,
            sez: sez === '' ? null : (sez as keyof typeof SEZ_LABELS),
          },
        })
      }
    >
      {({ getInputProps, setFieldValue, values }) => (
        <>
          {client.billing === null && <OldAddress text={client.billing_address} />}
          <GstinField
            {...getInputProps('gstin')}
            value={values.gstin}
            state={values.billing.state}
            onState={(state) => setFieldValue('billing.state', state)}
          />
          <AddressFields path="billing" values={values.billing} getInputProps={getInputProps} />
          <NativeSelect label="Special economic zone" data={SEZ} {...getInputProps('sez')} />
        </>
      )}
    </FormButton>
  );
}
