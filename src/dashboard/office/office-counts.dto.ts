import { ApiProperty } from '@nestjs/swagger';
import { OpenOrdersDto } from '../api/orders/open-orders.dto.js';

/** Open work of the wholesaler's staff, for tabs and the menu; each number is at most 100. */
export class OfficeCountsDto {
  @ApiProperty({
    type: [OpenOrdersDto],
    nullable: true,
    description: 'Orders by status, complete ones left out; needs `orders:read`',
  })
  orders: OpenOrdersDto[] | null;

  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'Returns to decide or to settle; needs `orders:read`',
  })
  returns: number | null;

  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'Bank transfers to confirm, and what waits for approval; needs `money:read`',
  })
  money: number | null;
}
