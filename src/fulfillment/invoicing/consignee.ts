import type { Consignee } from '../../tax/documents/document-content.js';
import type { Order } from '../../orders/order.entity.js';

export type Addressed = Pick<
  Order,
  | 'customerName'
  | 'shippingAddress'
  | 'shippingCity'
  | 'shippingState'
  | 'shippingPincode'
  | 'shippingCountry'
>;

/** Returns the place that an order's goods go to, for its tax documents. */
export function consigneeOf(order: Addressed): Consignee {
  return {
    name: order.customerName,
    address: order.shippingAddress,
    city: order.shippingCity,
    state: order.shippingState,
    pincode: order.shippingPincode,
    country: order.shippingCountry,
  };
}
