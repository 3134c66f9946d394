import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { isURL, ValidateNested } from 'class-validator';
import { LIMITS } from '../../platform/config/limits.js';
import { Field, Instant, Text, textRule, WholeNumber } from '../../platform/http/fields.js';
import { toMajorUnits } from '../../platform/money.js';
import { ORDER_STATUSES, PAYMENT_STATUSES } from '../order-lifecycle.js';
import type { Order } from '../order.entity.js';
import type { OrderSummary } from './order-search.repository.js';
import type { OrderRecord } from './orders.admin.repository.js';
import type { NewShipment } from '../orders.repository.js';

export class RecordPaymentDto {
  @Text({ max: 40, api: { example: 'bank_transfer' } })
  method: string;

  @Text({
    max: 120,
    optional: true,
    api: { example: 'UTR-20260115-0042', description: 'The same one again changes nothing' },
  })
  reference?: string;
}

class ShipmentItemInputDto {
  @WholeNumber({
    min: 1,
    max: LIMITS.orderItems,
    api: { description: 'Line of the order, from 1' },
  })
  line: number;

  @WholeNumber({ min: 1, max: LIMITS.quantity })
  quantity: number;
}

export class CreateShipmentDto {
  @Text({ max: LIMITS.courierLength, api: { example: 'BlueLine Express' } })
  courier: string;

  @Text({ max: LIMITS.trackingNumberLength, api: { example: 'BL482913375IN' } })
  tracking_number: string;

  @Text({
    max: LIMITS.urlLength,
    api: { format: 'uri', example: 'https://track.example.com/BL482913375IN' },
    rules: [
      textRule('invalid_url', 'must be an absolute https address', (text) =>
        isURL(text, { protocols: ['https'], require_protocol: true }),
      ),
    ],
  })
  tracking_url: string;

  @Instant({ optional: true, api: { description: 'Left out: now' } })
  shipped_at?: Date;

  @ValidateNested({ each: true })
  @Type(() => ShipmentItemInputDto)
  @Field({
    optional: true,
    api: {
      type: [ShipmentItemInputDto],
      minItems: 1,
      maxItems: LIMITS.orderItems,
      description: 'Left out: all that is left of the order',
    },
    rules: [
      {
        code: 'list_expected',
        message: `must be a list of 1 to ${LIMITS.orderItems} objects`,
        passes: (value) =>
          Array.isArray(value) &&
          value.length > 0 &&
          value.length <= LIMITS.orderItems &&
          value.every((item) => item instanceof ShipmentItemInputDto),
      },
    ],
  })
  items?: ShipmentItemInputDto[];
}

export class ReasonDto {
  @Text({ max: 500, optional: true })
  reason?: string;
}

export function toNewShipment(dto: CreateShipmentDto): NewShipment {
  return {
    courier: dto.courier,
    trackingNumber: dto.tracking_number,
    trackingUrl: dto.tracking_url,
    shippedAt: dto.shipped_at ?? null,
    items: dto.items?.map(({ line, quantity }) => ({ line, quantity })) ?? null,
  };
}

/** An order in a list. */
export class OrderSummaryDto {
  @ApiProperty()
  order_number: string;

  @ApiProperty({ type: 'integer' })
  client_id: number;

  @ApiProperty({ type: String, nullable: true })
  store_order_id: string | null;

  @ApiProperty({ enum: ORDER_STATUSES })
  status: string;

  @ApiProperty({ enum: PAYMENT_STATUSES })
  payment_status: string;

  @ApiProperty({ type: 'integer' })
  items_count: number;

  @ApiProperty()
  subtotal: number;

  @ApiProperty()
  delivery: number;

  @ApiProperty()
  total: number;

  @ApiProperty()
  currency: string;

  @ApiProperty({ format: 'date-time' })
  created_at: string;
}

class OrderCustomerDto {
  @ApiProperty()
  name: string;

  @ApiProperty()
  phone: string;

  @ApiProperty({ type: String, nullable: true })
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

  @ApiProperty({ type: String, nullable: true })
  variation: string | null;

  @ApiProperty({ type: String, nullable: true })
  variation_key: string | null;

  @ApiProperty({ type: 'integer' })
  quantity: number;

  @ApiProperty({ type: 'integer' })
  shipped_quantity: number;

  @ApiProperty()
  unit_price: number;

  @ApiProperty()
  line_total: number;
}

class ParcelLineDto {
  @ApiProperty({ type: 'integer' })
  line: number;

  @ApiProperty({ type: 'integer' })
  quantity: number;
}

class OrderShipmentDto {
  @ApiProperty()
  courier: string;

  @ApiProperty()
  tracking_number: string;

  @ApiProperty()
  tracking_url: string;

  @ApiProperty({ format: 'date-time' })
  shipped_at: string;

  @ApiProperty({ type: [ParcelLineDto] })
  items: ParcelLineDto[];
}

class OrderPaymentDto {
  @ApiProperty()
  method: string;

  @ApiProperty({ type: String, nullable: true })
  reference: string | null;

  @ApiProperty()
  amount: number;

  @ApiProperty({
    enum: ['applied', 'credited'],
    description: "credited: it came too late for the stock and is in the client's wallet",
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

/** All of an order. */
export class OrderRecordDto extends OrderSummaryDto {
  @ApiProperty()
  customer: OrderCustomerDto;

  @ApiProperty()
  shipping: OrderShippingDto;

  @ApiProperty({ type: String, nullable: true })
  notes: string | null;

  @ApiProperty({ type: [OrderLineDto] })
  items: OrderLineDto[];

  @ApiProperty({ type: [OrderShipmentDto] })
  shipments: OrderShipmentDto[];

  @ApiProperty({ type: [OrderPaymentDto] })
  payments: OrderPaymentDto[];

  @ApiProperty({ type: [OrderTimelineDto] })
  timeline: OrderTimelineDto[];
}

export function toOrderSummary(
  order: Pick<Order, keyof OrderSummary & keyof Order>,
): OrderSummaryDto {
  return {
    order_number: order.orderNumber,
    client_id: order.clientId,
    store_order_id: order.storeOrderId,
    status: order.status,
    payment_status: order.paymentStatus,
    items_count: order.itemsCount,
    subtotal: toMajorUnits(order.subtotalMinor),
    delivery: toMajorUnits(order.deliveryMinor),
    total: toMajorUnits(order.totalMinor),
    currency: order.currency,
    created_at: order.createdAt.toISOString(),
  };
}

export function toOrderRecord(record: OrderRecord): OrderRecordDto {
  const { order, items, shipments, shipmentItems, payments, timeline } = record;
  return {
    ...toOrderSummary(order),
    customer: {
      name: order.customerName,
      phone: order.customerPhone,
      email: order.customerEmail,
    },
    shipping: {
      address: order.shippingAddress,
      city: order.shippingCity,
      state: order.shippingState,
      pincode: order.shippingPincode,
      country: order.shippingCountry,
    },
    notes: order.notes,
    items: items.map((item) => ({
      line: item.line,
      sku: item.sku,
      name: item.name,
      variation: item.variation,
      variation_key: item.variationKey,
      quantity: item.quantity,
      shipped_quantity: item.shippedQuantity,
      unit_price: toMajorUnits(item.unitPriceMinor),
      line_total: toMajorUnits(item.lineTotalMinor),
    })),
    shipments: shipments.map((shipment) => ({
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
    timeline: timeline.map(({ status, changedAt }) => ({
      status,
      changed_at: changedAt.toISOString(),
    })),
  };
}
