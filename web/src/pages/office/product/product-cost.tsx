import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ProductRecordDto } from '../../../api/generated/admin-types';
import {
  deleteProductCostMutation,
  getProductCostOptions,
  setProductCostMutation,
} from '../../../api/generated/admin';
import { useMay } from '../../../frame/session';
import { FormButton } from '../../../shared/forms/form-button';
import { Loaded } from '../../../shared/layout/loaded';
import { SectionCard } from '../../../shared/layout/section-card';
import { Money } from '../../../shared/money';
import { typedNumber } from '../../../shared/forms/typed-number';

/** Renders what the wholesaler pays for a product, and what its base price adds. */
export function ProductCost({
  product: { sku, base_price: price },
}: {
  product: ProductRecordDto;
}) {
  const mayWrite = useMay('costs:write');
  const query = useQuery(getProductCostOptions({ path: { sku } }));
  const found = query.data?.data;
  const cost = found?.cost ?? null;
  return (
    <SectionCard
      title="Cost"
      aside={mayWrite && found !== undefined && <EditCost sku={sku} cost={cost} />}
    >
      <Loaded query={query} what="The cost" />
      {found !== undefined && (
        <p>
          {cost === null ? 'Not known' : <Money amount={cost} strong />}{' '}
          <span className="soft small">
            {cost !== null && price != null && `The base price adds ${markupText(cost, price)}. `}
            Clients and stores never see it.
          </span>
        </p>
      )}
    </SectionCard>
  );
}

function EditCost({ sku, cost }: { sku: string; cost: number | null }) {
  const path = { sku };
  return (
    <FormButton
      label="Edit"
      aria-label="Edit cost"
      title="Cost of one unit"
      action="Save cost"
      initialValues={{ cost: cost?.toFixed(2) ?? '' }}
      send={({ cost: entered }) =>
        entered.trim() === ''
          ? deleteProductCostMutation().mutationFn({ path })
          : setProductCostMutation().mutationFn({ path, body: { cost: typedNumber(entered) } })
      }
    >
      {({ getInputProps }) => (
        <TextInput
          label="Cost"
          description="Prices stay as they are. Empty: not known"
          inputMode="decimal"
          autoComplete="off"
          data-autofocus
          {...getInputProps('cost')}
        />
      )}
    </FormButton>
  );
}

/** Writes the share of the cost that a price adds, such as `18 %`. */
function markupText(cost: number, price: number): string {
  return `${((price / cost - 1) * 100).toFixed(1).replace('.0', '')} %`;
}
