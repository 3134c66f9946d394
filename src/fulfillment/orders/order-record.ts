import { ApiProperty, OmitType } from '@nestjs/swagger';
import { Amount } from '../../platform/http/input/amounts.js';
import { toMajorUnits } from '../../platform/money.js';
import { ORDER_STATUSES, PAYMENT_STATUSES } from '../../orders/lifecycle/order-lifecycle.js';
import type { Order } from '../../orders/order.entity.js';
import { recipientOf } from '../../orders/order-recipient.js';
import { OrderReturnDto, toReturns } from '../returns/order-returns.dto.js';
import type { OrderSummary } from './order-search.repository.js';
import type { ListedOrder, OrderRecord } from './orders.admin.service.js';
import { OrNull } from '../../platform/http/openapi/or-null.js';

/** An order in a list. */
export class OrderSummaryDto {
  @ApiProperty()
  order_number: string;

  @ApiProperty({ type: 'integer' })
  client_id: number;

  @ApiProperty()
  client_name: string;

  @OrNull(String)
  store_order_id: string | null;

  @ApiProperty({ enum: ORDER_STATUSES })
  status: string;

  @ApiProperty({ enum: PAYMENT_STATUSES })
  payment_status: string;

  @ApiProperty({ description: 'Of a returned order: nothing more of it will be refunded' })
  refund_final: boolean;

  @ApiProperty({
    description: 'Whether it cannot be shipped until its client has paid what it owes',
  })
  on_hold: boolean;

  @ApiProperty({ type: 'integer' })
  items_count: number;

  @Amount()
  subtotal: number;

  @Amount()
  delivery: number;

  @Amount()
  total: number;

  @ApiProperty()
  currency: string;

  @ApiProperty({ format: 'date-time' })
  created_at: string;

  @ApiProperty()
  customer_name: string;

  @ApiProperty({ example: '+91 98765 23757' })
  customer_phone: string;

  @ApiProperty({ description: 'Of the shipping address' })
  city: string;

  @ApiProperty({ type: [String], description: 'Of its shipments, in the order of sending' })
  tracking_numbers: string[];

  @OrNull('date-time', 'When it expires unless it is paid; null: it does not')
  expires_at: string | null;
}

/** Properties of an order in a list that its record has elsewhere or not at all. */
const LISTED_ONLY = [
  'customer_name',
  'customer_phone',
  'city',
  'tracking_numbers',
  'expires_at',
] as const;

class OrderCustomerDto {
  @ApiProperty()
  name: string;

  @ApiProperty()
  phone: string;

  @OrNull(String)
  email: string | null;
}

class OrderShippingDto {
  @ApiProperty()
  address: string;

  @ApiProperty()
  city: string;

  @ApiProperty()
  state: string;

  @ApiProperty()
  pincode: string;

  @ApiProperty()
  country: string;
}

class OrderLineDto {
  @ApiProperty({ type: 'integer' })
  line: number;

  @ApiProperty()
  sku: string;

  @ApiProperty()
  name: string;

  @OrNull(String)
  variation: string | null;

  @OrNull(String)
  variation_key: string | null;

  @ApiProperty({ type: 'integer' })
  quantity: number;

  @ApiProperty({ type: 'integer' })
  shipped_quantity: number;

  @ApiProperty({
    type: 'integer',
    description: 'Units that will not be shipped: the order was closed without them',
  })
  canceled_quantity: number;

  @ApiProperty({ type: 'integer', description: 'Returned units that went back into the stock' })
  restocked_quantity: number;

  @Amount()
  unit_price: number;

  @Amount()
  line_total: number;
}

class ShipmentLineDto {
  @ApiProperty({ type: 'integer' })
  line: number;

  @ApiProperty({ type: 'integer' })
  quantity: number;
}

class OrderShipmentDto {
  @ApiProperty({ type: 'integer' })
  id: number;

  @ApiProperty()
  courier: string;

  @ApiProperty()
  tracking_number: string;

  @OrNull(String)
  tracking_url: string | null;

  @ApiProperty({ format: 'date-time' })
  shipped_at: string;

  @ApiProperty({ type: [ShipmentLineDto] })
  items: ShipmentLineDto[];
}

class OrderPaymentDto {
  @ApiProperty()
  method: string;

  @OrNull(String)
  reference: string | null;

  @Amount()
  amount: number;

  @ApiProperty({
    enum: ['applied', 'credited'],
    description:
      'applied: it paid the order. credited: the order did not need it, and it is in the wallet',
  })
  outcome: string;

