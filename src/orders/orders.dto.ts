import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { Equals } from 'class-validator';
import { LIMITS } from '../platform/config/limits.js';
import type { Caller } from '../auth/caller.js';
import { WaitSeconds } from '../auth/waiting/wait-seconds.js';
import { Timestamp, SomeOf, Text, QueryWholeNumber } from '../platform/http/input/fields.js';
import { toMajorUnits } from '../platform/money.js';
import { writeOrderCursor } from './tracking/order-cursor.js';
import {
  INITIAL_STATUS,
  ORDER_STATUSES,
  PAYMENT_STATUSES,
  type OrderStatus,
} from './lifecycle/order-lifecycle.js';
import type { OrderList } from './tracking/order-list.service.js';
import { ORDER_PARTS, type Included, type OrderPart } from './tracking/order-parts.port.js';
import { ORDER_NUMBER_PATTERN } from './order-number.js';
import { answerWithTexts } from './order-texts.js';
import type { OrderRow } from './tracking/order-rows.js';
import { ShipmentDto, toShipment, toUtc } from './shipments.dto.js';
import type { PlacedOrder } from './orders.service.js';
import { OrNull } from '../platform/http/openapi/or-null.js';

export class PlacedOrderDto {
  @ApiProperty({ enum: [true] })
  success: true;

  @ApiProperty({ pattern: ORDER_NUMBER_PATTERN.source })
  order_number: string;

  @ApiProperty({ description: 'Sum of wholesale price × quantity' })
  subtotal: number;

  @ApiProperty({ description: 'Delivery charge' })
  delivery: number;

  @ApiProperty({ description: 'subtotal + delivery' })
  total: number;

  @ApiProperty({ type: 'integer', minimum: 1, description: 'The number of order items' })
  items_count: number;

  @ApiProperty({ enum: [INITIAL_STATUS] })
  status: typeof INITIAL_STATUS;

  @ApiProperty()
  message: string;
}

const TEST_MESSAGE = 'The test order was placed. Nothing of it is charged or shipped.';

/** @param page address of the order's page in the dashboard */
export function toPlacedOrder(
  order: PlacedOrder,
  { isTest }: Pick<Caller, 'isTest'>,
  page: string,
): PlacedOrderDto {
  return {
    success: true,
    order_number: order.orderNumber,
    subtotal: toMajorUnits(order.subtotalMinor),
    delivery: toMajorUnits(order.deliveryMinor),
    total: toMajorUnits(order.totalMinor),
    items_count: order.itemsCount,
    status: INITIAL_STATUS,
    message: isTest
      ? TEST_MESSAGE
      : `The order was placed. Review and pay it in the dashboard (${page}); it ships once it is paid.`,
  };
}

class TrackingDto {
  @OrNull(String)
  courier: string | null;

  @OrNull(String)
  tracking_number: string | null;

  @ApiProperty({ type: String, format: 'uri', nullable: true })
  tracking_url: string | null;

  @OrNull('date-time')
  shipped_at: string | null;
}

export class TimelineEntryDto {
  @ApiProperty({ enum: ORDER_STATUSES })
  status: string;

  @ApiProperty({ format: 'date-time' })
  changed_at: string;
}

export class OrderItemDto {
  @ApiProperty()
  sku: string;

  @ApiProperty()
  name: string;

  @OrNull(String, 'As sent')
  variation: string | null;

  @OrNull(String, 'The combination it means')
  variation_key: string | null;

  @ApiProperty({ type: 'integer', minimum: 1, maximum: LIMITS.quantity })
  quantity: number;

  @ApiProperty({ description: 'The wholesale price when the order was placed' })
  unit_price: number;

  @ApiProperty({ description: 'unit_price × quantity' })
  line_total: number;
}

/** Names a schema of a feature module in the OpenAPI document. */
const schema = (name: string): { $ref: string } => ({ $ref: `#/components/schemas/${name}` });

/** Documents a key that a part of `include` adds. */
function Part(part: OrderPart, api: object): PropertyDecorator {
  return ApiPropertyOptional({ ...api, description: `Only with \`include=${part}\`` });
}

export class OrderStatusDto extends answerWithTexts('Only with `include=details`') {
  @ApiProperty({ enum: [true] })
  success: true;

  @ApiProperty({ pattern: ORDER_NUMBER_PATTERN.source })
  order_number: string;

  @OrNull(String, 'null where none was sent')
  store_order_id: string | null;

  @ApiProperty({ enum: ORDER_STATUSES })
  status: string;

  @ApiProperty({ enum: PAYMENT_STATUSES })
  payment_status: string;

  @ApiProperty()
  total_amount: number;

  @ApiProperty({ description: 'The latest shipment; all four fields are null before the first' })
  tracking: TrackingDto;

  @ApiProperty({ type: [OrderItemDto] })
  items: OrderItemDto[];

  @ApiProperty({ type: [TimelineEntryDto], description: 'One entry per status, oldest first' })
  timeline: TimelineEntryDto[];

  @ApiPropertyOptional({
    type: [ShipmentDto],
    description: 'Only with `include=shipments`: all shipments, oldest first',
  })
  shipments?: ShipmentDto[];

  @Part('returns', { type: 'array', items: schema('OrderReturnDto') })
  returns?: object[];

  @Part('refunds', { type: 'array', items: schema('WholeOrderRefundDto') })
  refunds?: object[];

