import { ApiProperty } from '@nestjs/swagger';
import { Transform, Type } from 'class-transformer';
import { ValidateNested } from 'class-validator';
import { LIMITS } from '../config/limits.js';
import { Email, Field, Text, textRule, WholeNumber } from '../http/fields.js';
import { toMajorUnits } from '../http/money.js';
import { ORDER_STATUSES, PAYMENT_STATUSES } from './order-life.js';
import { ORDER_NUMBER_PATTERN } from './order-number.js';
import type { OrderRequest } from './order-request.js';
import type { OrderRow } from './orders.repository.js';
import type { PlacedOrder } from './orders.service.js';

const DEFAULT_COUNTRY = 'India';

class CustomerDto {
  @Text({ max: LIMITS.nameLength, api: { description: 'Full name', example: 'Asha Verma' } })
  name: string;

  @Text({
    max: LIMITS.phoneLength,
    api: {
      description: '7 to 15 digits; spaces and - . ( ) and + in front may stand between',
      example: '+91 98765 43210',
    },
    rules: [
      textRule('invalid_phone', 'must have 7 to 15 digits, as +91 98765 43210', (text) =>
        /^\+?\d{7,15}$/.test(text.replace(/[\s\-.()]/g, '')),
      ),
    ],
  })
  phone: string;

  @Email({ max: LIMITS.emailLength, optional: true, api: { example: 'asha@example.com' } })
  email?: string;
}

class ShippingDto {
  @Text({
    max: LIMITS.addressLength,
    lineBreaks: true,
    api: { description: 'Full street address', example: '14, Lake View Road' },
  })
  address: string;

  @Text({ max: LIMITS.placeLength, api: { example: 'Bengaluru' } })
  city: string;

  @Text({ max: LIMITS.placeLength, api: { example: 'Karnataka' } })
  state: string;

  @Text({
    max: LIMITS.pincodeLength,
    api: {
      description:
        'In India six digits, the first not 0; elsewhere 3 to 12 letters, digits, spaces and -',
      example: '560001',
    },
    rules: [
      textRule(
        'invalid_pincode',
        'must have six digits, the first not 0 (in India), or 3 to 12 letters, digits, spaces and - (elsewhere)',
        (text, dto) =>
          isIndia((dto as ShippingDto).country)
            ? /^[1-9]\d{5}$/.test(withoutSpaces(text))
            : /^[A-Za-z0-9 -]{3,12}$/.test(text),
      ),
    ],
  })
  pincode: string;

  @Text({
    max: LIMITS.placeLength,
    optional: true,
    api: { default: DEFAULT_COUNTRY, example: DEFAULT_COUNTRY },
  })
  country?: string;
}

class OrderItemRequestDto {
  @Text({ max: LIMITS.skuLength, api: { example: 'TW-GLS-06' } })
  sku: string;

  @WholeNumber({ min: 1, max: LIMITS.quantity, api: { example: 2 } })
  quantity: number;

  @Text({
    max: LIMITS.variationLength,
    optional: true,
    api: {
      description:
        'The chosen values separated by ` / `, or the variation key; needed for a product with variations',
      example: 'M / Indigo',
    },
  })
  variation?: string;
}

export class CreateOrderDto {
  @ValidateNested()
  @Type(() => CustomerDto)
  @Transform(({ value }: { value: unknown }) => value ?? new CustomerDto())
  @Field({ api: { type: CustomerDto }, rules: [objectOf(CustomerDto)] })
  customer: CustomerDto = new CustomerDto();

  @ValidateNested()
  @Type(() => ShippingDto)
  @Transform(({ value }: { value: unknown }) => value ?? new ShippingDto())
  @Field({ api: { type: ShippingDto }, rules: [objectOf(ShippingDto)] })
  shipping: ShippingDto = new ShippingDto();

  @ValidateNested({ each: true })
  @Type(() => OrderItemRequestDto)
  @Field({
    api: { type: [OrderItemRequestDto], minItems: 1, maxItems: LIMITS.orderItems },
    rules: [
      { code: 'list_expected', message: 'must be a list', passes: Array.isArray },
      {
        code: 'out_of_range',
        message: `must hold 1 to ${LIMITS.orderItems} items`,
        passes: (value) =>
          Array.isArray(value) && value.length > 0 && value.length <= LIMITS.orderItems,
      },
      {
        code: 'object_expected',
        message: 'must hold objects only',
        passes: (value) =>
          Array.isArray(value) && value.every((item) => item instanceof OrderItemRequestDto),
      },
    ],
  })
  items: OrderItemRequestDto[];

  @Text({
    max: LIMITS.storeOrderIdLength,
    optional: true,
    api: {
      description: "The store's own order id: a second order with it is refused with 409",
      example: 'SHOP-1001',
    },
    rules: [
      textRule(
        'reserved_form',
        "must not have the form of our order numbers, 'WO-' and ten characters",
        (text) => !ORDER_NUMBER_PATTERN.test(text),
      ),
    ],
  })
  store_order_id?: string;

