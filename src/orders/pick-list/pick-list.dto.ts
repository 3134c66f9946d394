import { ApiProperty } from '@nestjs/swagger';
import { ORDER_STATUSES, type OrderStatus } from '../order-lifecycle.js';
import type { OrderToPick } from './pick-list.service.js';

export class LineToPickDto {
  @ApiProperty({ type: 'integer', description: 'Line of the order, from 1' })
  line: number;

  @ApiProperty({ example: 'KT-APR-85' })
  sku: string;

  @ApiProperty()
  name: string;

  @ApiProperty({ type: String, nullable: true, example: 'Size:M|Colour:Red' })
  variation_key: string | null;

  @ApiProperty({ type: 'integer', description: 'Units that are left to ship' })
  quantity: number;
}

export class OrderToPickDto {
  @ApiProperty()
  order_number: string;

  @ApiProperty({ type: 'integer' })
  client_id: number;

  @ApiProperty({ enum: ORDER_STATUSES })
  status: OrderStatus;

  @ApiProperty({ format: 'date-time' })
  created_at: string;

  @ApiProperty({ type: [LineToPickDto] })
  lines: LineToPickDto[];
}

export function toOrderToPick({ order, lines }: OrderToPick): OrderToPickDto {
  return {
    order_number: order.orderNumber,
    client_id: order.clientId,
    status: order.status,
    created_at: order.createdAt.toISOString(),
    lines: lines.map(({ line, sku, name, variationKey, quantity }) => ({
      line,
      sku,
      name,
      variation_key: variationKey,
      quantity,
    })),
  };
}