  @ApiProperty({ format: 'date-time' })
  created_at: string;
}

class OrderTimelineDto {
  @ApiProperty({ enum: ORDER_STATUSES })
  status: string;

  @ApiProperty({ format: 'date-time' })
  changed_at: string;
}

class OrderRefundDto {
  @Amount()
  amount: number;

  @OrNull(String)
  reason: string | null;

  @ApiProperty({ format: 'date-time' })
  created_at: string;
}

/** An order with everything about it. */
export class OrderRecordDto extends OmitType(OrderSummaryDto, LISTED_ONLY) {
  @ApiProperty()
  customer: OrderCustomerDto;

  @ApiProperty()
  shipping: OrderShippingDto;

  @OrNull(String)
  notes: string | null;

  @ApiProperty({ type: [OrderLineDto] })
  items: OrderLineDto[];

  @ApiProperty({ type: [OrderShipmentDto] })
  shipments: OrderShipmentDto[];

  @ApiProperty({ type: [OrderPaymentDto] })
  payments: OrderPaymentDto[];

  @ApiProperty({
    type: [OrderRefundDto],
    description: 'Money of the order that went back to the wallet',
  })
  refunds: OrderRefundDto[];

  @ApiProperty({
    type: [OrderReturnDto],
    description: 'What its store asked to return, and what came back without a request',
  })
  returns: OrderReturnDto[];

  @ApiProperty({ type: [OrderTimelineDto] })
  timeline: OrderTimelineDto[];
}

export function toOrderSummary(order: ListedOrder): OrderSummaryDto {
  return {
    ...commonFields(order, order),
    customer_name: order.customerName,
    customer_phone: order.customerPhone,
    city: order.city,
    tracking_numbers: order.trackingNumbers,
    expires_at: order.expiresAt?.toISOString() ?? null,
  };
}

function commonFields(
  order: Pick<Order, keyof OrderSummary & keyof Order>,
  { clientName, isOnHold }: Pick<ListedOrder, 'clientName' | 'isOnHold'>,
): Omit<OrderSummaryDto, (typeof LISTED_ONLY)[number]> {
  return {
    order_number: order.orderNumber,
    client_id: order.clientId,
    client_name: clientName,
    store_order_id: order.storeOrderId,
    status: order.status,
    payment_status: order.paymentStatus,
    refund_final: order.refundFinal,
    on_hold: isOnHold,
    items_count: order.itemsCount,
    subtotal: toMajorUnits(order.subtotalMinor),
    delivery: toMajorUnits(order.deliveryMinor),
    total: toMajorUnits(order.totalMinor),
    currency: order.currency,
    created_at: order.createdAt.toISOString(),
  };
}

export function toOrderRecord(record: OrderRecord): OrderRecordDto {
  const { order, items, shipments, shipmentItems, payments, refunds, timeline } = record;
  return {
    ...commonFields(order, record),
    ...recipientOf(order),
    notes: order.notes,
    items: items.map((item) => ({
      line: item.line,
      sku: item.sku,
      name: item.name,
      variation: item.variation,
      variation_key: item.variationKey,
      quantity: item.quantity,
      shipped_quantity: item.shippedQuantity,
      canceled_quantity: item.canceledQuantity,
      restocked_quantity: item.restockedQuantity,
      unit_price: toMajorUnits(item.unitPriceMinor),
      line_total: toMajorUnits(item.lineTotalMinor),
    })),
    shipments: shipments.map((shipment) => ({
      id: shipment.id,
      courier: shipment.courier,
      tracking_number: shipment.trackingNumber,
      tracking_url: shipment.trackingUrl,
      shipped_at: shipment.shippedAt.toISOString(),
      items: shipmentItems
        .filter(({ shipmentId }) => shipmentId === shipment.id)
        .map(({ line, quantity }) => ({ line, quantity })),
    })),
    payments: payments.map((payment) => ({
      method: payment.method,
      reference: payment.reference,
      amount: toMajorUnits(payment.amountMinor),
      outcome: payment.outcome,
      created_at: payment.createdAt.toISOString(),
    })),
    refunds: refunds.map((refund) => ({
      amount: toMajorUnits(refund.amountMinor),
      reason: refund.reason,
      created_at: refund.createdAt.toISOString(),
    })),
    returns: toReturns(record),
    timeline: timeline.map(({ status, changedAt }) => ({
      status,
      changed_at: changedAt.toISOString(),
    })),
  };
}