  @Part('documents', { type: 'array', items: schema('OrderDocumentDto') })
  documents?: object[];

  @Part('details', { allOf: [schema('WholeOrderCustomerDto')] })
  customer?: object;

  @Part('details', { allOf: [schema('WholeOrderShippingDto')] })
  shipping?: object;

  @Part('details', { type: String, example: 'INR' })
  currency?: string;

  @Part('details', { type: Number })
  subtotal?: number;

  @Part('details', { type: Number })
  delivery?: number;

  @Part('details', { type: Number })
  refunded?: number;

  @Part('details', { type: String, format: 'date-time' })
  created_at?: string;

  @Part('details', { type: String, format: 'date-time', nullable: true })
  expires_at?: string | null;
}

const NOTHING: Included = { parts: [], address: '' };

export function toOrderItem(item: OrderRow['items'][number]): OrderItemDto {
  return {
    sku: item.sku,
    name: item.name,
    variation: item.variation,
    variation_key: item.variationKey,
    quantity: item.quantity,
    unit_price: toMajorUnits(item.unitPriceMinor),
    line_total: toMajorUnits(item.lineTotalMinor),
  };
}

export function toOrderStatus(order: OrderRow, included = NOTHING): OrderStatusDto {
  const { shipment, shipments, furtherKeys } = order;
  return {
    success: true,
    order_number: order.orderNumber,
    store_order_id: order.storeOrderId,
    status: order.status,
    payment_status: order.paymentStatus,
    total_amount: toMajorUnits(order.totalMinor),
    tracking: {
      courier: shipment?.courier ?? null,
      tracking_number: shipment?.trackingNumber ?? null,
      tracking_url: shipment?.trackingUrl ?? null,
      shipped_at: shipment === null ? null : toUtc(shipment.shippedAt),
    },
    items: order.items.map(toOrderItem),
    timeline: order.timeline.map(({ status, changedAt }) => ({
      status,
      changed_at: toUtc(changedAt),
    })),
    ...(included.parts.includes('shipments') && {
      shipments: shipments?.map((row) =>
        toShipment(row, { ...order, deliveredAt: deliveredAt(order) }),
      ),
    }),
    ...furtherKeys?.(included),
  };
}

function deliveredAt({ timeline }: OrderRow): string | null {
  const delivered = timeline.find(({ status }) => status === 'delivered');
  return delivered === undefined ? null : toUtc(delivered.changedAt);
}

export class OrderStatusQuery {
  @Transform(({ value }: { value: unknown }) => (value === '' ? undefined : value))
  @SomeOf(ORDER_PARTS, {
    optional: true,
    api: {
      description:
        'Parts of the whole order to add, with commas between them: `shipments`, `returns`, `refunds`, `documents`, ' +
        'and `details`, which are the customer, the address, the notes and the amounts',
      example: 'shipments,returns',
    },
  })
  include?: OrderPart[];
}

const LIST_LIMIT = 200;
const CURSOR_LENGTH = 200;

export class OrderListQuery extends OrderStatusQuery {
  @Timestamp({
    optional: true,
    api: {
      description:
        'Only orders that changed at this time or later, and perhaps some that changed a few minutes earlier. If ' +
        'the change log no longer reaches back to this time, all orders are returned',
      example: '2026-01-15T10:00:00Z',
    },
  })
  updated_since?: Date;

  @SomeOf(ORDER_STATUSES, {
    optional: true,
    api: {
      description: 'Only orders in these statuses, with commas between them',
      example: 'awaiting_payment,pending',
    },
  })
  status?: OrderStatus[];

  @Text({
    max: CURSOR_LENGTH,
    optional: true,
    api: { description: '`next_cursor` of the answer before; none: from the beginning' },
  })
  cursor?: string;

  // Of GET /api/changes. Ignored as an unknown parameter is, it would let each answer begin anew.
  @Equals(undefined, {
    context: { code: 'unknown_field' },
    message: 'is not known; did you mean cursor?',
  })
  since?: undefined;

  @QueryWholeNumber({ min: 1, max: LIST_LIMIT, optional: true, api: { default: LIST_LIMIT } })
  limit: number = LIST_LIMIT;

  @WaitSeconds()
  wait?: number;
}

export class OrderListDto {
  @ApiProperty({ enum: [true] })
  success: true;

  @ApiProperty({
    type: [OrderStatusDto],
    description: 'Each in the form of its own status; the latest change last',
  })
  data: OrderStatusDto[];

  @ApiProperty({
    maxLength: CURSOR_LENGTH,
    description: 'Send it as `cursor` with the next request, now or later, to continue from here',
  })
  next_cursor: string;

  @ApiProperty({ description: 'true: more follows, continue immediately with next_cursor' })
  has_more: boolean;

  @ApiProperty({
    description:
      'true: the list begins again, because the service has lost changes that you have received, perhaps orders. ' +
      'Reconcile your orders before you store `next_cursor`',
  })
  reset: boolean;

  @OrNull(
    'date-time',
    'With `reset`: nothing from before this time is lost; null if the time is not known',
  )
  lost_after: string | null;
}

export function toOrderList(
  { orders, next, hasMore, loss }: OrderList,
  included?: Included,
): OrderListDto {
  return {
    success: true,
    data: orders.map((order) => toOrderStatus(order, included)),
    next_cursor: writeOrderCursor(next),
    has_more: hasMore,
    reset: loss !== null,
    lost_after: loss?.after?.toISOString() ?? null,
  };
}
