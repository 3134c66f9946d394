import { ApiProperty } from '@nestjs/swagger';
import { LIMITS } from '../platform/config/limits.js';
import { Text, WholeNumber } from '../platform/http/input/fields.js';
import type { ListedMovement } from './stock.repository.js';
import type { ProductLevels } from './stock.service.js';
import { OrNull } from '../platform/http/openapi/or-null.js';

export class AdjustStockDto {
  @WholeNumber({
    min: -LIMITS.stockQuantity,
    max: LIMITS.stockQuantity,
    api: { example: -2, description: 'Units to add; negative to remove' },
    rules: [{ code: 'out_of_range', message: 'must not be 0', passes: (value) => value !== 0 }],
  })
  delta: number;

  @Text({ max: LIMITS.variationLength, api: { example: 'damaged in the warehouse' } })
  reason: string;

  @Text({ max: LIMITS.variationKeyLength, optional: true })
  variation_key?: string;
}

class StockLevelDto {
  @ApiProperty({ description: "'' for a product without variations" })
  variation_key: string;

  @ApiProperty({ type: 'integer' })
  on_hand: number;

  @ApiProperty({ type: 'integer', description: 'Units reserved by open orders' })
  reserved: number;
}

export class StockLevelsDto {
  @ApiProperty()
  sku: string;

  @ApiProperty({
    type: [StockLevelDto],
    description: 'Including variations that are no longer offered',
  })
  levels: StockLevelDto[];
}

export class StockMovementDto {
  @ApiProperty({ type: 'integer' })
  id: number;

  @ApiProperty({ format: 'date-time' })
  at: string;

  @ApiProperty({ description: "'' for a product without variations" })
  variation_key: string;

  @ApiProperty({ type: 'integer', example: -2, description: 'Change of the units on hand' })
  delta: number;

  @ApiProperty({ example: 'damaged in the warehouse' })
  reason: string;

  @ApiProperty({ type: 'integer', description: 'Units on hand before it' })
  on_hand_before: number;

  @ApiProperty({ type: 'integer', description: 'Units on hand after it' })
  on_hand_after: number;

  @ApiProperty({
    type: String,
    nullable: true,
    example: 'user 7 <asha@example.com>',
    description: 'Who made the change; null: not recorded',
  })
  actor: string | null;

  @OrNull(String, 'The shipped or returned order')
  order_number: string | null;
}

export function toStockMovement(movement: ListedMovement): StockMovementDto {
  return {
    id: movement.id,
    at: movement.createdAt.toISOString(),
    variation_key: movement.variationKey,
    delta: movement.delta,
    on_hand_before: movement.onHandAfter - movement.delta,
    on_hand_after: movement.onHandAfter,
    actor: movement.actor,
    reason: movement.reason,
    order_number: movement.orderNumber,
  };
}

export function toStockLevels({ sku, levels }: ProductLevels): StockLevelsDto {
  return {
    sku,
    levels: levels.map(({ variationKey, onHand, reserved }) => ({
      variation_key: variationKey,
      on_hand: onHand,
      reserved,
    })),
  };
}
