import { TextInput, type TextInputProps } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import {
  PRODUCT_DETAILS,
  type DetailFields,
  type DetailKind,
  type KindByVariation,
} from '../../../../../src/catalog/details/product-details.ts';
import type { ProductRecordDto } from '../../../api/generated/admin-types';
import type { ProductValues } from './product-values';

type Detail = (typeof PRODUCT_DETAILS)[number];
type PlainDetail = Exclude<Detail, { section: 'variations' }>;

/** Details with one value for all of a product. */
export const PLAIN_DETAILS = PRODUCT_DETAILS.filter((detail) => detail.section !== 'variations');

type PlainKind = Exclude<DetailKind, KindByVariation>;

const UNITS: Record<PlainKind, string> = {
  text: '',
  code: '',
  weight: ' g',
  percent: ' %',
  money: '',
};
const INPUT_MODES: Record<PlainKind, TextInputProps['inputMode']> = {
  text: undefined,
  code: 'numeric',
  weight: 'numeric',
  percent: 'decimal',
  money: 'decimal',
};

/** Writes a detail with its unit; null: not known. */
export function detailText(product: ProductRecordDto, { name, kind }: PlainDetail): string | null {
  const details: Partial<DetailFields> = product;
  const value = details[name] ?? null;
  return value === null ? null : `${value}${UNITS[kind]}`;
}

interface DetailInputsProps {
  form: UseFormReturnType<ProductValues>;
  section: PlainDetail['section'];
}

/** Renders the inputs of the details of one section of the product form. */
export function DetailInputs({ form, section }: DetailInputsProps) {
  return PLAIN_DETAILS.filter((detail) => detail.section === section).map((detail) => (
    <TextInput
      key={detail.name}
      label={detail.label}
      description={'hint' in detail ? detail.hint : undefined}
      inputMode={INPUT_MODES[detail.kind]}
      {...form.getInputProps(detail.name)}
    />
  ));
}
