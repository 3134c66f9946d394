import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { AddressDto, TaxProfileDto } from '../../../api/generated/admin-types';
import { putTaxProfileMutation } from '../../../api/generated/admin';
import { choices } from '../../../shared/choices';
import { shopToday } from '../../../shared/format';
import { FormButton } from '../../../shared/forms/form-button';
import { AddressFields } from '../../../shared/tax/address-fields';
import { addressValues } from '../../../shared/tax/address-values';
import { GstinField, gstinProblem } from '../../../shared/tax/gstin-field';
import { DELIVERY_TAXES, ON_MISSING, PLACES_OF_SUPPLY } from './tax-profile-choices';

type Values = ReturnType<typeof valuesOf>;

/** Stores the tax profile from a day on. */
export function ChangeTaxProfile({ profile }: { profile: TaxProfileDto | null }) {
  return (
    <FormButton
      label={profile === null ? 'Set up' : 'Change'}
      aria-label={profile === null ? 'Set up the tax profile' : 'Change the tax profile'}
      title="Tax profile"
      action="Save tax profile"
      initialValues={valuesOf(profile)}
      validate={{ gstin: gstinProblem }}
      send={(values) =>
        putTaxProfileMutation().mutationFn({
          body: {
            ...values,
            hsn_digits: Number(values.hsn_digits) as 4 | 6 | 8,
            address: values.address as AddressDto,
          },
        })
      }
    >
      {(form) => <Fields form={form} />}
    </FormButton>
  );
}

function Fields({
  form: { getInputProps, setFieldValue, values },
}: {
  form: UseFormReturnType<Values>;
}) {
  return (
    <>
      <TextInput
        label="In force from"
        description="Today or later. Documents that were issued do not change"
        type="date"
        min={shopToday()}
        required
        {...getInputProps('effective_from')}
      />
      <TextInput label="Legal name" required data-autofocus {...getInputProps('legal_name')} />
      <TextInput label="Trade name" {...getInputProps('trade_name')} />
      <GstinField
        required
        {...getInputProps('gstin')}
        value={values.gstin}
        state={values.address.state}
        onState={(state) => setFieldValue('address.state', state)}
      />
      <AddressFields
        path="address"
        values={values.address}
        getInputProps={getInputProps}
        isRequired
      />
      <TextInput
        label="Numbers of invoices begin with"
        description="1 to 4 capitals and digits, such as WS"
        required
        autoComplete="off"
        {...getInputProps('series_prefix')}
      />
      <NativeSelect
        label="Digits of HSN codes"
        description="4 up to a turnover of ₹5 crore, 6 above"
        data={['4', '6', '8']}
        {...getInputProps('hsn_digits')}
      />
      <NativeSelect
        label="Delivery charge is taxed"
        data={choices(DELIVERY_TAXES)}
        {...getInputProps('delivery_tax')}
      />
      <NativeSelect
        label="Clients without a GSTIN"
        data={choices(PLACES_OF_SUPPLY)}
        {...getInputProps('place_of_supply')}
      />
      <NativeSelect
        label="If something is missing for an invoice"
        data={choices(ON_MISSING)}
        {...getInputProps('on_missing')}
      />
      <TextInput
        label="E-invoices from"
        description="Empty: no e-invoices"
        type="date"
        {...getInputProps('e_invoice_from')}
      />
      <Textarea label="Terms" rows={3} {...getInputProps('terms')} />
      <TextInput label="Signatory" {...getInputProps('signatory')} />
    </>
  );
}

function valuesOf(profile: TaxProfileDto | null) {
  const today = shopToday();
  return {
    // A profile that begins later is changed, not preceded by another one.
    effective_from:
      profile !== null && profile.effective_from > today ? profile.effective_from : today,
    legal_name: profile?.legal_name ?? '',
    trade_name: profile?.trade_name ?? '',
    gstin: profile?.gstin ?? '',
    address: addressValues(profile?.address ?? null),
    series_prefix: profile?.series_prefix ?? 'WS',
    hsn_digits: String(profile?.hsn_digits ?? 4),
    delivery_tax: profile?.delivery_tax ?? ('per_line' as const),
    place_of_supply: profile?.place_of_supply ?? ('billing' as const),
    on_missing: profile?.on_missing ?? ('refuse' as const),
    e_invoice_from: profile?.e_invoice_from ?? '',
    terms: profile?.terms ?? '',
    signatory: profile?.signatory ?? '',
  };
}
