import type { Order } from './order.entity.js';
import type { OrderRequest } from './placing/request/order-request.js';

/** Shows the customer of an order and its address in the form in which stores send them. */
export function recipientOf(order: Order): Pick<OrderRequest, 'customer' | 'shipping'> {
  return {
    customer: { name: order.customerName, phone: order.customerPhone, email: order.customerEmail },
    shipping: {
      address: order.shippingAddress,
      city: order.shippingCity,
      state: order.shippingState,
      pincode: order.shippingPincode,
      country: order.shippingCountry,
    },
  };
}
