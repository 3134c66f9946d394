import { ORDER_TEXT_NAMES, type OrderTextName } from '../order-texts.js';
import { plainPincode } from './request/address.js';
import { plainPhone } from './request/phone.js';
import type { OrderRequest, RequestedItem } from './request/order-request.js';

const PLAIN = new Map([
  ['phone', plainPhone],
  ['pincode', plainPincode],
]);

/** The content of an order as it is now, in the form of a request. */
export interface OrderContent extends Pick<OrderRequest, 'customer' | 'shipping' | OrderTextName> {
  items: readonly (RequestedItem & { variationKey: string | null })[];
}

/**
 * Lists the paths where a request differs from the content of an order, such as `shipping.address`.
 *
 * @param meant the request's items with the SKUs and variation keys that they mean
 */
export function differencesOf(
  request: OrderRequest,
  content: OrderContent,
  meant: readonly RequestedItem[],
): string[] {
  return [
    ...differentKeys('customer', request.customer, content.customer),
    ...differentKeys('shipping', request.shipping, content.shipping),
    ...(hasItems(request, content, meant) ? [] : ['items']),
    ...ORDER_TEXT_NAMES.filter((name) => request[name] !== content[name]),
  ];
}

function differentKeys<Part extends object>(path: string, wanted: Part, known: Part): string[] {
  const keys = Object.keys(known) as (keyof Part & string)[];
  return keys
    .filter((key) => wanted[key] !== known[key] && !isSameNumber(key, wanted[key], known[key]))
    .map((key) => `${path}.${key}`);
}

/** Returns true if phone numbers or pincodes are the same in plain digits. */
function isSameNumber(key: string, wanted: unknown, known: unknown): boolean {
  const plain = PLAIN.get(key);
  return plain !== undefined && plain(String(wanted)) === plain(String(known));
}

/**
 * Writes phone and pincode of a request as an order has them, where they are the same in plain digits. Requests are compared by
 * hashes of their texts.
 */
export function withNumbersOf(request: OrderRequest, content: OrderContent): OrderRequest {
  const { customer, shipping } = request;
  const { phone } = content.customer;
  const { pincode } = content.shipping;
  return {
    ...request,
    customer: { ...customer, ...(isSameNumber('phone', customer.phone, phone) && { phone }) },
    shipping: {
      ...shipping,
      ...(isSameNumber('pincode', shipping.pincode, pincode) && { pincode }),
    },
  };
}

/** Returns true if the lines are the same. A combination may be written as it was sent, by its key or by its code. */
function hasItems(
  { items }: OrderRequest,
  content: OrderContent,
  meant: readonly RequestedItem[],
): boolean {
  return (
    items.length === content.items.length &&
    content.items.every(({ sku, quantity, variation, variationKey }, index) => {
      const wanted = items[index]!;
      const article = meant[index]!;
      const isAsSent = wanted.sku === sku && wanted.variation === variation;
      const isMeant = article.sku === sku && article.variation === variationKey;
      return wanted.quantity === quantity && (isAsSent || isMeant);
    })
  );
}
