import { variationText } from '../../../src/catalog/variations/variation-keys.ts';

/** Makes the name of a line of an order, with its variation. */
export function lineName({ name, variation }: { name: string; variation: string | null }): string {
  return variation === null ? name : `${name}, ${variationText(variation)}`;
}
