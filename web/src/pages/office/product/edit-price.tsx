import { TextInput } from '@mantine/core';
import type { PlanDto } from '../../../api/generated/admin-types';
import { deletePlanPriceMutation, setPlanPriceMutation } from '../../../api/generated/admin';
import { FormButton } from '../../../shared/forms/form-button';
import { formatMoney } from '../../../shared/format';
import { typedNumber } from '../../../shared/forms/typed-number';

interface EditPriceProps {
  plan: PlanDto;
  sku: string;
  /** null: the plan has none. */
  ownPrice: number | null;
  /** The discounted base price, without an own price of the plan; null: the plan would not sell the product. */
  discounted: number | null;
}

/** Sets or removes a plan's own price of a product immediately. */
export function EditPrice({ plan: { code, name }, sku, ownPrice, discounted }: EditPriceProps) {
  const path = { code, sku };
  return (
    <FormButton
      label="Edit"
      aria-label={`Edit own price of plan ${name}`}
      title={`Own price of plan ${name}`}
      action="Save price"
      initialValues={{ wholesale_price: ownPrice?.toFixed(2) ?? '' }}
      send={({ wholesale_price: price }) =>
        price.trim() === ''
          ? deletePlanPriceMutation().mutationFn({ path, query: {} })
          : setPlanPriceMutation().mutationFn({
              path,
              body: { wholesale_price: typedNumber(price) },
            })
      }
    >
      {({ getInputProps }) => (
        <TextInput
          label="Own price"
          description={
            discounted === null
              ? 'Empty: this plan does not sell the product'
              : `Empty: the plan's discount applies, ${formatMoney(discounted)}`
          }
          inputMode="decimal"
          autoComplete="off"
          data-autofocus
          {...getInputProps('wholesale_price')}
        />
      )}
    </FormButton>
  );
}
