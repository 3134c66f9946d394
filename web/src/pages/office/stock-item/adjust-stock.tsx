import { NativeSelect, TextInput } from '@mantine/core';
import { itemText, variationText } from '../../../../../src/catalog/variations/variation-keys.ts';
import type { StockLevelsDto } from '../../../api/generated/admin-types';
import { adjustStockMutation } from '../../../api/generated/admin';
import { FormButton } from '../../../shared/forms/form-button';
import { formatCount } from '../../../shared/format';

interface AdjustStockProps {
  sku: string;
  level: StockLevelsDto['levels'][number];
}

const DIRECTIONS = [
  { value: '1', label: 'Add units' },
  { value: '-1', label: 'Remove units' },
];

/** Adds or removes units on hand, with a reason. */
export function AdjustStock({ sku, level }: AdjustStockProps) {
  const { variation_key: key, on_hand: onHand } = level;
  /** Computes the change in units, negative for those that are removed. */
  const deltaOf = ({ direction, delta }: Record<'direction' | 'delta', string>): number =>
    Number(direction) * Number(delta);
  return (
    <FormButton
      label="Adjust"
      aria-label={`Adjust ${variationText(key) || sku}`}
      title={`Adjust ${key === '' ? sku : itemText({ name: sku, variation: key })}`}
      action="Adjust stock"
      initialValues={{ direction: '1', delta: '', reason: '' }}
      validate={{
        delta: (units) =>
          /^[1-9]\d{0,8}$/.test(units) ? null : 'Enter a whole number, such as 12.',
      }}
      send={({ reason, ...change }, money) =>
        adjustStockMutation().mutationFn({
          path: { sku },
          body: { delta: deltaOf(change), reason, ...(key !== '' && { variation_key: key }) },
          ...money,
        })
      }
    >
      {({ getInputProps, values }) => (
        <>
          <NativeSelect label="Change" data={DIRECTIONS} {...getInputProps('direction')} />
          <TextInput
            label="Units"
            description={
              Number.isInteger(deltaOf(values))
                ? `${formatCount(onHand)} on hand now, ${formatCount(onHand + deltaOf(values))} after it`
                : `${formatCount(onHand)} on hand now`
            }
            required
            inputMode="numeric"
            autoComplete="off"
            data-autofocus
            {...getInputProps('delta')}
          />
          <TextInput
            label="Reason"
            description="Shown in the movements: damaged, found, received"
            required
            {...getInputProps('reason')}
          />
        </>
      )}
    </FormButton>
  );
}