  @Text({
    max: LIMITS.notesLength,
    optional: true,
    lineBreaks: true,
    api: { description: 'Special instructions', example: 'Please call before delivery' },
  })
  notes?: string;
}

function objectOf(type: new () => object): {
  code: string;
  message: string;
  passes: (value: unknown) => boolean;
} {
  return {
    code: 'object_expected',
    message: 'must be an object',
    passes: (value) => value instanceof type,
  };
}

function isIndia(country: unknown): boolean {
  return typeof country !== 'string' || /^(india|in|ind)$/i.test(country);
}

function withoutSpaces(text: string): string {
  return text.replace(/\s/g, '');
}

export function toOrderRequest(dto: CreateOrderDto): OrderRequest {
  const { customer, shipping } = dto;
  const country = shipping.country ?? DEFAULT_COUNTRY;
  return {
    customer: { name: customer.name, phone: customer.phone, email: customer.email ?? null },
    shipping: {
      address: shipping.address,
      city: shipping.city,
      state: shipping.state,
      pincode: isIndia(country) ? withoutSpaces(shipping.pincode) : shipping.pincode,
      country,
    },
    items: dto.items.map(({ sku, quantity, variation }) => ({
      sku,
      quantity,
      variation: variation ?? null,
    })),
    storeOrderId: dto.store_order_id ?? null,
    notes: dto.notes ?? null,
  };
}

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

  @ApiProperty({ type: 'integer', minimum: 1, description: 'The number of lines' })
  items_count: number;

  @ApiProperty({ enum: ['awaiting_payment'] })
  status: 'awaiting_payment';

  @ApiProperty()
  message: string;
}

export function toPlacedOrder(order: PlacedOrder): PlacedOrderDto {
  return {
    success: true,
    order_number: order.orderNumber,
    subtotal: toMajorUnits(order.subtotalMinor),
    delivery: toMajorUnits(order.deliveryMinor),
    total: toMajorUnits(order.totalMinor),
    items_count: order.itemsCount,
    status: 'awaiting_payment',
    message: 'The order was placed. Review and pay it in the dashboard; it ships once it is paid.',
  };
}

class TrackingDto {
  @ApiProperty({ type: String, nullable: true })
  courier: string | null;

  @ApiProperty({ type: String, nullable: true })
  tracking_number: string | null;

  @ApiProperty({ type: String, format: 'uri', nullable: true })
  tracking_url: string | null;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  shipped_at: string | null;
}

class TimelineEntryDto {
  @ApiProperty({ enum: ORDER_STATUSES })
  status: string;

  @ApiProperty({ format: 'date-time' })
  changed_at: string;
}

class OrderItemDto {
  @ApiProperty()
  sku: string;

  @ApiProperty()
  name: string;

  @ApiProperty({ type: String, nullable: true, description: 'As sent' })
  variation: string | null;

  @ApiProperty({ type: String, nullable: true, description: 'The combination it means' })
  variation_key: string | null;

  @ApiProperty({ type: 'integer', minimum: 1, maximum: LIMITS.quantity })
  quantity: number;

  @ApiProperty({ description: 'The wholesale price when the order was placed' })
  unit_price: number;

  @ApiProperty({ description: 'unit_price × quantity' })
  line_total: number;
}

export class OrderStatusDto {
  @ApiProperty({ enum: [true] })
  success: true;

  @ApiProperty({ pattern: ORDER_NUMBER_PATTERN.source })
  order_number: string;

  @ApiProperty({ type: String, nullable: true, description: 'null where none was sent' })
  store_order_id: string | null;

  @ApiProperty({ enum: ORDER_STATUSES })
  status: string;

  @ApiProperty({ enum: PAYMENT_STATUSES })
  payment_status: string;

  @ApiProperty()
  total_amount: number;

  @ApiProperty({ description: 'The latest shipment; four nulls before the first' })
  tracking: TrackingDto;

  @ApiProperty({ type: [OrderItemDto] })
  items: OrderItemDto[];

  @ApiProperty({ type: [TimelineEntryDto], description: 'One entry a status, oldest first' })
  timeline: TimelineEntryDto[];
}

export function toOrderStatus(order: OrderRow): OrderStatusDto {
  const { shipment } = order;
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
    items: order.items.map((item) => ({
      sku: item.sku,
      name: item.name,
      variation: item.variation,
      variation_key: item.variationKey,
      quantity: item.quantity,
      unit_price: toMajorUnits(item.unitPriceMinor),
      line_total: toMajorUnits(item.lineTotalMinor),
    })),
    timeline: order.timeline.map(({ status, changedAt }) => ({
      status,
      changed_at: toUtc(changedAt),
    })),
  };
}

/** ISO 8601 with Z, whatever zone PostgreSQL wrote it in. */
function toUtc(instant: string): string {
  return new Date(instant).toISOString();
}
