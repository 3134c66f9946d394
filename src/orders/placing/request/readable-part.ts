import { DEFAULT_COUNTRY, normalizePincode } from './address.js';
import type { OrderRequest } from './order-request.js';

/** The parts of an order that are checked against the catalog and the delivery zones. */
export type CheckedPart = Pick<OrderRequest, 'items'> & {
  shipping: Pick<OrderRequest['shipping'], 'country' | 'pincode'>;
};

/**
 * Reads the valid part of an invalid body, so that the rest of it can be checked as well. A refused text is empty, a refused
 * quantity 0: the resulting problems are at fields that are refused anyway.
 *
 * @param refused dotted paths of the refused fields
 */
export function readablePart(body: unknown, refused: ReadonlySet<string>): CheckedPart {
  const { items, shipping } = fieldsOf(body);
  const text = (value: unknown, field: string): string =>
    typeof value === 'string' && !refused.has(field) ? value.trim() : '';
  const { country, pincode } = fieldsOf(shipping);
  const where = text(country, 'shipping.country') || DEFAULT_COUNTRY;
  const isPlaceKnown = !refused.has('shipping.country');
  const code = isPlaceKnown ? text(pincode, 'shipping.pincode') : '';
  return {
    items: (Array.isArray(items) && !refused.has('items') ? items : []).map((item, index) => {
      const { sku, quantity, variation } = fieldsOf(item);
      const field = `items.${index}`;
      return {
        sku: text(sku, `${field}.sku`),
        quantity: refused.has(`${field}.quantity`) ? 0 : Number(quantity),
        variation: text(variation, `${field}.variation`) || null,
      };
    }),
    shipping: { country: where, pincode: normalizePincode(code, where) },
  };
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
