import { ApiProperty, OmitType, PartialType } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { ValidateNested } from 'class-validator';
import { DELIVERY_POLICIES, type DeliveryPolicy } from '../../../platform/config/settings.js';
import {
  addressWarning,
  ADDRESS_WARNINGS,
  type AddressWarning,
} from '../../../platform/gst/read-state.js';
import { toMajorUnits } from '../../../platform/money.js';
import { Field } from '../../../platform/http/input/fields.js';
import {
  CreateOrderDto,
  CustomerDto,
  objectOf,
  ShippingDto,
  toOrderRequest,
} from './create-order.dto.js';
import type { OrderLine, OrderRequest } from './order-request.js';
import { OrderItemDto, toOrderItem } from '../../orders.dto.js';
import type { OrderQuote } from '../../orders.service.js';

class QuotedCustomerDto extends PartialType(CustomerDto) {}

class QuotedShippingDto extends PartialType(ShippingDto) {}

/** A partial order to quote: only the items are required. */
export class QuoteOrderDto extends OmitType(CreateOrderDto, ['customer', 'shipping'] as const) {
  @ValidateNested()
  @Type(() => QuotedCustomerDto)
  @Field({
    optional: true,
    api: { type: QuotedCustomerDto, description: 'No amount depends on it' },
    rules: [objectOf(QuotedCustomerDto)],
  })
  customer?: QuotedCustomerDto;

  @ValidateNested()
  @Type(() => QuotedShippingDto)
  @Field({
    optional: true,
    api: { type: QuotedShippingDto, description: 'As far as it is known' },
    rules: [objectOf(QuotedShippingDto)],
  })
  shipping?: QuotedShippingDto;
}

class QuotedItemDto extends OrderItemDto {
  @ApiProperty({ description: 'The wholesale price on your plan now' })
  declare unit_price: number;

  @ApiProperty({
    type: 'integer',
    minimum: 1,
    description: 'Available units of the product or combination, for all lines together',
  })
  available: number;
}

class DeliveryChargeDto {
  @ApiProperty()
  sku: string;

  @ApiProperty({ description: 'Charge per product, independent of the quantity' })
  delivery_charge: number;

  @ApiProperty({ description: 'Whether it is part of delivery' })
  counted: boolean;
}

export class OrderQuoteDto {
  @ApiProperty({ enum: [true] })
  success: true;

  @ApiProperty({ description: 'Sum of wholesale price × quantity' })
  subtotal: number;

  @ApiProperty({ description: 'Sum of the delivery charges that count, and the surcharge' })
  delivery: number;

  @ApiProperty({
    description:
      'Surcharge for delivery to the address, in addition to the charges of the products; part of delivery. 0 without a pincode',
  })
  delivery_surcharge: number;

  @ApiProperty({ description: 'subtotal + delivery' })
  total: number;

  @ApiProperty({ description: 'ISO 4217', example: 'INR' })
  currency: string;

  @ApiProperty({
    type: String,
    enum: [...ADDRESS_WARNINGS, null],
    nullable: true,
    description: 'What should be checked about the address. No order is refused because of it',
  })
  address_warning: AddressWarning | null;

  @ApiProperty({ type: [QuotedItemDto], description: 'Line by line, as sent' })
  items: QuotedItemDto[];

  @ApiProperty({
    enum: DELIVERY_POLICIES,
    description: 'per_product: each product counts once; highest: only the largest charge counts',
  })
  delivery_policy: DeliveryPolicy;

  @ApiProperty({ type: [DeliveryChargeDto], description: 'Product by product' })
  delivery_charges: DeliveryChargeDto[];
}

/** Converts a quoted order to a request. Missing parts are empty, so that it never equals a placed order. */
export function toQuotedRequest({ customer, shipping, ...rest }: QuoteOrderDto): OrderRequest {
  // null counts as absent, too.
  const textOf = (text: string | null | undefined): string => text ?? '';
  return toOrderRequest({
    ...rest,
    customer: { ...customer, name: textOf(customer?.name), phone: textOf(customer?.phone) },
    shipping: {
      ...shipping,
      address: textOf(shipping?.address),
      city: textOf(shipping?.city),
      state: textOf(shipping?.state),
      pincode: textOf(shipping?.pincode),
    },
  });
}

export function toOrderQuote(quote: OrderQuote, shipping: OrderRequest['shipping']): OrderQuoteDto {
  return {
    success: true,
    subtotal: toMajorUnits(quote.subtotalMinor),
    delivery: toMajorUnits(quote.deliveryMinor),
    delivery_surcharge: toMajorUnits(quote.surchargeMinor),
    total: toMajorUnits(quote.totalMinor),
    currency: quote.currency,
    address_warning: addressWarning(shipping),
    items: quote.lines.map(toQuotedItem),
    delivery_policy: quote.deliveryPolicy,
    delivery_charges: quote.deliveryCharges.map(({ sku, chargeMinor, isCounted }) => ({
      sku,
      delivery_charge: toMajorUnits(chargeMinor),
      counted: isCounted,
    })),
  };
}

function toQuotedItem(line: OrderLine): QuotedItemDto {
  const lineTotalMinor = line.unitPriceMinor * line.quantity;
  return { ...toOrderItem({ ...line, lineTotalMinor }), available: line.available };
}
