import { Input, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import {
  DETAILS_BY_VARIATION,
  type DetailFields,
} from '../../../../../src/catalog/details/product-details.ts';
import {
  variationKeys,
  variationText,
} from '../../../../../src/catalog/variations/variation-keys.ts';
import type { ProductRecordDto } from '../../../api/generated/admin-types';
import type { Column } from '../../../shared/lists/columns';
import { DataTable } from '../../../shared/lists/data-table';
import { SectionCard } from '../../../shared/layout/section-card';
import { ProductImage } from '../../../shared/product-image';
import { keysOf, textFinder, type ProductValues } from './product-values';

type Detail = (typeof DETAILS_BY_VARIATION)[number];

const TITLE = 'Code and picture of each variation';

/** Renders the inputs of the details of each combination that the form has now. */
export function VariationInputs({ form }: { form: UseFormReturnType<ProductValues> }) {
  const keys = keysOf(form.values);
  if (keys.length === 0) return null;
  const columns = DETAILS_BY_VARIATION.map((detail): Column<string> => {
    const textOf = textFinder(form.values[detail.name]);
    return {
      header: detail.label,
      isWide: true,
      cell: (key) => (
        <TextInput
          aria-label={`${detail.label} of ${variationText(key)}`}
          placeholder={detail.kind === 'images' ? 'https://…' : undefined}
          autoComplete="off"
          value={textOf(key)}
          onChange={({ currentTarget }) =>
            form.setFieldValue(detail.name, {
              ...form.values[detail.name],
              [key]: currentTarget.value,
            })
          }
        />
      ),
    };
  });
  return (
    <SectionCard title={TITLE}>
      <DataTable caption={TITLE} columns={[KEY, ...columns]} rows={keys} rowKey={(key) => key} />
      {DETAILS_BY_VARIATION.map(({ name }) => (
        <Input.Error key={name}>{form.errors[name]}</Input.Error>
      ))}
    </SectionCard>
  );
}

const KEY: Column<string> = { header: 'Variation', cell: variationText };

/** Renders the details of each combination, where one is known. */
export function VariationFacts({ product }: { product: ProductRecordDto }) {
  const details: Partial<DetailFields> = product;
  const keys = variationKeys(product.variations).filter((key) =>
    DETAILS_BY_VARIATION.some(({ name }) => details[name]?.[key] !== undefined),
  );
  if (keys.length === 0) return null;
  const columns = DETAILS_BY_VARIATION.map((detail): Column<string> => ({
    header: detail.label,
    cell: (key) => <Fact detail={detail} text={details[detail.name]?.[key]} />,
  }));
  return (
    <SectionCard title={TITLE}>
      <DataTable caption={TITLE} columns={[KEY, ...columns]} rows={keys} rowKey={(key) => key} />
    </SectionCard>
  );
}

function Fact({ detail, text }: { detail: Detail; text: string | undefined }) {
  if (detail.kind === 'images') return <ProductImage address={text} size={48} />;
  return text === undefined ? '–' : <span className="mono">{text}</span>;
}
