import { NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ProductOutcomeDto } from '../../../api/generated/admin-types';
import { listAllowedRatesOptions, setProductsTaxMutation } from '../../../api/generated/admin';
import { useMay } from '../../../frame/session';
import { plural, shopToday } from '../../../shared/format';
import { FormButton } from '../../../shared/forms/form-button';

const UNCHANGED = { value: '', label: 'Do not change' };

interface SetTaxProps {
  skus: readonly string[];
  onSaved: (outcomes: readonly ProductOutcomeDto[]) => void;
}

/** Sets the HSN code or the GST rate of the selected products. */
export function SetTax({ skus, onSaved }: SetTaxProps) {
  const rates = useAllowedRates();
  return (
    <FormButton
      size="sm"
      label="Set HSN and GST rate"
      action={`Change ${plural(skus.length, 'product')}`}
      initialValues={{ hsn: '', gst_rate: '' }}
      send={({ hsn, gst_rate: rate }) =>
        setProductsTaxMutation().mutationFn({
          body: {
            skus: [...skus],
            ...(hsn.trim() !== '' && { hsn: hsn.trim() }),
            ...(rate !== '' && { gst_rate: Number(rate) }),
          },
        })
      }
      onSaved={({ data }) => onSaved(data)}
    >
      {({ getInputProps }) => (
        <>
          <TextInput
            label="HSN"
            description="4, 6 or 8 digits; empty: do not change"
            inputMode="numeric"
            autoComplete="off"
            data-autofocus
            {...getInputProps('hsn')}
          />
          <NativeSelect
            label="GST rate"
            data={[
              UNCHANGED,
              ...rates.map((rate) => ({ value: String(rate), label: `${rate} %` })),
            ]}
            {...getInputProps('gst_rate')}
          />
        </>
      )}
    </FormButton>
  );
}

/** Reads the rates that the law knows today. */
function useAllowedRates(): readonly number[] {
  const query = useQuery({ ...listAllowedRatesOptions(), enabled: useMay('plans:read') });
  const today = shopToday();
  return query.data?.data.find(({ effective_from: day }) => day <= today)?.rates ?? [];
}
