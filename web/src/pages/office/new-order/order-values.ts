import type { GetInputPropsReturnType, UseFormReturnType } from '@mantine/form';
import type { ReactNode } from 'react';
import { variationKeys } from '../../../../../src/catalog/variations/variation-keys.ts';
import type {
  ClientProductDto,
  PlaceForClientDto,
  QuoteForClientDto,
  RecipientDto,
} from '../../../api/generated/admin-types';
import type { FieldProblem } from '../../../api/field-messages';

/** Returns what the service says of a field. */
export type ProblemOf = (path: string) => FieldProblem | undefined;

/** A line of the form. */
export interface Line {
  product: ClientProductDto;
  /** Key of the combination; '' until one is chosen, or without variations. */
  variation: string;
  quantity: number | string;
}

/** The texts of the form. Paths of its fields are those of the request. */
export interface OrderValues {
  customer: { name: string; phone: string; email: string };
  shipping: { address: string; city: string; state: string; pincode: string; country: string };
  items: Line[];
  notes: string;
}

export const NEW_ORDER: OrderValues = {
  customer: { name: '', phone: '', email: '' },
  shipping: { address: '', city: '', state: '', pincode: '', country: 'India' },
  items: [],
  notes: '',
};

/** Makes a line of a product; a product with a single combination needs no choice. */
export function lineOf(product: ClientProductDto, variation?: string): Line {
  const [only = '', ...others] = variationKeys(product.variations);
  return { product, variation: variation ?? (others.length === 0 ? only : ''), quantity: 1 };
}

/** Fills in the customer and the address of an earlier order. */
export function filledIn({ customer, shipping }: RecipientDto): Partial<OrderValues> {
  return { customer: { ...customer, email: customer.email ?? '' }, shipping };
}

/** Makes the request of a quote: the lines, with the address once it has a whole PIN code. */
export function toQuote({ items, shipping }: OrderValues): QuoteForClientDto {
  const { pincode, state, country } = shipping;
  const isWhole = /^\d{6}$/.test(pincode.replaceAll(/\s/g, '')) || country !== 'India';
  return {
    items: items.map(toItem),
    ...(isWhole && pincode !== '' && { shipping: { pincode, state, country } }),
  };
}

/** Makes the request of an order. @param total the total that the page shows */
export function toOrder(
  { customer, shipping, items, notes }: OrderValues,
  total: number,
): PlaceForClientDto {
  return { customer, shipping, items: items.map(toItem), notes, expected_total: total };
}

function toItem({ product, variation, quantity }: Line): PlaceForClientDto['items'][number] {
  return {
    sku: product.sku,
    // An empty field is refused at the field.
    quantity: quantity === '' ? 0 : Number(quantity),
    ...(variation !== '' && { variation }),
  };
}

/** Makes a function that gives a field what it needs, with what the service says of it before the order is sent. */
export function fieldsOf(
  { getInputProps }: Pick<UseFormReturnType<OrderValues>, 'getInputProps'>,
  problemOf: ProblemOf,
): (path: string) => GetInputPropsReturnType {
  return (path) => {
    const input = getInputProps(path);
    const { error } = input as { error?: ReactNode };
    return { ...input, error: error ?? problemOf(path)?.message };
  };
}
