import { ApiProperty } from '@nestjs/swagger';
import { LIMITS } from '../../platform/config/limits.js';
import { listRule } from '../../platform/http/input/dto-list.js';
import { Field, isText } from '../../platform/http/input/fields.js';
import { AppError, type FieldError } from '../../platform/http/errors.js';
import { ORDER_NUMBER_PATTERN } from '../order-number.js';
import { OrderStatusDto, toOrderStatus } from '../orders.dto.js';
import { MOST_IDS, type ListedLoss } from './order-losses.repository.js';
import { RECONCILED_STATES, type ReconciledOrder } from './reconciliation.service.js';
import { OrNull } from '../../platform/http/openapi/or-null.js';

/** Number of orders that the rate limit counts as one more request. */
export const ORDERS_PER_REQUEST = 50;

const LIST = listRule(LIMITS.reconciledOrders, 'store order ids');

/** Rule of the ids, in the words that follow the name of the field in refusals. */
export const INVALID_ID = `must be a text of 1 to ${LIMITS.storeOrderIdLength} characters without control characters`;

export class ReconcileOrdersDto {
  @Field({
    api: {
      type: 'array',
      items: { type: 'string', minLength: 1, maxLength: LIMITS.storeOrderIdLength },
      minItems: 1,
      maxItems: LIMITS.reconciledOrders,
      description: 'The ids that you have placed orders with',
      example: ['A-1002', 'A-1003'],
    },
    rules: [LIST],
  })
  store_order_ids: string[];
}

/** Reads the ids of a request. @throws AppError validation_failed, which names each id that no order can have */
export function toStoreOrderIds({ store_order_ids: ids }: ReconcileOrdersDto): string[] {
  const fields = (ids as unknown[]).flatMap((id, index): FieldError[] => {
    if (typeof id === 'string' && isText(id.trim(), LIMITS.storeOrderIdLength)) return [];
    const field = `store_order_ids.${index}`;
    return [{ field, code: 'invalid_value', message: `${field} ${INVALID_ID}` }];
  });
  if (fields.length > 0) throw new AppError('validation_failed', { fields });
  return ids;
}

class ReconciledOrderDto {
  @ApiProperty({ description: 'As sent' })
  store_order_id: string;

  @ApiProperty({
    enum: RECONCILED_STATES,
    description:
      'found: the order exists. archived: it was closed long ago. missing: there is no such order',
  })
  state: string;

  @ApiProperty({
    type: String,
    nullable: true,
    pattern: ORDER_NUMBER_PATTERN.source,
    description:
      'null if the order is missing. If the number differs from the one that you know, the order was lost and placed again',
  })
  order_number: string | null;

  @OrNull(OrderStatusDto, 'The order in the form of its own status; null unless it is found')
  order: OrderStatusDto | null;
}

export class ReconciledOrdersDto {
  @ApiProperty({ enum: [true] })
  success: true;

  @ApiProperty({ type: [ReconciledOrderDto], description: 'One for each id, in the order sent' })
  data: ReconciledOrderDto[];
}

export function toReconciledOrders(orders: readonly ReconciledOrder[]): ReconciledOrdersDto {
  return {
    success: true,
    data: orders.map(({ storeOrderId, state, orderNumber, order }) => ({
      store_order_id: storeOrderId,
      state,
      order_number: orderNumber,
      order: order && toOrderStatus(order),
    })),
  };
}

export class OrderLossDto {
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

export function toOrderLoss(loss: ListedLoss): OrderLossDto {
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
