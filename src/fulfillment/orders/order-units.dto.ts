import { applyDecorators, type Type as Class } from '@nestjs/common';
import { Type } from 'class-transformer';
import { ValidateNested } from 'class-validator';
import { LIMITS } from '../../platform/config/limits.js';
import { Field, WholeNumber } from '../../platform/http/input/fields.js';
import { listRule } from '../../platform/http/input/dto-list.js';

/** A line of an order, in a body. */
export class OrderLineRefDto {
  @WholeNumber({
    min: 1,
    max: LIMITS.orderItems,
    api: { description: 'Line of the order, from 1' },
  })
  line: number;
}

/** Units of one line of an order, in a body. */
export class OrderUnitsDto extends OrderLineRefDto {
  @WholeNumber({ min: 1, max: LIMITS.quantity })
  quantity: number;
}

/** Makes a field with a list of order lines and the units of each. */
export function UnitsOfLines(
  dto: Class<OrderLineRefDto>,
  { description, optional = false }: { description: string; optional?: boolean },
): PropertyDecorator {
  return applyDecorators(
    ValidateNested({ each: true }),
    Type(() => dto),
    Field({
      optional,
      api: { type: [dto], minItems: 1, maxItems: LIMITS.orderItems, description },
      rules: [listRule(LIMITS.orderItems, 'objects', (item) => item instanceof dto)],
    }),
  );
}
