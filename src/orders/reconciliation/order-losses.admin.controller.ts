import { Get } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { OperatorController } from '../../platform/http/audience.js';
import { adminAnswer, type AdminAnswer } from '../../platform/http/answers.js';
import { ApiAdminItems } from '../../platform/http/openapi/admin-docs.js';
import { Operation } from '../../platform/http/openapi/operation.js';
import { MOST_IDS, SHOWN_DAYS, type ListedLoss } from './order-losses.repository.js';
import { OrderLossesService } from './order-losses.service.js';
import { OrNull } from '../../platform/http/openapi/or-null.js';

class OrderLossDto {
  @ApiProperty({ type: 'integer' })
  client_id: number;

  @ApiProperty()
  client_name: string;

  @ApiProperty({ format: 'date-time', description: 'When its list of orders said `reset`' })
  told_at: string;

  @OrNull('date-time', 'Orders that the store placed after this time may be lost; null: unknown')
  lost_after: string | null;

  @OrNull('date-time', 'When the store first compared its orders; null: not yet')
  reconciled_at: string | null;

  @ApiProperty({
    type: 'integer',
    description: `Orders that the store has and the database did not, at most ${MOST_IDS}`,
  })
  missing: number;

  @ApiProperty({ type: 'integer', description: 'Number of them that exist now' })
  placed_again: number;
}

/** Losses of orders, as stores learned of them. */
@OperatorController('admin/order-losses', 'Orders')
export class OrderLossesAdminController {
  constructor(private readonly losses: OrderLossesService) {}

  @Get()
  @Operation(
    'List the stores that have orders which the database lost',
    'After a restore or a failover that lost changes, a store learns of it from `GET /api/orders`, compares its orders with ' +
      '`POST /api/orders/reconcile`, and places missing ones again. ' +
      `The latest first, of the last ${SHOWN_DAYS} days. A store that does not poll its orders is not in the list.`,
  )
  @ApiAdminItems(OrderLossDto)
  async listOrderLosses(): Promise<AdminAnswer<OrderLossDto[]>> {
    return adminAnswer((await this.losses.list()).map(toOrderLoss));
  }
}

function toOrderLoss(loss: ListedLoss): OrderLossDto {
  return {
    client_id: loss.clientId,
    client_name: loss.clientName,
    told_at: loss.toldAt.toISOString(),
    lost_after: loss.lostAfter?.toISOString() ?? null,
    reconciled_at: loss.reconciledAt?.toISOString() ?? null,
    missing: loss.missing,
    placed_again: loss.placedAgain,
  };
}
