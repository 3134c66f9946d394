import { ApiProperty, PickType } from '@nestjs/swagger';
import { OrderRecordDto } from '../orders/order-record.js';
import type { OrderToPick } from './pick-list.service.js';
import { OrNull } from '../../platform/http/openapi/or-null.js';

export class LineToPickDto {
  @ApiProperty({ type: 'integer', description: 'Line of the order, from 1' })
  line: number;

  @ApiProperty({ example: 'KT-APR-85' })
  sku: string;

  @ApiProperty()
  name: string;

  @OrNull(String, 'As the store sent it')
  variation: string | null;

  @ApiProperty({ type: String, nullable: true, example: 'Size:M|Colour:Red' })
  variation_key: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Place of the product in the warehouse; null: not known',
    example: 'A-04-2',
  })
  shelf: string | null;

  @ApiProperty({ type: 'integer', description: 'Units that are left to ship' })
  quantity: number;
}

class CustomerToPickForDto {
  @ApiProperty()
  name: string;

  @ApiProperty()
  phone: string;
}

export class OrderToPickDto extends PickType(OrderRecordDto, [
  'order_number',
  'client_id',
  'client_name',
  'store_order_id',
  'status',
  'on_hold',
  'created_at',
  'shipping',
  'notes',
] as const) {
  @ApiProperty()
  customer: CustomerToPickForDto;

  @ApiProperty({
    type: [String],
    example: ['KT-APR-85 needs a GST rate that is allowed today'],
    description: 'Reasons why it cannot be invoiced; empty without a tax profile',
  })
  missing_for_invoice: string[];

  @ApiProperty({ type: [LineToPickDto] })
  lines: LineToPickDto[];
}

export function toOrderToPick({
  order,
  clientName,
  isOnHold,
  delivery,
  lines,
  missing,
}: OrderToPick): OrderToPickDto {
  return {
    order_number: order.orderNumber,
    client_id: order.clientId,
    client_name: clientName,
    store_order_id: order.storeOrderId,
    status: order.status,
    on_hold: isOnHold,
    created_at: order.createdAt.toISOString(),
    customer: { name: delivery.customerName, phone: delivery.customerPhone },
    shipping: {
      address: delivery.shippingAddress,
      city: delivery.shippingCity,
      state: delivery.shippingState,
      pincode: delivery.shippingPincode,
      country: delivery.shippingCountry,
    },
    notes: delivery.notes,
    missing_for_invoice: [...missing],
    lines: lines.map(({ line, sku, name, variation, variationKey, shelf, quantity }) => ({
      line,
      sku,
      name,
      variation,
      variation_key: variationKey,
      shelf,
      quantity,
    })),
  };
}
