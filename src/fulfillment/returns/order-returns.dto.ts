import { ApiProperty } from '@nestjs/swagger';
import { LIMITS } from '../../platform/config/limits.js';
import { Text, WholeNumber } from '../../platform/http/input/fields.js';
import type { StoredOrder } from '../orders/orders.admin.repository.js';
import { ORDER_NUMBER_PATTERN } from '../../orders/order-number.js';
import { OrderLineRefDto, OrderUnitsDto, UnitsOfLines } from '../orders/order-units.dto.js';
import type { OrderReturn } from './order-return.entity.js';
import type { NewReturn } from './order-returns.repository.js';
import { RETURN_STATUSES, returnStatusOf } from './return-status.js';
import { currentReturn, restockedByLine, type InspectedUnits } from './returned-units.js';
import { OrNull } from '../../platform/http/openapi/or-null.js';

export class RequestReturnDto {
  @UnitsOfLines(OrderUnitsDto, { description: 'Lines of the order' })
  items: OrderUnitsDto[];

  @Text({ max: LIMITS.reasonLength, lineBreaks: true, api: { example: 'One glass is chipped' } })
  reason: string;
}

export class DeclineReturnDto {
  @Text({
    max: LIMITS.reasonLength,
    api: { example: 'It was opened', description: 'The store sees it' },
  })
  reason: string;
}

class InspectedUnitsDto extends OrderLineRefDto {
  @WholeNumber({ min: 0, max: LIMITS.quantity, api: { description: 'Units to sell again' } })
  good: number;

  @WholeNumber({ min: 0, max: LIMITS.quantity, api: { description: 'Units to throw away' } })
  scrap: number;
}

export class InspectReturnDto {
  @UnitsOfLines(InspectedUnitsDto, {
    description: 'Lines of the return, each with its units in total. What is left out stays',
  })
  items: InspectedUnitsDto[];
}

class OrderReturnItemDto {
  @ApiProperty({ type: 'integer', minimum: 1, maximum: LIMITS.orderItems })
  line: number;

  @ApiProperty({ type: 'integer', minimum: 1 })
  quantity: number;

  @ApiProperty({ type: 'integer', minimum: 0 })
  good: number;

  @ApiProperty({ type: 'integer', minimum: 0 })
  scrap: number;
}

/** A return that a store requested, or an operator recorded. */
export class OrderReturnDto {
  @ApiProperty({ type: 'integer' })
  id: number;

  @ApiProperty({ enum: RETURN_STATUSES })
  status: string;

  @OrNull(String)
  reason: string | null;

  @OrNull(String)
  decline_reason: string | null;

  @ApiProperty({ type: [OrderReturnItemDto] })
  items: OrderReturnItemDto[];

  @ApiProperty({ format: 'date-time' })
  created_at: string;

  @time()
  decided_at: string | null;

  @time()
  received_at: string | null;

  @time()
  inspected_at: string | null;
}

export class RequestedReturnDto {
  @ApiProperty({ enum: [true] })
  success: true;

  @ApiProperty({ pattern: ORDER_NUMBER_PATTERN.source })
  order_number: string;

  @ApiProperty()
  data: OrderReturnDto;
}

function time(): PropertyDecorator {
  return ApiProperty({ type: String, format: 'date-time', nullable: true });
}

export function toNewReturn({ items, reason }: RequestReturnDto): NewReturn {
  return { reason, items: items.map(({ line, quantity }) => ({ line, quantity })) };
}

export function toInspectedUnits({ items }: InspectReturnDto): InspectedUnits[] {
  return items.map(({ line, good, scrap }) => ({ line, good, scrap }));
}

/** Returns the returns of an order, the oldest first. */
export function toReturns(stored: StoredOrder): OrderReturnDto[] {
  return stored.returns.map((one) => toReturn(one, stored));
}

export function toReturn(
  asked: OrderReturn,
  { order, items, timeline, returns, returnItems }: StoredOrder,
): OrderReturnDto {
  const { id, reason, declineReason, acceptedAt, declinedAt, createdAt, inspectedAt } = asked;
  const isCurrent = currentReturn(returns)?.id === id;
  const returned = timeline.find(({ status }) => status === 'returned');
  const restocked = restockedByLine(items);
  return {
    id,
    status: returnStatusOf(asked, order),
    reason,
    decline_reason: declineReason,
    items: returnItems
      .filter(({ returnId }) => returnId === id)
      .map(({ line, quantity, scrappedQuantity }) => ({
        line,
        quantity,
        good: isCurrent ? (restocked.get(line) ?? 0) : 0,
        scrap: scrappedQuantity,
      })),
    created_at: createdAt.toISOString(),
    decided_at: (declinedAt ?? acceptedAt)?.toISOString() ?? null,
    received_at: isCurrent ? (returned?.changedAt.toISOString() ?? null) : null,
    inspected_at: inspectedAt?.toISOString() ?? null,
  };
}
