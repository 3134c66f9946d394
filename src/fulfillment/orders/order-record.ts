import { shownTexts } from '../../orders/order-texts.js';
import {
  responseDto,
  columns,
  flag,
  integer,
  money,
  part,
  parts,
  text,
  texts,
  time,
  word,
} from '../../platform/http/response-dto/response-dto.js';
import { addressWarning, ADDRESS_WARNINGS } from '../../platform/gst/read-state.js';
import { ORDER_STATUSES, PAYMENT_STATUSES } from '../../orders/lifecycle/order-lifecycle.js';
import type { OrderStatusChange } from '../../orders/lifecycle/order-status-change.entity.js';
import type { ShipmentItem } from '../../orders/lifecycle/shipment-item.entity.js';
import type { OrderItem } from '../../orders/order-item.entity.js';
import type { Order } from '../../orders/order.entity.js';
import {
  FAILURE_ACTIONS,
  FAILURE_REASONS,
  type FailureRow,
} from '../../orders/tracking/shipment-failure.js';
import { SHIPMENT_STATES } from '../../orders/tracking/shipment-state.js';
import type { OrderPayment, OrderRefund } from '../../money/ledger/order-money.js';
import type { Addressed } from '../invoicing/consignee.js';
import { OrderReturnRecordDto, returnOf } from '../returns/order-returns.dto.js';
import type { SentShipment } from './orders.admin.repository.js';
import type { FiledOrder, ListedOrder, OrderRecord } from './orders.admin.service.js';

/** Who placed an order. */
export const PLACED_BY = [
  word(['store', 'operator'], 'store: a store of the client. operator: our staff, for the client'),
  ({ byOperator }: Pick<Order, 'byOperator'>) => (byOperator ? 'operator' : 'store'),
] as const;

const COMMON = {
  order_number: text(),
  client_id: integer(),
  client_name: text(),
  store_order_id: text().orNull(),
  status: word(ORDER_STATUSES),
  payment_status: word(PAYMENT_STATUSES),
  refund_final: [flag('Of a returned order: nothing more of it will be refunded'), 'refundFinal'],
  on_hold: flag('Whether it cannot be shipped until its client has paid what it owes'),
  items_count: integer(),
  subtotal: money().guarded(),
  delivery: money().guarded(),
  total: money().guarded(),
  currency: text(),
  created_at: time(),
  placed_by: PLACED_BY,
} as const;

export class OrderSummaryDto extends responseDto<ListedOrder>()({
  ...COMMON,
  customer_name: text(),
  customer_phone: text({ example: '+91 98765 23757' }),
  city: text('Of the shipping address').forPeople(),
  tracking_numbers: texts('Of its shipments, in the order of sending'),
  undelivered_shipment_id: integer(
    'The shipment that came back undelivered, so that it has a return',
  ).orNull(),
  partly_refunded: flag('Whether a part of what was paid went back; `refunded` is all of it'),
  expires_at: time('When it expires unless it is paid; null: it does not').orNull(),
}) {}

export const ORDER_COLUMNS = [
  ...OrderSummaryDto.columns(
    'order_number store_order_id client_id client_name customer_name city status payment_status items_count subtotal delivery total',
  ),
  ...columns<ListedOrder>()({ currency: text().guarded() }),
  ...OrderSummaryDto.columns('created_at customer_phone'),
  ...columns<FiledOrder>()({
    address: [text(), 'shippingAddress'],
    state: [text(), 'shippingState'],
    pincode: [text(), 'shippingPincode'],
    couriers: [text(), ({ couriers }) => couriers.join(', ')],
    tracking_numbers: [text(), ({ trackingNumbers }) => trackingNumbers.join(', ')],
    shipped_at: time().orNull(),
    invoice_numbers: [text(), ({ invoiceNumbers }) => invoiceNumbers.join(', ')],
  }),
];

/** The columns for people who may not read invoices. */
export const COLUMNS_WITHOUT_INVOICES = ORDER_COLUMNS.filter(
  ({ name }) => name !== 'invoice_numbers',
);

