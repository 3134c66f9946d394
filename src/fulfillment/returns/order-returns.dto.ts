import { LIMITS } from '../../platform/config/limits.js';
import {
  ALWAYS_TRUE,
  responseDto,
  integer,
  part,
  parts,
  text,
  time,
  word,
} from '../../platform/http/response-dto/response-dto.js';
import { Text, WholeNumber } from '../../platform/http/input/fields.js';
import type { OrderUnits } from '../../orders/lifecycle/order-units.js';
import type { StoredOrder } from '../orders/orders.admin.repository.js';
import { ORDER_NUMBER_PATTERN } from '../../orders/order-number.js';
import { OrderLineRefDto, OrderUnitsDto, UnitsOfLines } from '../orders/order-units.dto.js';
import { SentWithDto } from '../shipping/sent-with.dto.js';
import type { OrderReturn } from './order-return.entity.js';
import type { NewReturn, ReturnDirections, ReturnTracking } from './order-returns.repository.js';
import {
  OptionalReturnAddress,
  ReturnPlaceDto,
  toReturnAddress,
  type NewReturnPlaceDto,
} from './place/return-place.dto.js';
import { RETURN_STATUSES, returnStatusOf, type ReturnStatus } from './return-status.js';
import { currentReturn, restockedByLine, type InspectedUnits } from './returned-units.js';

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

export class AcceptReturnDto {
  @OptionalReturnAddress('Left out: where returns go by the settings')
  return_address?: NewReturnPlaceDto;

  @Text({
    max: LIMITS.instructionsLength,
    optional: true,
    lineBreaks: true,
    api: { example: 'Write the order number on the box', description: 'The store sees them' },
  })
  instructions?: string;
}

export class SetReturnTrackingDto extends SentWithDto {}

class InspectedUnitsDto extends OrderLineRefDto {
  @WholeNumber({ min: 0, max: LIMITS.quantity, api: { description: 'Units to sell again' } })
  good: number;

  @WholeNumber({ min: 0, max: LIMITS.quantity, api: { description: 'Units to throw away' } })
  scrap: number;
}

export class InspectReturnDto {
  @UnitsOfLines(InspectedUnitsDto, {
    description:
      'Lines of the return, each with its total units. Lines that are left out stay as they are',
  })
  items: InspectedUnitsDto[];
}

/** A return with what the rest of its order says about it. */
interface ReturnOfOrder extends OrderReturn {
  status: ReturnStatus;
  items: (InspectedUnits & OrderUnits)[];
  receivedAt: Date | null;
}

class OrderReturnItemDto extends responseDto<InspectedUnits & OrderUnits>()({
  line: integer({ minimum: 1, maximum: LIMITS.orderItems }),
  quantity: integer({ minimum: 1 }),
  good: integer({ minimum: 0 }),
  scrap: integer({ minimum: 0 }),
}) {}

/** A return that a store requested, or an operator recorded. */
export class OrderReturnDto extends responseDto<ReturnOfOrder>()({
  id: integer(),
  status: word(RETURN_STATUSES),
  origin: [
    word(
      ['customer', 'undelivered'],
      'undelivered: its courier brings the box back. It needs no shipment of yours, and has no `return_address`',
    ),
    ({ shipmentId }) => (shipmentId === null ? 'customer' : 'undelivered'),
  ],
  reason: text().orNull(),
  decline_reason: text().orNull(),
  items: parts(OrderReturnItemDto),
  created_at: time(),
  decided_at: [time().orNull(), ({ acceptedAt, declinedAt }) => declinedAt ?? acceptedAt],
  received_at: time().orNull(),
  inspected_at: time().orNull(),
  return_address: [
    part(ReturnPlaceDto).orNull('Where its units go; null before it is accepted'),
    ({ returnAddress, shipmentId }) => (shipmentId === null ? returnAddress : null),
  ],
  instructions: text().orNull('How to send them'),
  courier: text().orNull('null until you say how you sent them, as the next three fields'),
  tracking_number: text().orNull(),
  tracking_url: text({ format: 'uri' }).orNull(),
  sent_at: time().orNull('When you said it first'),
}) {}

/** A return as people see it. */
export class OrderReturnRecordDto extends responseDto<ReturnOfOrder>()({
  ...OrderReturnDto.fields,
  shipment_id: integer().orNull('The shipment that its courier could not deliver and brought back'),
}) {}

export class RequestedReturnDto extends responseDto<ReturnOfOrder & { orderNumber: string }>()({
  success: ALWAYS_TRUE,
  order_number: text({ pattern: ORDER_NUMBER_PATTERN.source }),
  data: [part(OrderReturnDto), (asked) => asked],
}) {}

export function toNewReturn({ items, reason }: RequestReturnDto): NewReturn {
  return { reason, items: items.map(({ line, quantity }) => ({ line, quantity })) };
}

export function toReturnDirections(dto: AcceptReturnDto): ReturnDirections {
  const { return_address: address, instructions } = dto;
  return {
    returnAddress: address === undefined ? null : toReturnAddress(address),
    instructions: instructions ?? null,
  };
}

export function toReturnTracking(dto: SetReturnTrackingDto): ReturnTracking {
  return {
    courier: dto.courier,
    trackingNumber: dto.tracking_number,
    trackingUrl: dto.tracking_url ?? null,
  };
}

export function toInspectedUnits({ items }: InspectReturnDto): InspectedUnits[] {
  return items.map(({ line, good, scrap }) => ({ line, good, scrap }));
}

/** Describes a return with what the rest of its order says about it. */
export function returnOf(asked: OrderReturn, stored: StoredOrder): ReturnOfOrder {
  const { items, timeline, returns, returnItems } = stored;
  const isCurrent = currentReturn(returns)?.id === asked.id;
  const returned = timeline.find(({ status }) => status === 'returned');
  const restocked = restockedByLine(items);
  return {
    ...asked,
    status: returnStatusOf(asked, stored),
    items: returnItems
      .filter(({ returnId }) => returnId === asked.id)
      .map(({ line, quantity, scrappedQuantity: scrap }) => ({
        line,
        quantity,
        scrap,
        good: isCurrent ? (restocked.get(line) ?? 0) : 0,
      })),
    receivedAt: isCurrent ? (returned?.changedAt ?? null) : null,
  };
}
