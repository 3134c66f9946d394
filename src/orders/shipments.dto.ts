import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { LIMITS } from '../platform/config/limits.js';
import { OrNull } from '../platform/http/openapi/or-null.js';
import type { OrderRow, ShipmentRow } from './tracking/order-rows.js';
import { FAILURE_ACTIONS, FAILURE_REASONS, failureOf } from './tracking/shipment-failure.js';
import {
  SHIPMENT_STATES,
  SHOWN_EVENTS_MAX,
  wordsOf,
  type ShipmentState,
} from './tracking/shipment-state.js';

class ShipmentEventDto {
  @ApiProperty({ format: 'date-time', description: "The courier's time" })
  at: string;

  @ApiProperty({ enum: SHIPMENT_STATES })
  state: ShipmentState;

  @OrNull(String, 'null: unknown, or erased with the customer')
  place: string | null;

  @ApiProperty({ description: 'The state in words for the customer' })
  description: string;
}

class ShipmentFailureDto {
  @ApiProperty({ type: 'integer', minimum: 1 })
  attempt: number;

  @ApiProperty({ enum: FAILURE_REASONS })
  reason: string;

  @ApiProperty({ format: 'date-time', description: 'Then the courier decides' })
  answer_by: string;

  @ApiProperty({
    enum: FAILURE_ACTIONS,
    isArray: true,
    description: 'Answers that the courier takes; none: it decides itself',
  })
  actions: string[];

  @ApiProperty({
    enum: FAILURE_ACTIONS,
    nullable: true,
    description: 'The answer that waits to be sent to the courier, and may be replaced; null: none',
  })
  answer: string | null;
}

class ShipmentItemDto {
  @ApiProperty({ type: 'integer', minimum: 1, maximum: LIMITS.orderItems })
  line: number;

  @ApiProperty({ type: 'integer', minimum: 1 })
  quantity: number;
}

export class ShipmentDto {
  @ApiProperty({ type: 'integer' })
  id: number;

  @ApiProperty()
  courier: string;

  @ApiProperty()
  tracking_number: string;

  @ApiProperty({ type: String, format: 'uri', nullable: true })
  tracking_url: string | null;

  @ApiProperty({ format: 'date-time' })
  shipped_at: string;

  @OrNull(
    'date-time',
    'When it was delivered; null before. Without a `state`, when the order was delivered',
  )
  delivered_at: string | null;

  @ApiProperty({ type: [ShipmentItemDto], description: 'Units of lines, from line 1' })
  items: ShipmentItemDto[];

  @ApiPropertyOptional({
    enum: SHIPMENT_STATES,
    nullable: true,
    description: 'Where it is; null: its courier is not asked',
  })
  state?: ShipmentState | null;

  @ApiPropertyOptional({ type: String, format: 'date-time', nullable: true })
  expected_at?: string | null;

  @ApiPropertyOptional({
    type: [ShipmentEventDto],
    maxItems: SHOWN_EVENTS_MAX,
    description: 'Latest ones, oldest first',
  })
  events?: ShipmentEventDto[];

  @ApiPropertyOptional({
    type: ShipmentFailureDto,
    nullable: true,
    description: 'A failed delivery that can be answered',
  })
  failure?: ShipmentFailureDto | null;
}

/**
 * Shows a shipment as stores see it.
 *
 * @param deliveredAt time at which its order was delivered; null before
 */
export function toShipment(
  row: ShipmentRow,
  { isTest, deliveredAt }: Pick<OrderRow, 'isTest'> & { deliveredAt: string | null },
): ShipmentDto {
  const failure = failureOf(row, { isTest });
  return {
    id: row.id,
    courier: row.courier,
    tracking_number: row.trackingNumber,
    tracking_url: row.trackingUrl,
    shipped_at: toUtc(row.shippedAt),
    delivered_at: row.state === null ? deliveredAt : toUtcOrNull(row.deliveredAt),
    items: row.items.map(({ line, quantity }) => ({ line, quantity })),
    state: row.state,
    expected_at: toUtcOrNull(row.expectedAt),
    events: row.events.map(({ at, state, place }) => ({
      at: toUtc(at),
      state,
      place,
      description: wordsOf(state),
    })),
    failure: failure && {
      attempt: failure.attempt,
      reason: failure.reason,
      answer_by: toUtc(failure.answerBy),
      actions: failure.actions,
      answer: failure.action,
    },
  };
}

function toUtcOrNull(time: string | null): string | null {
  return time === null ? null : toUtc(time);
}

/**
 * Converts a time that PostgreSQL wrote into JSON to the form of `Date.toISOString`. Times in UTC, the zone of our sessions,
 * are cut instead of parsed, because a page of orders has hundreds.
 */
export function toUtc(time: string): string {
  if (!time.endsWith('+00:00')) return new Date(time).toISOString();
  const fraction = time.slice(20, -6).slice(0, 3).padEnd(3, '0');
  return `${time.slice(0, 19)}.${fraction}Z`;
}
