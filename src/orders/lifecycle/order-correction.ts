import type { Order } from '../order.entity.js';
import type { OrderTextName } from '../order-texts.js';

/** The fields of an order that can be corrected; a missing field stays as it is. */
export type OrderCorrection = AddressCorrection &
  Partial<Pick<Order, 'customerName' | 'customerPhone' | 'customerEmail' | OrderTextName>>;

/** The fields of an order's address that can be corrected; a missing field stays as it is. */
export type AddressCorrection = Partial<
  Pick<
    Order,
    'shippingAddress' | 'shippingCity' | 'shippingState' | 'shippingPincode' | 'shippingCountry'
  >
>;