/** The same columns for the client of the orders. */
export const OWN_ORDER_COLUMNS = ORDER_COLUMNS.filter(({ name }) => !name.startsWith('client_'));

class OrderCustomerDto extends responseDto<Order>()({
  name: [text(), 'customerName'],
  phone: [text(), 'customerPhone'],
  email: [text().orNull(), 'customerEmail'],
}) {}

export class OrderShippingDto extends responseDto<Addressed>()({
  address: [text(), 'shippingAddress'],
  city: [text(), 'shippingCity'],
  state: [text(), 'shippingState'],
  pincode: [text(), 'shippingPincode'],
  country: [text(), 'shippingCountry'],
}) {}

class OrderLineDto extends responseDto<OrderItem>()({
  line: integer(),
  sku: text(),
  name: text(),
  variation: text().orNull(),
  variation_key: text().orNull(),
  quantity: integer(),
  shipped_quantity: integer(),
  canceled_quantity: integer('Units that will not be shipped: the order was closed without them'),
  restocked_quantity: integer('Returned units that went back into the stock'),
  unit_price: money().guarded(),
  line_total: money().guarded(),
}) {}

class ShipmentLineDto extends responseDto<ShipmentItem>()({
  line: integer(),
  quantity: integer(),
}) {}

class OrderFailureDto extends responseDto<FailureRow>()({
  attempt: integer('From 1, as the courier counts'),
  reason: word(FAILURE_REASONS),
  answer_by: [time('After this the courier decides'), ({ answerBy }) => new Date(answerBy)],
  actions: texts('Answers that the courier takes'),
  answer: [
    word(FAILURE_ACTIONS, 'The answer that waits to be sent; null: none').orNull(),
    'action',
  ],
}) {}

class OrderShipmentDto extends responseDto<SentShipment>()({
  id: integer(),
  courier: text(),
  tracking_number: text(),
  tracking_url: text().orNull(),
  shipped_at: time(),
  state: [
    word(SHIPMENT_STATES, 'Where it is; null: no courier is asked about it').orNull(),
    ({ progress }) => progress?.state ?? null,
  ],
  failure: part(OrderFailureDto).orNull('A failed delivery that can be answered; null: none'),
  items: parts(ShipmentLineDto),
}) {}

class OrderPaymentDto extends responseDto<OrderPayment>()({
  method: text(),
  reference: text().orNull(),
  amount: money().guarded(),
  outcome: word(
    ['applied', 'credited'],
    'applied: it paid the order. credited: the order did not need it, and it is in the wallet',
  ),
  created_at: time(),
}) {}

class OrderTimelineDto extends responseDto<OrderStatusChange>()({
  status: word(ORDER_STATUSES),
  changed_at: time(),
}) {}

class OrderRefundDto extends responseDto<OrderRefund>()({
  amount: money().guarded(),
  reason: text().orNull(),
  created_at: time(),
}) {}

export class OrderRecordDto extends responseDto<OrderRecord>()({
  ...COMMON,
  customer: [part(OrderCustomerDto), (order) => order],
  shipping: [part(OrderShippingDto), (order) => order],
  address_warning: [
    word(ADDRESS_WARNINGS, 'What should be checked about the address; null: nothing').orNull(),
    ({ shippingState: state, shippingPincode: pincode, shippingCountry: country }) =>
      addressWarning({ state, pincode, country }),
  ],
  ...shownTexts(),
  cancel_reason: text().orNull('Why its store or client canceled it; null: nothing was said'),
  items: parts(OrderLineDto),
  shipments: parts(OrderShipmentDto),
  payments: parts(OrderPaymentDto),
  refunds: parts(OrderRefundDto, 'Money of the order that went back to the wallet'),
  returns: [
    parts(
      OrderReturnRecordDto,
      'Returns that its store requested, and units that came back without a request',
    ),
    (order) => order.returns.map((asked) => returnOf(asked, order)),
  ],
  timeline: parts(OrderTimelineDto),
}) {}
