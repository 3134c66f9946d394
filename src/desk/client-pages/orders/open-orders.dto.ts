import { ApiProperty } from '@nestjs/swagger';
import { COUNTED_MAX } from '../../../platform/database/bounded-count.js';
import { ORDER_STATUSES, type OrderStatus } from '../../../orders/lifecycle/order-lifecycle.js';

/** The number of orders in a status. */
export class OpenOrdersDto {
  @ApiProperty({ enum: ORDER_STATUSES })
  status: OrderStatus;

  @ApiProperty({ type: 'integer', maximum: COUNTED_MAX, description: '100: 100 or more' })
  count: number;
}

/** Numbers of a client's orders, for tabs and the menu. */
export class OwnCountsDto {
  @ApiProperty({ type: [OpenOrdersDto], description: 'By status, complete orders left out' })
  orders: OpenOrdersDto[];
}
