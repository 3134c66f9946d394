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

/** Tells where the goods of an order go, as its tax documents say it. */
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
