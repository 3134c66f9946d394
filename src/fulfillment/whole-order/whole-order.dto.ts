import { ApiProperty } from '@nestjs/swagger';
import { LIMITS } from '../../platform/config/limits.js';
import { toMajorUnits } from '../../platform/money.js';
import type { SentShipment } from '../orders/orders.admin.repository.js';
import { ORDER_STATUSES, PAYMENT_STATUSES } from '../../orders/lifecycle/order-lifecycle.js';
import type { OrderItem } from '../../orders/order-item.entity.js';
import type { Order } from '../../orders/order.entity.js';
import { ORDER_NUMBER_PATTERN } from '../../orders/order-number.js';
import {
  OrderItemDto,
  ShipmentDto,
  TimelineEntryDto,
  toOrderItem,
  toShipment,
} from '../../orders/orders.dto.js';
import { OrderReturnDto, toReturns } from '../returns/order-returns.dto.js';
import { returnedUnitsOf } from '../returns/returned-units.js';
import type { WholeOrder } from './whole-order.service.js';
import { OrNull } from '../../platform/http/openapi/or-null.js';

const ERASED = { type: String, nullable: true, description: 'null once it was erased' } as const;

class WholeOrderCustomerDto {
  @ApiProperty(ERASED)
  name: string | null;

  @ApiProperty(ERASED)
  phone: string | null;

  @OrNull(String)
  email: string | null;
}

class WholeOrderShippingDto {
  @ApiProperty(ERASED)
  address: string | null;

  @ApiProperty(ERASED)
  city: string | null;

  @ApiProperty()
  state: string;

  @ApiProperty(ERASED)
  pincode: string | null;

  @ApiProperty()
  country: string;
}

class WholeOrderItemDto extends OrderItemDto {
  @ApiProperty({ type: 'integer', minimum: 1, maximum: LIMITS.orderItems })
  line: number;

  @ApiProperty({ type: 'integer', minimum: 0 })
  shipped_quantity: number;

  @ApiProperty({ type: 'integer', minimum: 0, description: 'Units that will not be shipped' })
  canceled_quantity: number;

  @ApiProperty({ type: 'integer', minimum: 0, description: 'Shipped units that came back' })
  returned_quantity: number;
}

class WholeOrderRefundDto {
  @ApiProperty()
  amount: number;

  @ApiProperty({ format: 'date-time' })
  created_at: string;
}

class WholeOrderDto {
  @ApiProperty({ pattern: ORDER_NUMBER_PATTERN.source })
  order_number: string;

  @OrNull(String)
  store_order_id: string | null;

  @ApiProperty({ enum: ORDER_STATUSES })
  status: string;

  @ApiProperty({ enum: PAYMENT_STATUSES })
  payment_status: string;

  @ApiProperty()
  customer: WholeOrderCustomerDto;

  @ApiProperty()
  shipping: WholeOrderShippingDto;

  @OrNull(String)
  notes: string | null;

  @ApiProperty({ description: 'ISO 4217', example: 'INR' })
  currency: string;

  @ApiProperty({ description: 'Sum of wholesale price × quantity' })
  subtotal: number;

  @ApiProperty({ description: 'Delivery charge' })
  delivery: number;

  @ApiProperty({ description: 'subtotal + delivery' })
  total: number;

  @ApiProperty({ description: 'Sum of the refunds' })
  refunded: number;

  @ApiProperty({ format: 'date-time' })
  created_at: string;

  @OrNull('date-time', 'When it expires if it stays unpaid; null: never')
  expires_at: string | null;

  @ApiProperty({ type: [WholeOrderItemDto] })
  items: WholeOrderItemDto[];

  @ApiProperty({ type: [ShipmentDto], description: 'Oldest first' })
  shipments: ShipmentDto[];

  @ApiProperty({ type: [WholeOrderRefundDto], description: 'Money that went back to your wallet' })
  refunds: WholeOrderRefundDto[];

  @ApiProperty({ type: [OrderReturnDto], description: 'Oldest first' })
  returns: OrderReturnDto[];

  @ApiProperty({
    type: 'array',
    items: { type: 'object' },
    maxItems: 0,
    description: 'Empty: kept for invoices',
  })
  documents: object[];

  @ApiProperty({ type: [TimelineEntryDto], description: 'One entry per status, oldest first' })
  timeline: TimelineEntryDto[];
}

export class WholeOrderAnswerDto {
  @ApiProperty({ enum: [true] })
  success: true;

  @ApiProperty()
  data: WholeOrderDto;
}

export function toWholeOrder(whole: WholeOrder): WholeOrderAnswerDto {
  const { items, refunds, timeline, expiresAt } = whole;
  const refundedMinor = refunds.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
  return {
    success: true,
    data: {
      order_number: whole.orderNumber,
      store_order_id: whole.storeOrderId,
      status: whole.status,
      payment_status: whole.paymentStatus,
      ...personalPart(whole),
      currency: whole.currency,
      subtotal: toMajorUnits(whole.subtotalMinor),
      delivery: toMajorUnits(whole.deliveryMinor),
      total: toMajorUnits(whole.totalMinor),
      refunded: toMajorUnits(refundedMinor),
      created_at: whole.createdAt.toISOString(),
      expires_at: expiresAt?.toISOString() ?? null,
      items: items.map((item) => toWholeItem(item, whole)),
      shipments: whole.shipments.map((shipment) => toWholeShipment(shipment, timeline)),
      refunds: refunds.map(({ amountMinor, createdAt }) => ({
        amount: toMajorUnits(amountMinor),
        created_at: createdAt.toISOString(),
      })),
      returns: toReturns(whole),
      documents: [],
      timeline: timeline.map(({ status, changedAt }) => ({
        status,
        changed_at: changedAt.toISOString(),
      })),
    },
  };
}

/** Picks the customer's data; null in the fields that were erased. */
function personalPart(order: Order): Pick<WholeOrderDto, 'customer' | 'shipping' | 'notes'> {
  const isErased = order.anonymizedAt !== null;
  const kept = (text: string): string | null => (isErased ? null : text);
  return {
    customer: {
      name: kept(order.customerName),
      phone: kept(order.customerPhone),
      email: order.customerEmail,
    },
    shipping: {
      address: kept(order.shippingAddress),
      city: kept(order.shippingCity),
      state: order.shippingState,
      pincode: kept(order.shippingPincode),
      country: order.shippingCountry,
    },
    notes: order.notes,
  };
}

function toWholeItem(item: OrderItem, whole: WholeOrder): WholeOrderItemDto {
  return {
    ...toOrderItem(item),
    line: item.line,
    shipped_quantity: item.shippedQuantity,
    canceled_quantity: item.canceledQuantity,
    returned_quantity: returnedUnitsOf(item, whole, whole),
  };
}

function toWholeShipment(
  { shippedAt, ...shipment }: SentShipment,
  timeline: WholeOrder['timeline'],
): ShipmentDto {
  const delivered = timeline.find(({ status }) => status === 'delivered');
  const row = { ...shipment, shippedAt: shippedAt.toISOString() };
  return toShipment(row, delivered?.changedAt.toISOString() ?? null);
}
