import { TextInput } from '@mantine/core';
import { putTaxRateMutation } from '../../../api/generated/admin';
import { FormButton } from '../../../shared/forms/form-button';
import { shopToday } from '../../../shared/format';
import { percentOf, percentProblem } from './percent';
import { NumberField } from '../../../shared/text-fields';
import { typedNumber } from '../../../shared/forms/typed-number';

/** Stores a tax rate by HSN code that begins on a day. */
export function NewTaxRate() {
  return (
    <FormButton
      variant="filled"
      size="sm"
      label="New tax rate"
      action="Save tax rate"
      initialValues={{ hsn: '', effective_from: shopToday(), rate: '', threshold: '', above: '' }}
      validate={{
        rate: percentProblem,
        above: (text) => (text === '' ? null : percentProblem(text)),
      }}
      send={({ hsn, effective_from, rate, threshold, above }) =>
        putTaxRateMutation().mutationFn({
          body: {
            hsn: hsn.trim(),
            effective_from,
            rate: percentOf(rate),
            ...(threshold !== '' && { threshold: typedNumber(threshold) }),
            ...(above !== '' && { rate_above: percentOf(above) }),
          },
        })
      }
    >
      {({ getInputProps }) => (
        <>
          <TextInput
            label="HSN"
            description="The first 2, 4, 6 or 8 digits of the HSN code"
            required
            inputMode="numeric"
            autoComplete="off"
            data-autofocus
            {...getInputProps('hsn')}
          />
          <TextInput label="From" type="date" required {...getInputProps('effective_from')} />
          <TextInput label="Percent" required autoComplete="off" {...getInputProps('rate')} />
          <NumberField
            label="Only up to this value of a unit"
            description="Without tax, in rupees; empty: at every value"
            {...getInputProps('threshold')}
          />
          <TextInput
            label="Percent above that value"
            autoComplete="off"
            {...getInputProps('above')}
          />
        </>
      )}
    </FormButton>
  );
}
