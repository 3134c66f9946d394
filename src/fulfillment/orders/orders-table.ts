import { columns, integer, money, text, time } from '../../platform/http/answer/answer.js';
import type { ListedOrder } from './orders.admin.service.js';

/** The columns of a file of orders. */
export const ORDER_COLUMNS = columns<ListedOrder>()({
  order_number: text(),
  store_order_id: text().orNull(),
  client_id: integer(),
  client_name: text(),
  customer_name: text(),
  city: text().forPeople(),
  status: text(),
  payment_status: text(),
  items_count: integer(),
  subtotal: money().guarded(),
  delivery: money().guarded(),
  total: money().guarded(),
  currency: text().guarded(),
  created_at: time(),
});

/** The same for the client whose orders they are. */
export const OWN_ORDER_COLUMNS = ORDER_COLUMNS.filter(({ name }) => !name.startsWith('client_'));
