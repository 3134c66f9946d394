import { DEFAULT_COUNTRY, normalizePincode } from './address.js';
import { textsBy } from '../../order-texts.js';
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
export function readablePart(body: unknown, refused: ReadonlySet<string>): OrderRequest {
  const { customer, shipping, items, ...others } = fieldsOf(body);
  const { name, phone, email } = fieldsOf(customer);
  const text = (value: unknown, field: string): string =>
    typeof value === 'string' && !refused.has(field) ? value.trim() : '';
  const { address, city, state, country, pincode } = fieldsOf(shipping);
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
    customer: {
      name: text(name, 'customer.name'),
      phone: text(phone, 'customer.phone'),
      email: text(email, 'customer.email') || null,
    },
    shipping: {
      address: text(address, 'shipping.address'),
      city: text(city, 'shipping.city'),
      state: text(state, 'shipping.state'),
      pincode: normalizePincode(code, where),
      country: where,
    },
    storeOrderId: null,
    ...textsBy((name) => text(others[name], name) || null),
  };
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
