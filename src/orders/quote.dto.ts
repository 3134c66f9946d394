import { ApiProperty } from '@nestjs/swagger';
import { LIMITS } from '../config/limits.js';
import { DELIVERY_POLICIES, type DeliveryPolicy } from '../config/settings.js';
import { toMajorUnits } from '../http/money.js';
import type { OrderLine } from './order-request.js';
import type { OrderQuote } from './orders.service.js';

class QuotedItemDto {
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

  @ApiProperty({ description: 'The wholesale price on your plan now' })
  unit_price: number;

  @ApiProperty({ description: 'unit_price × quantity' })
  line_total: number;

  @ApiProperty({
    type: 'integer',
    minimum: 1,
    description: 'Pieces of the product or combination that can be sold now, to all lines together',
  })
  available: number;
}

class DeliveryChargeDto {
  @ApiProperty()
  sku: string;

  @ApiProperty({ description: 'For the product, whatever the quantity' })
  delivery_charge: number;

  @ApiProperty({ description: 'Whether it is part of delivery' })
  counted: boolean;
}

export class OrderQuoteDto {
  @ApiProperty({ enum: [true] })
  success: true;

  @ApiProperty({ description: 'Sum of wholesale price × quantity' })
  subtotal: number;

  @ApiProperty({ description: 'Sum of the delivery charges that count' })
  delivery: number;

  @ApiProperty({ description: 'subtotal + delivery' })
  total: number;

  @ApiProperty({ description: 'ISO 4217', example: 'INR' })
  currency: string;

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

export function toOrderQuote(quote: OrderQuote): OrderQuoteDto {
  return {
    success: true,
    subtotal: toMajorUnits(quote.subtotalMinor),
    delivery: toMajorUnits(quote.deliveryMinor),
    total: toMajorUnits(quote.totalMinor),
    currency: quote.currency,
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
  return {
    sku: line.sku,
    name: line.name,
    variation: line.variation,
    variation_key: line.variationKey,
    quantity: line.quantity,
    unit_price: toMajorUnits(line.unitPriceMinor),
    line_total: toMajorUnits(line.unitPriceMinor * line.quantity),
    available: line.available,
  };
}
