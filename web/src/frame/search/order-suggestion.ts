import type { OrderStatus } from '../../../../src/orders/lifecycle/order-lifecycle.ts';
import { orderStatusOf } from '../../shared/terms/order-status';
import type { Suggestion } from './suggestion';

interface FoundOrder {
  order_number: string;
  store_order_id: string | null;
  customer_name: string;
  customer_phone: string;
  city: string;
  status: OrderStatus;
}

/** Shows an order with its customer as a suggestion. */
export function orderSuggestion(
  order: FoundOrder,
  to: '/office/orders/$number' | '/orders/$number',
  clientName: string | null = null,
): Suggestion {
  const { order_number: number, customer_name: name, customer_phone: phone, city } = order;
  return {
    key: `order ${number}`,
    link: { to, params: { number } },
    title: number,
    isCode: true,
    details: [name, phone, city, clientName ?? '', order.store_order_id ?? ''].filter(
      (text) => text !== '',
    ),
    status: orderStatusOf(order.status),
  };
}
