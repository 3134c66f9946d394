import { applyDecorators, type Type as Class } from '@nestjs/common';
import { Type } from 'class-transformer';
import { ValidateNested } from 'class-validator';
import { LIMITS } from '../../platform/config/limits.js';
import { Field, WholeNumber } from '../../platform/http/input/fields.js';

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

/** Makes a field a list of lines of an order, with units of each. */
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
      rules: [
        {
          code: 'list_expected',
          message: `must be a list of 1 to ${LIMITS.orderItems} objects`,
          passes: (value) =>
            Array.isArray(value) &&
            value.length > 0 &&
            value.length <= LIMITS.orderItems &&
            value.every((item) => item instanceof dto),
        },
      ],
    }),
  );
}
